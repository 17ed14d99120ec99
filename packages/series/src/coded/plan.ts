import { codeNumber, costsOf, middle } from './codebook.ts'
import { curves, strayShares, widthNumberMax } from './curves.ts'
import {
  driftMax,
  gainNumbers,
  isNear,
  lowBitsMax,
  numberOf,
  type Predictor,
  plainPredictor,
  type ResidualDistance,
  residualsOf,
} from './predictor.ts'

/** Encoding of a column: its predictor, and the code for the residuals. */
export interface Plan {
  predictor: Predictor
  code: number
  /** Number of lowest bits of each residual that are stored as they are. */
  lowBits: number
}

/** Number of integers on which the choice is based. */
const searchedMax = 360

/** Returns the cheapest of the plans tried. */
export function planFor(integers: Int32Array): Plan {
  const some = integers.subarray(0, searchedMax)
  const limit = limitOf(some)
  const predictor = isNear(farthestOf(integers)) ? predictorFor(some, meanOf(integers), limit) : plainPredictor
  const residuals = new Int32Array(Math.max(0, integers.length - 1))
  const distance = residualsOf(integers, predictor, -limit, limit, residuals)
  return { predictor, ...codeFor(residuals, distance, lowBitsMax(predictor.number)) }
}

function farthestOf(integers: Int32Array): number {
  let farthest = 0
  for (let index = 0; index < integers.length; index += 1) {
    const integer = integers[index] as number
    const far = integer < 0 ? -integer : integer
    if (far > farthest) farthest = far
  }
  return farthest
}

function meanOf(integers: Int32Array): number {
  let sum = 0
  for (let index = 0; index < integers.length; index += 1) sum += integers[index] as number
  return Math.round(sum / Math.max(1, integers.length))
}

/** Number of steps in the sample. */
const sampledMax = 127

/** Returns the limit above which a step counts as a jump, from the usual steps. */
function limitOf(integers: Int32Array): number {
  const every = Math.max(1, Math.ceil(integers.length / sampledMax))
  const steps = Int32Array.from({ length: Math.floor((integers.length - 1) / every) }, (_, at) =>
    Math.abs((integers[at * every + 1] ?? 0) - (integers[at * every] ?? 0)),
  )
  const usual = steps.toSorted()[steps.length >> 1] ?? 0
  return Math.max(3, Math.min(2 ** 20, 8 * usual + 4))
}

/**
 * Values of `returns` and `learnings` that are tried with every gain; their neighbours are tried only with the best
 * one.
 */
const usualReturn = 3
const otherReturns = [1, 2, 4] as const
const usualLearning = 3
const otherLearnings = [1, 2] as const

function predictorFor(integers: Int32Array, mean: number, limit: number): Predictor {
  const count = integers.length
  const drift = Math.round((256 * (integers[count - 1] ?? 0)) / Math.max(1, count - 1))
  const residuals = new Int32Array(Math.max(0, count - 1))
  let best = { predictor: plainPredictor, bits: Infinity }
  const attempt = (predictor: Predictor): void => {
    const bits = bitsAbout(residualsOf(integers, predictor, -limit, limit, residuals), residuals.length, limit)
    if (bits < best.bits) best = { predictor, bits }
  }
  attempt(plainPredictor)
  for (const gain of gainNumbers) {
    if (gain > 0) attempt({ number: numberOf(gain), mean: 0, drift: 0 })
    attempt({ number: numberOf(gain, usualReturn), mean, drift: 0 })
  }
  const { number } = best.predictor
  if (number >> 3 === usualReturn) {
    for (const back of otherReturns) attempt({ number: numberOf(number & 7, back), mean, drift: 0 })
  }
  if (Math.abs(drift) >= driftMax) return best.predictor
  for (const gain of gainNumbers) attempt({ number: numberOf(gain, 0, usualLearning), mean: 0, drift })
  const { number: learned } = best.predictor
  if (learned >> 6 === usualLearning) {
    for (const learning of otherLearnings) attempt({ number: numberOf(learned & 7, 0, learning), mean: 0, drift })
  }
  return best.predictor
}

/** Estimates the bits of residuals: the logarithm of their distance, plus the strays. */
function bitsAbout({ off, count }: ResidualDistance, residuals: number, limit: number): number {
  const strays = residuals - count
  return count * Math.log2(off / Math.max(1, count) + 0.15) + strays * (6 + Math.log2(limit))
}

/** Widths tried around the likely one. */
const widthsAround = [-2, -1, 0, 1, 2] as const

function codeFor(
  residuals: Int32Array,
  { off, count }: ResidualDistance,
  bitsMax: number,
): { code: number; lowBits: number } {
  // The mean distance of a normal distribution is 0.8 of its width.
  const likely = Math.round(4 * Math.log2((12.5 * off) / Math.max(1, count) + 1))
  let best = { code: codeNumber(0, 0, 0), lowBits: 0, bits: Infinity }
  let tallied = tally(residuals, 0)
  for (const around of widthsAround) {
    const number = Math.max(0, likely + around)
    const lowBits = Math.min(bitsMax, Math.max(0, Math.ceil((number - widthNumberMax) / 4)))
    const width = Math.min(widthNumberMax, number - 4 * lowBits)
    if (tallied.lowBits !== lowBits) tallied = tally(residuals, lowBits)
    for (const curve of curves.keys()) {
      for (const share of strayShares.keys()) {
        const code = codeNumber(width, curve, share)
        const bits = costOf(code, tallied) + residuals.length * lowBits
        if (bits < best.bits) best = { code, lowBits, bits }
      }
    }
  }
  return { code: best.code, lowBits: best.lowBits }
}

/** Counts each residual without its lowest bits; residuals out of reach are omitted. */
function tally(residuals: Int32Array, lowBits: number) {
  const counts = new Uint32Array(2 * middle)
  const half = (1 << lowBits) >> 1
  let farthest = 0
  for (let index = 0; index < residuals.length; index += 1) {
    const place = ((residuals[index] as number) + half) >> lowBits
    const far = place < 0 ? -place : place
    if (far < middle) counts[place + middle] = (counts[place + middle] as number) + 1
    if (far > farthest) farthest = far
  }
  return { lowBits, count: residuals.length, counts, strayBits: 33 - Math.clz32(farthest) }
}

function costOf(number: number, { count, counts, strayBits }: ReturnType<typeof tally>): number {
  const { reach, costs } = costsOf(number)
  let bits = 0
  let strays = count
  for (let place = -reach; place <= reach; place += 1) {
    const often = counts[place + middle] as number
    bits += often * (costs[place + reach] as number)
    strays -= often
  }
  return bits + strays * ((costs[2 * reach + 1] ?? 0) + strayBits)
}
