type Hours = readonly { energy: number | null; isComplete: boolean }[]

/** Returns the sum of known values; null if there are none. */
export const energySum = (hours: Hours): number | null => {
  const known = hours.map(({ energy }) => energy).filter((energy) => energy !== null)
  return known.length === 0 ? null : known.reduce((sum, energy) => sum + energy, 0)
}

/** How today differs from yesterday over the hours that are over; null where one of these is not wholly known, as then the two are no match. */
export const energyDifference = (today: Hours, yesterday: Hours): number | null => {
  const over = today.slice(0, -1)
  const same = yesterday.slice(0, over.length)
  if (over.length === 0 || same.length < over.length) return null
  if ([...over, ...same].some(({ energy, isComplete }) => energy === null || !isComplete)) return null
  return (energySum(over) ?? 0) - (energySum(same) ?? 0)
}

const steps = [1, 2, 2.5, 5, 10]

/** The top of an axis from 0 on that has room for all of these, and what is written at its half. */
export const axisTop = (values: readonly number[]): number => {
  const most = Math.max(0, ...values)
  if (most === 0) return 1
  const size = 10 ** Math.floor(Math.log10(most))
  return (steps.find((step) => step * size >= most) ?? 10) * size
}

/** Visit of an organization in this browser, in ms. */
interface Visit {
  /** The end of the visit before; null while this is the first. */
  before: number | null
  seen: number
}

/** Absence after which a user counts as returning. */
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

/** Reads stored visits and ignores invalid ones. */
export const readVisits = (found: unknown): Visits =>
  typeof found === 'object' && found !== null
    ? Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Visit] => isVisit(entry[1])))
    : {}

/** Adds a visit; the oldest ones are removed. */
export const withVisit = (visits: Visits, key: string, now: number): Visits => {
  const others = Object.entries(visits)
    .filter(([name]) => name !== key)
    .toSorted(([, a], [, b]) => b.seen - a.seen)
    .slice(0, visitsMax - 1)
  return Object.fromEntries([[key, continued(visits[key], now)], ...others])
}
