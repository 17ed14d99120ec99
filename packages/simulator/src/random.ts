/** Chance that is the same on every machine and every run: numbers in, numbers out, nothing remembered. */

/** Two numbers mixed into 32 bits; only the lowest 32 bits of each count. */
export function mix(seed: number, n: number): number {
  let h = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(n, 0xc2b2_ae35)
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A seed of any text or number. */
export function seedOf(source: string | number): number {
  let h = 0x811c_9dc5
  for (const char of String(source)) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x0100_0193)
  return mix(h, 0)
}

/** From 0 up to but not 1. */
export const uniform = (seed: number, n: number): number => mix(seed, n) / 0x1_0000_0000

/** From -1 to 1, smooth, with a new turn at every whole `t`. */
export function noise(seed: number, t: number): number {
  const whole = Math.floor(t)
  const part = t - whole
  const ease = part * part * (3 - 2 * part)
  const from = uniform(seed, whole)
  return 2 * (from + (uniform(seed, whole + 1) - from) * ease) - 1
}

/** Numbers from 0 up to but not 1, of a row that the seed decides. */
export function seededRandom(seed: number): () => number {
  let n = 0
  return () => uniform(seed, n++)
}

/** The next number from `low` up to `high`, of a row that the seed decides. */
export type RandomBetween = (low: number, high: number) => number

export function draws(seed: number): RandomBetween {
  const random = seededRandom(seed)
  return (low, high) => low + (high - low) * random()
}

/** Eight digits that a device has as its serial number. */
export const serialOf = (seed: number): string => String(10_000_000 + (mix(seed, 0x5e1a) % 90_000_000))
