/** A run of failed reads of a parameter for one reason: the first and last time it failed, and how often. */
export interface Gap {
  from: number
  till: number
  polls: number
  reason: string
}

/**
 * The gaps in a row of polls: `reasons[i]` says why the poll at `times[i]` failed, and is null when it gave a value. A
 * value ends a gap, and so does another reason.
 */
export function gapsOf(times: Float64Array, reasons: readonly (string | null)[]): Gap[] {
  if (times.length !== reasons.length) throw new RangeError(`${times.length} times have ${reasons.length} reasons`)
  const gaps: Gap[] = []
  let before: string | null = null
  for (const [index, reason] of reasons.entries()) {
    const time = times[index] ?? 0
    const last = gaps.at(-1)
    if (reason !== null && reason === before && last) {
      last.till = time
      last.polls += 1
    } else if (reason !== null) gaps.push({ from: time, till: time, polls: 1, reason })
    before = reason
  }
  return gaps
}
