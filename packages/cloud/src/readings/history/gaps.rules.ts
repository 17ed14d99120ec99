import type { Gap } from '../chunk/gaps.ts'
import { dayStart } from './days/days.ts'
import { lowerBound } from './join.rules.ts'

/** A run, and whether its end is of hot polls. */
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

/** Whether `b`, which begins later, may be more of `a`: it is not known yet whether something was read between them. */
export const mayGoOn = (a: FoundGap, b: FoundGap): boolean =>
  dayStart(a.from) === dayStart(b.from) && (b.from <= a.till || (a.reason === b.reason && a.isHot !== b.isHot))

/** Makes the run `a` one with `b`, which begins later. */
export function extendGap<T extends Gap>(a: T, b: T): void {
  const polls = a.polls + b.polls
  if (b.till > a.till) Object.assign(a, b, { from: a.from, reason: a.reason })
  a.polls = polls
}

const isSame = (a: Gap, b: Gap, times: Float64Array): boolean =>
  b.from <= a.till || (a.reason === b.reason && lowerBound(times, a.till) === lowerBound(times, b.from))
