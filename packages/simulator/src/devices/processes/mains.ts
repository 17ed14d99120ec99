import { noise } from '../../random.ts'

/** The frequency of the grid: the same for all devices. */
export const frequency = (now: number): number => 50 + 0.03 * noise(50, now / 37_000) + 0.01 * noise(51, now / 3_000)

/** The voltage at a socket: slow sags and rises of the street, and a little flicker. */
export const voltage = (seed: number, now: number): number =>
  231 + 4 * noise(seed, now / 1_300_000) + 1.2 * noise(seed + 1, now / 9_000)
