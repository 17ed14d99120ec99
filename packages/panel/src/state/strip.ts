/** What a unit did in a part of the day; null where nobody asked. */
export type StripCell = readonly [answered: number, timeouts: number, damaged: number, exceptions: number] | null
