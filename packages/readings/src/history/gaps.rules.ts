import type { Gap } from '@busbar/series/gaps'
import { dayStart } from './days/days.ts'
import { lowerBound } from './join.rules.ts'

/** A run of failed reads, and whether its end is hot. */
export interface FoundGap extends Gap {
  isHot: boolean
}

/**
 * Runs of a day that were found apart, as runs of one row. Those that overlap become one, named after the first: when each
 * failure was is no longer known, so the later cannot be put in between. Runs for the same reason that follow each other become one
 * too, unless something was read between them at one of `times`.
 */
export function mergeGaps(gaps: readonly Gap[], times: Float64Array): Gap[] {
  const merged: Gap[] = []
  for (const gap of gaps.toSorted((a, b) => a.from - b.from)) {
    const before = merged.at(-1)
    if (before !== undefined && isSame(before, gap, times)) extendGap(before, gap)
    else merged.push({ ...gap })
  }
  return merged
}

/** Returns whether `b`, which begins later, may continue `a`. Readings between them are checked later. */
const mayGoOn = (a: FoundGap, b: FoundGap): boolean =>
  dayStart(a.from) === dayStart(b.from) && (b.from <= a.till || (a.reason === b.reason && a.isHot !== b.isHot))

/** Extends the run `a` by `b`, which begins later. */
function extendGap<T extends Gap>(a: T, b: T): void {
  const polls = a.polls + b.polls
  if (b.till > a.till) Object.assign(a, b, { from: a.from, reason: a.reason })
  a.polls = polls
}

/** Returns the starts of all runs for which `joinGaps` may check for earlier readings, and some more. */
export function possibleContinuations(found: readonly FoundGap[]): number[] {
  let before: FoundGap | undefined
  let longest: FoundGap | undefined
  return found
    .toSorted((a, b) => a.from - b.from)
    .flatMap((gap) => {
      const isSameDay = before !== undefined && dayStart(before.from) === dayStart(gap.from)
      const isPossible = isSameDay && (before?.isHot !== gap.isHot || longest?.isHot !== gap.isHot)
      before = gap
      longest = longest === undefined || !isSameDay || gap.till > longest.till ? gap : longest
      return isPossible ? gap.from : []
    })
}

/**
 * Joins runs of one parameter, each of which may be partly cold and partly hot. `isRead` reports whether there is a
 * reading between two instants.
 */
export async function joinGaps(
  found: readonly FoundGap[],
  isRead: (after: number, before: number) => Promise<boolean> | boolean,
): Promise<Gap[]> {
  const joined: FoundGap[] = []
  for (const gap of found.toSorted((a, b) => a.from - b.from)) {
    const before = joined.at(-1)
    const goesOn = before !== undefined && mayGoOn(before, gap) && !(await isRead(before.till, gap.from))
    if (goesOn) extendGap(before, gap)
    else joined.push(gap)
  }
  return joined.map(({ from, till, polls, reason }) => ({ from, till, polls, reason }))
}

const isSame = (a: Gap, b: Gap, times: Float64Array): boolean =>
  b.from <= a.till || (a.reason === b.reason && lowerBound(times, a.till) === lowerBound(times, b.from))
