import type { ByteReader } from '../bytes.ts'
import type { FunctionTable } from '../functions.ts'
import { counted } from '../sizes.ts'
import { type Codec, type MessageCodec, same, wordsIn } from './message-codec.ts'

/** Every part of a file request carries this mark. */
const referenceType = 6

/** Parts follow each other up to the counted end. */
const parts = <T>(from: ByteReader, part: () => T): T[] => {
  from.countOfRest()
  const list: T[] = []
  while (from.left > 0) list.push(part())
  return list
}
const marked = (from: ByteReader): void => same('file reference type', from.u8(), referenceType)

export const readFile: Codec<20> = {
  ask: {
    size: counted(1),
    write({ spans }, to) {
      to.u8(spans.length * 7)
      for (const { file, record, count } of spans) {
        to.u8(referenceType)
        for (const part of [file, record, count]) to.u16(part)
      }
    },
    read: (from) => ({
      spans: parts(from, () => {
        marked(from)
        return { file: from.u16(), record: from.u16(), count: from.u16() }
      }),
    }),
  },
  answer: {
    size: counted(1),
    write({ records }, to) {
      to.u8(records.reduce((sum, record) => sum + 2 + 2 * record.length, 0))
      for (const record of records) {
        to.u8(1 + 2 * record.length)
        to.u8(referenceType)
        to.u16s(record)
      }
    },
    read: (from) => ({
      records: parts(from, () => {
        const length = from.u8()
        marked(from)
        return from.u16s(wordsIn(length - 1))
      }),
    }),
  },
}

const written: MessageCodec<FunctionTable[21]['ask']> = {
  size: counted(1),
  write({ records }, to) {
    to.u8(records.reduce((sum, record) => sum + 7 + 2 * record.words.length, 0))
    for (const { file, record, words } of records) {
      to.u8(referenceType)
      for (const head of [file, record, words.length]) to.u16(head)
      to.u16s(words)
    }
  },
  read: (from) => ({
    records: parts(from, () => {
      marked(from)
      return { file: from.u16(), record: from.u16(), words: from.u16s(from.u16()) }
    }),
  }),
}
export const writeFile: Codec<21> = { ask: written, answer: written }
