/** The simulator's three-phase meter: it is the second device of every site of a swarm. */
export const unit = 2
export const unitsPerSite = 2
/** Twenty single floats, one after the other: a poll is one request. */
export const paramsPerDevice = 20
const wordsPerParam = 2
export const request = { fn: 4, address: 0, count: paramsPerDevice * wordsPerParam } as const
export const periodSec = 10
