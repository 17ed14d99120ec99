import type { Gap } from '../chunk/gaps.ts'
import { placeOf } from './join.rules.ts'

/**
 * Runs of a day that were found apart, as runs of one row. Those that overlap become one, named after the first: when each
 * failure was is no longer known, so the later cannot be put in between. Runs for the same reason that follow each other become one
 * too, unless something was read between them at one of `times`.
 */
export function mergeGaps(gaps: readonly Gap[], times: Float64Array): Gap[] {
  const merged: Gap[] = []
  for (const gap of gaps.toSorted((a, b) => a.from - b.from)) {
    const before = merged.at(-1)
    if (before !== undefined && isSame(before, gap, times)) {
      before.till = Math.max(before.till, gap.till)
      before.polls += gap.polls
    } else merged.push({ ...gap })
  }
  return merged
}

const isSame = (a: Gap, b: Gap, times: Float64Array): boolean =>
  b.from <= a.till || (a.reason === b.reason && placeOf(times, a.till) === placeOf(times, b.from))
