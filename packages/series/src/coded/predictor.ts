/**
 * Predicts the next integer of a column from earlier ones. A level follows them: by a share of each surprise, so that
 * noise does not count as a change; towards a mean, for values that return after a disturbance; and along a learned
 * trend. All arithmetic uses 32-bit integers.
 */
export interface Predictor {
  /** Number of its parameters: see `numberOf`. */
  number: number
  /** Mean to which the level returns. */
  mean: number
  /** Initial change per step, in 1/256. */
  drift: number
}

/** Share of a surprise that the level follows, in 1/256. */
const gains = [256, 160, 96, 48, 16] as const
/** Share of the distance to the mean that the level covers per step, in 1/4096. */
const returns = [0, 20, 41, 82, 160] as const
/** Share of a surprise that the trend learns, in 1/256; the first is for a level without a trend. */
const learnings = [0, 1, 4, 16] as const

export const gainNumbers = [0, 1, 2, 3, 4] as const
/** Predicts that the integer stays the same; also for integers too far apart for a level with fractions. */
export const plain = 7

/** Fraction bits of a level. */
const fractionBits = 8
/** Limit of an integer's distance from the first, for a level with fractions. */
const reachOfLevel = 2 ** 21
const reachOfPlain = 2 ** 29
/** Maximum number of lowest bits that may be random. */
const lowBitsOfLevel = 8
const lowBitsOfPlain = 13
export const driftMax = 2 ** 22

export const numberOf = (gain: number, back = 0, learning = 0): number => gain | (back << 3) | (learning << 6)

export const plainPredictor: Predictor = { number: plain, mean: 0, drift: 0 }

/** Parameters in the form that the loops need; the trend in 1/65536. */
export interface PredictorWeights {
  gain: number
  back: number
  learning: number
  mean: number
  trend: number
}

/** Returns null for an unknown number. */
export function sharesOf({ number, mean, drift }: Predictor): PredictorWeights | null {
  const gain = gains[number & 7]
  const back = returns[(number >> 3) & 7]
  const learning = learnings[number >> 6]
  if (gain === undefined || back === undefined || learning === undefined) return null
  return { gain, back, learning, mean, trend: drift << fractionBits }
}

export const hasMean = (number: number): boolean => number !== plain && ((number >> 3) & 7) > 0
export const hasTrend = (number: number): boolean => number !== plain && number >> 6 > 0
export const lowBitsMax = (number: number): number => (number === plain ? lowBitsOfPlain : lowBitsOfLevel)

/** Returns whether a level can predict integers up to this distance from the first. */
export const isNear = (distance: number): boolean => distance < reachOfLevel
export const isInReach = (distance: number): boolean => distance < reachOfPlain

/** Total distance of residuals that are not strays, and number of strays. */
export interface ResidualDistance {
  off: number
  count: number
}

/**
 * Returns the difference of each integer from its prediction. The first one, which is 0, is not a residual. A
 * difference below `low` or above `high` is a stray: the level jumps there, and the trend learns nothing from it.
 */
export function residualsOf(
  integers: Int32Array,
  predictor: Predictor,
  low: number,
  high: number,
  residuals: Int32Array,
): ResidualDistance {
  if (predictor.number === plain) return stepsOf(integers, low, high, residuals)
  const shares = sharesOf(predictor)
  if (shares === null) throw new RangeError(`no predictor has number ${predictor.number}`)
  const { gain, back, learning, mean } = shares
  let trend = shares.trend | 0
  let level = trend >> 8
  let off = 0
  let strays = 0
  for (let index = 1; index < integers.length; index += 1) {
    const integer = integers[index] as number
    const residual = (integer - ((level + 128) >> 8)) | 0
    residuals[index - 1] = residual
    const surprise = ((integer << 8) - level) | 0
    let share = gain
    if (residual < low || residual > high) {
      share = 256
      strays += 1
    } else {
      trend = (trend + Math.imul(surprise, learning)) | 0
      off += residual < 0 ? -residual : residual
    }
    level = (level + (Math.imul(surprise, share) >> 8) + (Math.imul(mean - integer, back) >> 4) + (trend >> 8)) | 0
  }
  return { off, count: residuals.length - strays }
}

function stepsOf(integers: Int32Array, low: number, high: number, steps: Int32Array): ResidualDistance {
  let off = 0
  let strays = 0
  for (let index = 1; index < integers.length; index += 1) {
    const step = (integers[index] as number) - (integers[index - 1] as number)
    steps[index - 1] = step
    if (step < low || step > high) strays += 1
    else off += step < 0 ? -step : step
  }
  return { off, count: steps.length - strays }
}
