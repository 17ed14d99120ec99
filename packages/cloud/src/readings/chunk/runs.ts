/** The widest that is read from four bytes, wherever in the first of them it begins. */
export const widthMax = 24
const narrowEnd = 2 ** widthMax

/** How many bits a whole number from 0 on needs; more than `widthMax` where that is too few. */
export const bitsOf = (whole: number): number => (whole < narrowEnd ? 32 - Math.clz32(whole) : widthMax + 1)

/** What another run costs, about. */
const runBits = 36
/** So many steps decide together how wide they are. */
const groupSize = 32
/** So many are looked at to find their middle. */
const samples = 31

/**
 * Parts steps into runs that are of about the same width, which is how far they are from their middle. A step that is too
 * far off for its run begins another: only the first of a run may be anywhere.
 */
export function* runsOf(steps: Float64Array, unit: number): Generator<[start: number, end: number]> {
  const widths = widthsOf(steps, unit)
  let start = 0
  let width = 0
  for (let group = 0; group < widths.length; group += groupSize) {
    const end = Math.min(widths.length, group + groupSize)
    const next = widthFor(widths.subarray(group, end), width)
    if (next !== width && group > start) {
      yield [start, group]
      start = group
    }
    width = next
    for (let index = Math.max(group, start + 1); index < end; index += 1) {
      if ((widths[index] ?? 0) <= width) continue
      yield [start, index]
      start = index
    }
  }
  if (start < widths.length) yield [start, widths.length]
}

/** The width of each step: a bit for the side of the middle that it is on, and those for how far. */
function widthsOf(steps: Float64Array, unit: number): Uint8Array {
  const middle = middleOf(steps)
  const widths = new Uint8Array(steps.length)
  for (let index = 0; index < steps.length; index += 1) {
    const off = ((steps[index] ?? 0) - middle) / unit
    widths[index] = bitsOf(off >= 0 ? 2 * off : -2 * off - 1)
  }
  return widths
}

function middleOf(steps: Float64Array): number {
  const every = Math.max(1, Math.ceil(steps.length / samples))
  const some = Float64Array.from({ length: Math.floor(steps.length / every) }, (_, at) => steps[at * every] ?? 0)
  return some.toSorted()[some.length >> 1] ?? 0
}

/** The width that costs the least, with those that it does not hold as runs of their own; another than before is a run too. */
function widthFor(widths: Uint8Array, before: number): number {
  const counts = new Uint8Array(widthMax + 2)
  for (let index = 0; index < widths.length; index += 1) {
    const width = widths[index] ?? 0
    counts[width] = (counts[width] ?? 0) + 1
  }
  let best = before
  let bestBits = Infinity
  let wider = widths.length
  for (let width = 0; width <= widthMax; width += 1) {
    wider -= counts[width] ?? 0
    const bits = widths.length * width + wider * runBits + (width === before ? 0 : runBits)
    if (bits < bestBits) {
      best = width
      bestBits = bits
    }
    if (wider === 0 && width >= before) break
  }
  return best
}
