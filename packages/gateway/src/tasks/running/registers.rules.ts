import type { Item } from '../language/bind/bound.ts'
import { wordsOf } from '../language/parse/def.parse.ts'
import type { Memory } from './memory.ts'

const twoWords = new DataView(new ArrayBuffer(4))

/** An item's registers (or bits), as they are to be on the bus. The high word comes first. */
export function toWords(item: Item, { numbers, texts }: Memory): number[] {
  const { type, slot, textBytes, length } = item
  if (type === 'STR') {
    const bytes = Buffer.alloc(wordsOf(type, textBytes) * 2)
    bytes.write(texts[slot] ?? '', 'latin1')
    return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(at * 2))
  }
  return Array.from(numbers.subarray(slot, slot + (length ?? 1))).flatMap((value) => wordsOfValue(type, value))
}

function wordsOfValue(type: Exclude<Item['type'], 'STR'>, value: number): number[] {
  if (wordsOf(type, 0) === 1) return [value & 0xffff]
  if (type === 'F32') twoWords.setFloat32(0, value)
  else twoWords.setUint32(0, value >>> 0)
  return [twoWords.getUint16(0), twoWords.getUint16(2)]
}

/** What the bus has told of an item, into its place. */
export function fromWords({ type, slot, textBytes, length }: Item, words: ArrayLike<number>, memory: Memory): void {
  if (type === 'STR') {
    const bytes = Buffer.alloc(words.length * 2)
    for (let at = 0; at < words.length; at += 1) bytes.writeUInt16BE(words[at] ?? 0, at * 2)
    const end = bytes.indexOf(0)
    memory.texts[slot] = bytes.subarray(0, Math.min(textBytes, end < 0 ? textBytes : end)).toString('latin1')
    return
  }
  const width = wordsOf(type, 0)
  for (let at = 0; at < (length ?? 1); at += 1) {
    memory.numbers[slot + at] = valueOf(type, words[at * width] ?? 0, words[at * width + 1] ?? 0)
  }
}

function valueOf(type: Exclude<Item['type'], 'STR'>, first: number, second: number): number {
  if (type === 'S16') return (first << 16) >> 16
  if (wordsOf(type, 0) === 1) return first
  twoWords.setUint16(0, first)
  twoWords.setUint16(2, second)
  if (type === 'F32') return twoWords.getFloat32(0)
  return type === 'S32' ? twoWords.getInt32(0) : twoWords.getUint32(0)
}
