/** When an organization was looked at in this browser, in ms. */
export interface Visit {
  /** The end of the visit before; null while this is the first. */
  before: number | null
  seen: number
}

/** Who was away for so long comes back. */
const awayMs = 30 * 60_000
/** More organizations than that are few who have. */
const visitsMax = 50

/** A look now: still the same visit, or a new one after the last. */
export const continued = (visit: Visit | undefined, now: number): Visit => {
  if (visit === undefined) return { before: null, seen: now }
  return { before: now - visit.seen > awayMs ? visit.seen : visit.before, seen: now }
}

type Visits = Readonly<Record<string, Visit>>

const isVisit = (found: unknown): found is Visit => {
  const { before, seen } = (found ?? {}) as Partial<Visit>
  return Number.isFinite(seen) && (before === null || Number.isFinite(before))
}

/** What of a store makes sense. */
export const readVisits = (found: unknown): Visits =>
  typeof found === 'object' && found !== null
    ? Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Visit] => isVisit(entry[1])))
    : {}

/** With one more look; the longest ago make room. */
export const withVisit = (visits: Visits, key: string, now: number): Visits => {
  const others = Object.entries(visits)
    .filter(([name]) => name !== key)
    .toSorted(([, a], [, b]) => b.seen - a.seen)
    .slice(0, visitsMax - 1)
  return Object.fromEntries([[key, continued(visits[key], now)], ...others])
}
