/** What part of time a chart shows, in ms since 1970. */
export interface View {
  from: number
  till: number
}

/** What somebody chose: so much time till a moment, or till now for as long as it is null. */
export interface Wish {
  spanMs: number
  till: number | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const spans = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
} as const
export type SpanName = keyof typeof spans

const spanMsMin = 10_000
const spanMsMax = 20 * spans.year
/** Who comes so near to now wants to follow it. */
const followPart = 0.01

export const viewOf = ({ spanMs, till }: Wish, now: number): View => ({
  from: (till ?? now) - spanMs,
  till: till ?? now,
})

/** Nobody sees into the future: a view that reaches it follows the present. */
const wishOf = (spanMs: number, till: number, now: number): Wish => ({
  spanMs,
  till: till >= now - spanMs * followPart ? null : till,
})

/** Shows `factor` times as much, with the moment `at` staying where it is on the screen. */
export const zoomed = (wish: Wish, factor: number, at: number | null, now: number): Wish => {
  const { from, till } = viewOf(wish, now)
  const spanMs = Math.min(spanMsMax, Math.max(spanMsMin, wish.spanMs * factor))
  // What follows the present goes on doing so, unless something else is pointed at.
  const fixed = at ?? (wish.till === null ? till : (from + till) / 2)
  return wishOf(spanMs, fixed + ((till - fixed) * spanMs) / wish.spanMs, now)
}

/** Moves by so many ms; more is later. */
export const panned = (wish: Wish, ms: number, now: number): Wish =>
  wishOf(wish.spanMs, viewOf(wish, now).till + ms, now)

/** From one moment till another, whichever is first. */
export const between = (a: number, b: number, now: number): Wish =>
  wishOf(Math.min(spanMsMax, Math.max(spanMsMin, Math.abs(b - a))), Math.max(a, b), now)

/** A view that contains this one, and stays the same while it moves a little: for questions that need not be asked all the time. */
export const coarse = ({ from, till }: View): View => {
  const stepMs = 2 ** Math.ceil(Math.log2((till - from) / 32))
  return { from: Math.floor(from / stepMs) * stepMs, till: Math.ceil(till / stepMs) * stepMs }
}
