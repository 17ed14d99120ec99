import { middle, stray } from './codebook.ts'
import type { PredictorWeights } from './predictor.ts'

// These loops account for nearly all of the cost of reading. They keep numbers in local variables and mark them as 32
// bits; a function call or a default value inside would halve the speed. They return the position after the last bit
// and throw a RangeError beyond the end.

/** A state may consume no bits, so four bytes are read even at the very end. */
export const tailBytes = 4

/** Position of the bits, and parameters of the residuals. */
export interface CodedBits {
  view: DataView
  at: number
  steps: Int32Array
  state: number
  lowBits: number
  strayBits: number
}

/** Reads integers predicted by a level, `first` plus each, over `power`. */
export function readLevels(
  { view, at, steps, state: firstState, lowBits, strayBits }: CodedBits,
  { gain, back, learning, mean, trend: firstTrend }: PredictorWeights,
  column: Float64Array,
  till: number,
  first: number,
  power: number,
): number {
  const half = (1 << lowBits) >> 1
  const mask = (1 << lowBits) - 1
  let trend = firstTrend | 0
  let level = trend >> 8
  let state = firstState | 0
  let bit = at << 3
  for (let index = 1; index < till; index += 1) {
    const step = steps[state] as number
    const length = (step >> 8) & 15
    const word = view.getInt32(bit >> 3, true) >>> (bit & 7)
    state = (step >>> 12) + (word & ((1 << length) - 1))
    bit = (bit + length + lowBits) | 0
    let place = (step & 255) - middle
    let share = gain
    let learns = learning
    if (place === stray - middle) {
      place = ((view.getInt32(bit >> 3, true) >>> (bit & 7)) << (32 - strayBits)) >> (32 - strayBits)
      bit = (bit + strayBits) | 0
      share = 256
      learns = 0
    }
    const integer = (((level + 128) >> 8) + (place << lowBits) + ((word >>> length) & mask) - half) | 0
    column[index] = (first + integer) / power
    const surprise = ((integer << 8) - level) | 0
    trend = (trend + Math.imul(surprise, learns)) | 0
    level = (level + (Math.imul(surprise, share) >> 8) + (Math.imul(mean - integer, back) >> 4) + (trend >> 8)) | 0
  }
  return bit
}

/** Reads integers predicted to stay the same. */
export function readSteps(
  { view, at, steps, state: firstState, lowBits, strayBits }: CodedBits,
  column: Float64Array,
  till: number,
  first: number,
  power: number,
): number {
  const half = (1 << lowBits) >> 1
  const mask = (1 << lowBits) - 1
  let integer = 0
  let state = firstState | 0
  let bit = at << 3
  for (let index = 1; index < till; index += 1) {
    const step = steps[state] as number
    const length = (step >> 8) & 15
    const word = view.getInt32(bit >> 3, true) >>> (bit & 7)
    state = (step >>> 12) + (word & ((1 << length) - 1))
    bit = (bit + length + lowBits) | 0
    let place = (step & 255) - middle
    if (place === stray - middle) {
      place = ((view.getInt32(bit >> 3, true) >>> (bit & 7)) << (32 - strayBits)) >> (32 - strayBits)
      bit = (bit + strayBits) | 0
    }
    integer = (integer + (place << lowBits) + ((word >>> length) & mask) - half) | 0
    column[index] = (first + integer) / power
  }
  return bit
}
