import { type ByteReader, type ByteWriter, DamagedChunk, putVarint, varintBytesMax } from '../bytes.ts'

// A column of integers that are mostly small, and often zero. First their unit, the greatest number that divides them
// all: times are whole tenths of a second, and a meter behind a transformer counts in steps. Then tokens, as varints:
//   0        one zero
//   1, n     n + 2 zeros
//   2 or up  1 + zigzag: 1 is 3, -1 is 2, 2 is 5, -2 is 4
// A run of zeros costs two to four bytes however long it is, and a lone one no more than any small number.
const zero = 0
const zeros = 1
/** Flag of a byte that is not the last of its token. */
const longer = 128

/** Largest magnitude of a column's integers, so that tokens are exact. */
export const integerMax = 2 ** 52 - 1

export function writeIntegers(to: ByteWriter, integers: Float64Array): void {
  const count = integers.length
  const unit = unitOf(integers)
  to.varint(unit)
  const bytes = to.freeBytes(count * varintBytesMax)
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const integer = (integers[index] ?? 0) / unit
    if (integer === 0) {
      const start = index
      while (index + 1 < count && integers[index + 1] === 0) index += 1
      if (index === start) bytes[at++] = zero
      else {
        bytes[at++] = zeros
        at = putVarint(bytes, at, index - start - 1)
      }
    } else {
      const token = integer > 0 ? 2 * integer + 1 : -2 * integer
      if (token < 128) bytes[at++] = token
      else at = putVarint(bytes, at, token)
    }
  }
  to.advance(at)
}

/** Leaves `lead` elements before the column at 0. */
export function readIntegers(from: ByteReader, count: number, lead = 0): Float64Array {
  const unit = from.varint()
  if (unit === 0) throw new DamagedChunk('a unit is 0')
  const integers = new Float64Array(lead + count)
  // Tokens are usually one byte long, and this loop dominates the cost of reading, so it keeps the position in a
  // local variable.
  const { bytes } = from
  let { at } = from
  for (let index = lead; index < integers.length; index += 1) {
    const byte = bytes[at] ?? longer
    if (byte > zeros && byte < longer) {
      at += 1
      integers[index] = (byte & 1 ? byte >> 1 : -(byte >> 1)) * unit
      continue
    }
    from.at = at
    const token = from.varint()
    if (token > zeros) integers[index] = (token % 2 === 1 ? (token - 1) / 2 : -token / 2) * unit
    else if (token === zeros) index += runOf(from, integers.length - index)
    at = from.at
  }
  from.at = at
  return integers
}

/** Skips the remaining zeros of a run, which the array already contains. */
function runOf(from: ByteReader, left: number): number {
  const more = from.varint() + 1
  if (more >= left) throw new DamagedChunk('a run goes past the end of its column')
  return more
}

/** Greatest common divisor; 1 if all are 0. */
export function unitOf(integers: Float64Array): number {
  let unit = 0
  for (let index = 0; index < integers.length; index += 1) {
    let rest = Math.abs(integers[index] ?? 0)
    if (rest === unit) continue
    while (rest !== 0) {
      const next = unit % rest
      unit = rest
      rest = next
    }
    if (unit === 1) break
  }
  return unit === 0 ? 1 : unit
}

/** Replaces each integer by its difference from the previous one, in place; the first stays. */
export function differences(integers: Float64Array): Float64Array {
  let before = 0
  for (let index = 0; index < integers.length; index += 1) {
    const integer = integers[index] ?? 0
    integers[index] = integer - before
    before = integer
  }
  return integers
}

/** Undoes `differences` in place. */
export function sums(integers: Float64Array): Float64Array {
  let sum = 0
  for (let index = 0; index < integers.length; index += 1) {
    sum += integers[index] ?? 0
    integers[index] = sum
  }
  return integers
}
