/** Time range of a chart, in ms since 1970. */
export interface TimeWindow {
  from: number
  till: number
}

/** The chosen range: so much time till a moment, or till now while `till` is null. */
export interface TimeRange {
  spanMs: number
  till: number | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const spans = {
  hour: hourMs,
  quarter: 6 * hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
} as const
export type SpanName = keyof typeof spans

const spanMsMin = 10_000
const spanMsMax = 20 * spans.year
/** A view that ends this close to the present follows it. */
const followPart = 0.01

/** Returns true for a span that a chart can show. */
export const isSpan = (spanMs: number): boolean => spanMs >= spanMsMin && spanMs <= spanMsMax

export const viewOf = ({ spanMs, till }: TimeRange, now: number): TimeWindow => ({
  from: (till ?? now) - spanMs,
  till: till ?? now,
})

/** A view that reaches the future follows the present. */
const rangeOf = (spanMs: number, till: number, now: number): TimeRange => ({
  spanMs,
  till: till >= now - spanMs * followPart ? null : till,
})

/** Shows `factor` times as much, with the moment `at` staying where it is on the screen. */
export const zoomed = (range: TimeRange, factor: number, at: number | null, now: number): TimeRange => {
  const { from, till } = viewOf(range, now)
  const spanMs = Math.min(spanMsMax, Math.max(spanMsMin, range.spanMs * factor))
  // A view that follows the present keeps doing so, unless the pointer is elsewhere.
  const fixed = at ?? (range.till === null ? till : (from + till) / 2)
  return rangeOf(spanMs, fixed + ((till - fixed) * spanMs) / range.spanMs, now)
}

/** Moves by so many ms; more is later. */
export const panned = (range: TimeRange, ms: number, now: number): TimeRange =>
  rangeOf(range.spanMs, viewOf(range, now).till + ms, now)

/** From one moment till another, whichever is first. */
export const between = (a: number, b: number, now: number): TimeRange =>
  rangeOf(Math.min(spanMsMax, Math.max(spanMsMin, Math.abs(b - a))), Math.max(a, b), now)

/** A view that contains this one, and stays the same while it moves a little: for questions that need not be asked all the time. */
export const coarse = ({ from, till }: TimeWindow): TimeWindow => {
  const stepMs = 2 ** Math.ceil(Math.log2((till - from) / 32))
  return { from: Math.floor(from / stepMs) * stepMs, till: Math.ceil(till / stepMs) * stepMs }
}
