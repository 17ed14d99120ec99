import { exponentialBackOff } from '@busbar/kit'

const firstMs = 1000
const longestMs = 30_000

/** How long to wait before dialling again, from half of it to all of it so that links do not dial together. `chance` is from 0 to 1. */
export const backOffMs = (failures: number, chance: number): number =>
  exponentialBackOff(failures, firstMs, longestMs) * (1 - chance / 2)
