/** A time that an alert was active; `resolvedOn` is null while it is. */
export interface StripSpan {
  startedOn: string
  resolvedOn: string | null
}

/** For each of `count` bars up to now, of `barMs` each, whether the alert was active in it. */
export const stripOf = (spans: readonly StripSpan[], now: number, count: number, barMs: number): boolean[] => {
  const from = now - count * barMs
  return Array.from({ length: count }, (_, place) => {
    const [start, end] = [from + place * barMs, from + (place + 1) * barMs]
    return spans.some(({ startedOn, resolvedOn }) => {
      const till = resolvedOn === null ? now + 1 : Date.parse(resolvedOn)
      return Date.parse(startedOn) < end && till > start
    })
  })
}
