import type { Item } from '../bind/bound.ts'
import { wordsOf } from '../parse/def.parse.ts'
import type { Order } from '../parse/syntax.ts'
import type { Memory } from './memory.ts'

type NumberType = Exclude<Item['type'], 'STR'>

const scratch = new DataView(new ArrayBuffer(8))

/** An item's registers (or bits), as they are to be on the bus. */
export function toWords(item: Item, { numbers, texts }: Memory): number[] {
  const { type, slot, textBytes, length, mapping } = item
  if (type === 'STR') {
    const bytes = Buffer.alloc(wordsOf(type, textBytes) * 2)
    bytes.write(texts[slot] ?? '', 'latin1')
    const words = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(at * 2))
    return ordered(words, words.length, mapping?.order)
  }
  return valuesToWords(item, numbers.subarray(slot, slot + (length ?? 1)))
}

/** Numbers of an item, as many as it has. */
export function valuesToWords({ type, mapping }: Item, values: Iterable<number>): number[] {
  if (type === 'STR') throw new TypeError('a text is not a number')
  const words = Array.from(values, (value) => wordsOfValue(type, value)).flat()
  return ordered(words, wordsOf(type, 0), mapping?.order)
}

/** High words first. */
function wordsOfValue(type: NumberType, value: number): number[] {
  const count = wordsOf(type, 0)
  if (count === 1) return [value & 0xffff]
  if (type === 'F32') scratch.setFloat32(0, value)
  else if (type === 'F64') scratch.setFloat64(0, value)
  else if (count === 2) scratch.setUint32(0, value >>> 0)
  else scratch.setBigInt64(0, BigInt(value))
  return Array.from({ length: count }, (_, at) => scratch.getUint16(at * 2))
}

/** Stores the words of an item. False when a number has more digits than calculations support. */
export function fromWords(item: Item, words: ArrayLike<number>, memory: Memory): boolean {
  const { type, slot, textBytes, length, mapping } = item
  const width = type === 'STR' ? words.length : wordsOf(type, 0)
  const inOrder = ordered(Array.from(words), width, mapping?.order)
  if (type === 'STR') {
    const bytes = Buffer.alloc(inOrder.length * 2)
    for (const [at, word] of inOrder.entries()) bytes.writeUInt16BE(word, at * 2)
    const end = bytes.indexOf(0)
    memory.texts[slot] = bytes.subarray(0, Math.min(textBytes, end < 0 ? textBytes : end)).toString('latin1')
    return true
  }
  const values = Array.from({ length: length ?? 1 }, (_, at) =>
    valueOf(type, inOrder.slice(at * width, (at + 1) * width)),
  )
  const known = values.filter((value) => value !== undefined)
  if (known.length < values.length) return false
  memory.numbers.set(known, slot)
  return true
}

function valueOf(type: NumberType, words: readonly number[]): number | undefined {
  const [first = 0] = words
  if (type === 'S16') return (first << 16) >> 16
  if (words.length === 1) return first
  for (const [at, word] of words.entries()) scratch.setUint16(at * 2, word)
  if (type === 'F32') return scratch.getFloat32(0)
  if (type === 'F64') return scratch.getFloat64(0)
  if (words.length === 2) return type === 'S32' ? scratch.getInt32(0) : scratch.getUint32(0)
  const whole = Number(type === 'S64' ? scratch.getBigInt64(0) : scratch.getBigUint64(0))
  return Number.isSafeInteger(whole) ? whole : undefined
}

/** From the order of the bus to high words first, and back: both are the same exchange. */
function ordered(words: readonly number[], width: number, order: Order = 'ABCD'): number[] {
  const bytes = order === 'BADC' || order === 'DCBA' ? words.map((word) => ((word & 0xff) << 8) | (word >>> 8)) : words
  if (order === 'ABCD' || order === 'BADC') return [...bytes]
  return Array.from({ length: bytes.length / width }, (_, at) =>
    bytes.slice(at * width, (at + 1) * width).toReversed(),
  ).flat()
}
