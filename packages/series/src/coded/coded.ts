import type { ByteReader, ByteWriter } from '../bytes.ts'
import { DamagedChunk } from '../bytes.ts'
import { BitWriter } from './bit-writer.ts'
import { type Code, codeOf, codesMax, stateBits } from './codebook.ts'
import { planFor } from './plan.ts'
import { driftMax, hasMean, hasTrend, isNear, lowBitsMax, plain, residualsOf, sharesOf } from './predictor.ts'
import { type CodedBits, readLevels, readSteps, tailBytes } from './read-loops.ts'

// A column of integers of 32 bits, of which the first is 0, as what each is more than its guess:
//   predictor (1 byte), its mean and drift where it has them (integers), code (2 bytes), lowest bits that are written as they are (1), bits of a
//   stray (1), the first state (2), and for each integer but the first the bits that the state takes, its lowest bits, and those of a stray
// and at last some zeros, because these are read four bytes at a time.

/** Bits that can be read at once, from any position within a byte. */
const strayBitsMax = 25

/** Writes a column. Returns false if a stray is too far off. */
export function writeCoded(to: ByteWriter, integers: Int32Array): boolean {
  const { predictor, code: number, lowBits } = planFor(integers)
  const code = codeOf(number)
  const half = (1 << lowBits) >> 1
  const low = -(code.reach << lowBits) - half
  const high = ((code.reach + 1) << lowBits) - 1 - half
  const residuals = new Int32Array(Math.max(0, integers.length - 1))
  residualsOf(integers, predictor, low, high, residuals)
  // Residuals without their lowest bits.
  const places = residuals.map((residual) => (residual + half) >> lowBits)
  const strayBits = strayBitsOf(places, code.reach)
  if (strayBits > strayBitsMax) return false
  const { state, bits, lengths } = statesFor(code, places)
  to.u8(predictor.number)
  if (hasMean(predictor.number)) to.integer(predictor.mean)
  if (hasTrend(predictor.number)) to.integer(predictor.drift)
  for (const byte of [number & 255, number >> 8, lowBits, strayBits, state & 255, state >> 8]) to.u8(byte)
  const pen = new BitWriter(to, residuals.length * (stateBits + lowBits + strayBits))
  for (let index = 0; index < residuals.length; index += 1) {
    const place = places[index] ?? 0
    pen.write(bits[index] ?? 0, lengths[index] ?? 0)
    pen.write((residuals[index] ?? 0) + half, lowBits)
    if (place < -code.reach || place > code.reach) pen.write(place, strayBits)
  }
  pen.end()
  to.bytes(new Uint8Array(tailBytes))
  return true
}

/** Includes the sign bit. */
function strayBitsOf(places: Int32Array, reach: number): number {
  let most = 1
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0
    if (place < -reach || place > reach) most = Math.max(most, 33 - Math.clz32(place < 0 ? ~place : place))
  }
  return most
}

/** Computes the initial state for decoding, and the bits from each state to the next, from the last to the first. */
function statesFor({ reach, counts, starts, nexts }: Code, places: Int32Array) {
  const bits = new Uint16Array(places.length)
  const lengths = new Uint8Array(places.length)
  let state = 0
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const place = places[index] ?? 0
    const symbol = place < -reach || place > reach ? 2 * reach + 1 : place + reach
    const count = counts[symbol] ?? 1
    const full = state + (1 << stateBits)
    let length = Math.clz32(count) - Math.clz32(full)
    if (full >> length < count) length -= 1
    bits[index] = full & ((1 << length) - 1)
    lengths[index] = length
    state = nexts[(starts[symbol] ?? 0) + (full >> length) - count] ?? 0
  }
  return { state, bits, lengths }
}

/**
 * Fills `column` from its second element, at least up to `wanted`, with `first` plus multiples of `unit`, over `power`.
 * If all were read, `from` is behind them.
 */
export function readCoded(
  from: ByteReader,
  column: Float64Array,
  first: number,
  unit: number,
  power: number,
  wanted = column.length,
): void {
  const number = from.u8()
  const mean = hasMean(number) ? from.integer() : 0
  const drift = hasTrend(number) ? from.integer() : 0
  const code = from.u8() | (from.u8() << 8)
  const lowBits = from.u8()
  const strayBits = from.u8()
  const state = from.u8() | (from.u8() << 8)
  const shares = number === plain ? null : sharesOf({ number, mean, drift })
  const isKnown = (number === plain || shares !== null) && isNear(Math.abs(mean)) && Math.abs(drift) < driftMax
  if (
    !isKnown ||
    code >= codesMax ||
    lowBits > lowBitsMax(number) ||
    strayBits > strayBitsMax ||
    state >> stateBits > 0
  ) {
    throw new DamagedChunk('a column is coded in no way that is known')
  }
  const { bytes, at } = from
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const coded: CodedBits = { view, at, steps: codeOf(code).steps, state, lowBits, strayBits }
  const till = Math.min(column.length, wanted)
  // The unit is usually 1; the order of the numbers makes other units free for these columns.
  const [base, over] = unit === 1 ? [first, power] : [0, 1]
  try {
    const bit =
      shares === null ? readSteps(coded, column, till, base, over) : readLevels(coded, shares, column, till, base, over)
    if (till === column.length) from.skip(((bit + 7) >> 3) - at + tailBytes)
  } catch (cause) {
    if (cause instanceof RangeError) throw new DamagedChunk('the bytes end early', { cause })
    throw cause
  }
  if (unit === 1) return
  for (let index = 1; index < till; index += 1) column[index] = (first + (column[index] as number) * unit) / power
}
