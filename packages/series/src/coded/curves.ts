/**
 * How often a residual is how great, as curves that both sides know: nothing of them is stored but their number. They are made of additions,
 * multiplications and divisions alone, which give the same bits on every machine and for all time; what a library says of `exp` may change.
 */

/** Share of a curve of width 1 below `z`. */
type Curve = (z: number) => number

const halvings = 12

/** Exponential function: a series that converges near 0, squared as often as the argument was halved. */
function exp(x: number): number {
  const small = x / 2 ** halvings
  let sum = 1
  let term = 1
  for (let power = 1; power <= 8; power += 1) {
    term *= small / power
    sum += term
  }
  for (let times = 0; times < halvings; times += 1) sum *= sum
  return sum
}

/** Normal distribution by formula 7.1.26 of Abramowitz and Stegun, exact to seven digits. */
const bell: Curve = (z) => {
  const x = (z < 0 ? -z : z) / Math.SQRT2
  const t = 1 / (1 + 0.327_591_1 * x)
  const series =
    ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t
  const above = (series * exp(-x * x)) / 2
  return z < 0 ? above : 1 - above
}

/** Curves with longer tails: logistic, and the even longer double exponential. */
const slope: Curve = (z) => 1 / (1 + exp(-1.813_799_364_234_218 * z))

const peak: Curve = (z) => {
  const tail = exp(-Math.SQRT2 * (z < 0 ? -z : z)) / 2
  return z < 0 ? tail : 1 - tail
}

export const curves: readonly Curve[] = [bell, slope, peak]

/** Probabilities of a residual outside the curve. */
export const strayShares: readonly number[] = [2 ** -11, 2 ** -7, 2 ** -5, 2 ** -3]

/** Four widths per octave, starting at a tenth. */
const quarterOctaves = [1, 1.189_207_115_002_721, Math.SQRT2, 1.681_792_830_507_429] as const
export const widthOf = (number: number): number => 0.1 * (quarterOctaves[number & 3] ?? 1) * 2 ** (number >> 2)

/** Widths up to this are encoded as whole residuals; for larger ones the lowest bits are random. */
export const widthNumberMax = 21
