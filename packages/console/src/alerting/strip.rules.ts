/** A time that an alert was active; `resolvedOn` is null while it is. */
export interface StripSpan {
  startedOn: string
  resolvedOn: string | null
}

/** State of an alert during a part of the strip; `unknown` if it was not evaluated. */
export type StripState = 'active' | 'normal' | 'unknown'

export interface StripOptions {
  /** When the alert was created; null where its occurrences are not logged. */
  knownFrom: number | null
  now: number
  count: number
  barMs: number
}

/** The state of each of `count` bars up to now, of `barMs` each. */
export const stripOf = (spans: readonly StripSpan[], { knownFrom, now, count, barMs }: StripOptions): StripState[] => {
  const from = now - count * barMs
  return Array.from({ length: count }, (_, place) => {
    const [start, end] = [from + place * barMs, from + (place + 1) * barMs]
    const isActive = spans.some(({ startedOn, resolvedOn }) => {
      const till = resolvedOn === null ? now + 1 : Date.parse(resolvedOn)
      return Date.parse(startedOn) < end && till > start
    })
    if (isActive) return 'active'
    return knownFrom === null || knownFrom >= end ? 'unknown' : 'normal'
  })
}
