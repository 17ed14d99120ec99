const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** Until the service hears of it, time passes: an hour would be less than one. */
const spareMs = 60_000

/** How long a link may live, by the names that people choose. */
export const lifetimesMs = {
  hour: hourMs + spareMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  quarter: 90 * dayMs,
  year: 365 * dayMs,
  twoYears: 730 * dayMs,
} as const
export type Lifetime = keyof typeof lifetimesMs

const names = Object.keys(lifetimesMs) as Lifetime[]

/** The longest is for screens alone. */
export const lifetimesFor = (isKiosk: boolean): Lifetime[] => names.filter((one) => isKiosk || one !== 'twoYears')

/** The nearest that is allowed. */
export const allowedLifetime = (chosen: Lifetime, isKiosk: boolean): Lifetime =>
  lifetimesFor(isKiosk).includes(chosen) ? chosen : 'year'
