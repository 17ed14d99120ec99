/** The seed of all randomness: `BUSBAR_TEST_HOSTILE_SEED` replays a run. */
export const seed = Number(process.env['BUSBAR_TEST_HOSTILE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

/** Random numbers that are the same for the same seed (mulberry32). */
export class SeededRandom {
  #state: number

  constructor(salt: number) {
    this.#state = (seed + salt) | 0
  }

  /** A whole number from 0 on, less than `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)))
  }
}
