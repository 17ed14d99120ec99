/** Whole steps of an axis from 0, or from below it, to what covers all values: 1, 2 or 5 times a power of ten. */
export const axisOf = (values: readonly number[], stepsMax = 3): { least: number; greatest: number; step: number } => {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  // What is smaller has no tenth.
  if (high - low < 1e-300) return { least: 0, greatest: 1, step: 1 }
  const rough = (high - low) / stepsMax
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough * 0.999_999) ?? 10) * power
  return { least: Math.floor(low / step) * step, greatest: Math.ceil(high / step) * step, step }
}

/** The steps of an axis, from below. */
export const ticksOf = ({ least, greatest, step }: ReturnType<typeof axisOf>): number[] =>
  Array.from({ length: Math.round((greatest - least) / step) + 1 }, (_, at) => least + at * step)

/** Of so many bars those that are named below, so that names have room. */
export const isNamed = (at: number, count: number, roomFor: number): boolean =>
  (count - 1 - at) % Math.max(1, Math.ceil(count / roomFor)) === 0
