const firstMs = 1000
const longestMs = 30_000

/** How long to wait before dialling again: twice as long each time, and not all at the same moment. `chance` is from 0 to 1. */
export const backOffMs = (failures: number, chance: number): number =>
  Math.min(longestMs, firstMs * 2 ** failures) * (1 - chance / 2)
