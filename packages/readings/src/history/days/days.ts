/** Chunks are UTC days: none is longer or shorter than another. */
export const dayMs = 86_400_000

/** The beginning of an instant's day. */
export const dayStart = (ms: number): number => Math.floor(ms / dayMs) * dayMs

/** For SQL. No reading is older than 1970 or from the year 10000, which PostgreSQL would want to be written differently. */
export const sqlInstant = (ms: number): Date => new Date(Math.min(Math.max(ms, 0), instantMax))

/** How SQL writes the day of an instant. */
export const dayText = (ms: number): string => sqlInstant(ms).toISOString().replace(/T.*/, '')

const instantMax = Date.UTC(9999, 11, 31)
