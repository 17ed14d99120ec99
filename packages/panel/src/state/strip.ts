/** What a unit did in a part of the day; null where it was not asked. */
export type StripCell = readonly [answered: number, timeouts: number, damaged: number, exceptions: number] | null
