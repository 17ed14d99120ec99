import { useState } from 'react'

export interface Extremes {
  least: number
  greatest: number
}

/** Extremes of a span as the service computed them, with the readings that have arrived since. */
export const useExtremes = (computed: Extremes | undefined, value: string | undefined): Extremes | undefined => {
  const [seen, setSeen] = useState<{ of: Extremes; extremes: Extremes } | null>(null)
  if (computed === undefined) return undefined
  const isSame = seen !== null && seen.of.least === computed.least && seen.of.greatest === computed.greatest
  const known = isSame ? seen.extremes : computed
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  const extremes = Number.isFinite(number) ? extended(known, number) : known
  if (!isSame || extremes !== known) setSeen({ of: computed, extremes })
  return extremes
}

const extended = (known: Extremes, value: number): Extremes =>
  value >= known.least && value <= known.greatest
    ? known
    : { least: Math.min(known.least, value), greatest: Math.max(known.greatest, value) }
