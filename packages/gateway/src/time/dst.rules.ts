/** A yearly recurring moment. */
export interface YearlyMoment {
  /** 1-12. */
  readonly month: number
  /** Which such weekday of the month; 6 is the last, as is 5 in a month with four. */
  readonly week: number
  /** 1-7, Monday to Sunday. */
  readonly dow: number
  readonly hour: number
}

/** When the clocks go an hour forward, and back again. In the south they go back in an earlier month. */
export interface DstRule {
  readonly forward: YearlyMoment
  readonly backward: YearlyMoment
  /** Time base of the hours; `local` is local time just before the change. */
  readonly hours: 'utc' | 'local'
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** Offset of summer time. */
export const dstMs = hourMs

/** Start of the day in UTC. 1970 began on a Thursday, three days after a Monday. */
const dayStartMs = (year: number, { month, week, dow }: YearlyMoment): number => {
  const firstMs = Date.UTC(year, month - 1, 1)
  const endMs = Date.UTC(year, month, 1)
  const sinceMondayMs = (((firstMs + 3 * dayMs) % weekMs) + weekMs) % weekMs
  const soughtMs = firstMs + (((dow - 1) * dayMs - sinceMondayMs + weekMs) % weekMs)
  const lastMs = soughtMs + Math.floor((endMs - dayMs - soughtMs) / weekMs) * weekMs
  return Math.min(lastMs, soughtMs + (week - 1) * weekMs)
}

const momentMs = (year: number, moment: YearlyMoment): number => dayStartMs(year, moment) + moment.hour * hourMs

/** Changes of a year, with the UTC offset without summer time. */
const changesOf = ({ forward, backward, hours }: DstRule, year: number, standardMs: number) => {
  const [aheadForward, aheadBackward] = hours === 'utc' ? [0, 0] : [standardMs, standardMs + dstMs]
  return [
    { atMs: momentMs(year, forward) - aheadForward, isDst: true },
    { atMs: momentMs(year, backward) - aheadBackward, isDst: false },
  ]
}

/** Is it summer time at that instant? It is if the last change before it was forward, in whichever year. */
export const isDstAt = (utcMs: number, standardMs: number, rule: DstRule): boolean => {
  const year = new Date(utcMs).getUTCFullYear()
  let last = { atMs: Number.NEGATIVE_INFINITY, isDst: false }
  for (const one of [year - 1, year, year + 1]) {
    for (const change of changesOf(rule, one, standardMs)) {
      if (change.atMs <= utcMs && change.atMs > last.atMs) last = change
    }
  }
  return last.isDst
}
