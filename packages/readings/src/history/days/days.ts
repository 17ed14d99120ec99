/** Chunks are UTC days, which all have the same length. */
export const dayMs = 86_400_000

/** Start of the UTC day of an instant. */
export const dayStart = (ms: number): number => Math.floor(ms / dayMs) * dayMs

/** Instant for SQL, limited to the years 1970 to 9999, because PostgreSQL writes others differently. */
export const sqlInstant = (ms: number): Date => new Date(Math.min(Math.max(ms, 0), instantMax))

/** Date of an instant in SQL. */
export const dayText = (ms: number): string => sqlInstant(ms).toISOString().replace(/T.*/, '')

const instantMax = Date.UTC(9999, 11, 31)
