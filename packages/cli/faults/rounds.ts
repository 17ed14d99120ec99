import { seededRandom } from '@busbar/simulator'

/** `npm run test:faults -- --long` */
export const isLong = process.env['BUSBAR_TEST_FAULTS'] === 'long'

/** How often a fault is made: `BUSBAR_TEST_ROUNDS` in the place of both. */
export const roundsOf = (usual: number, long: number): number =>
  Number(process.env['BUSBAR_TEST_ROUNDS'] ?? (isLong ? long : usual))

/** When rounds end at the latest, so that the whole run ends in its time also on a slow machine. */
const tillMs = Number(process.env['BUSBAR_TEST_TILL_MS'] ?? Number.POSITIVE_INFINITY)
export const hasTime = (): boolean => Date.now() < tillMs

/** Moments are drawn, and the same for the same seed. */
export const seed = Number(process.env['BUSBAR_TEST_SEED'] ?? 1)

/** Whole numbers below `most`. */
export const drawing = (): ((most: number) => number) => {
  const random = seededRandom(seed)
  return (most) => Math.floor(random() * most)
}

/** Milliseconds: the one in the middle and the largest. */
export const middleAndWorst = (all: readonly number[]): string => {
  const sorted = all.toSorted((a, b) => a - b)
  return `${Math.round(sorted[sorted.length >> 1] ?? 0)} ms, at worst ${Math.round(sorted.at(-1) ?? 0)} ms`
}
