import type { Clock } from '@busbar/kit'

const windowMs = 600_000
const changesMax = 3
const netsMax = 1000

/** Counts how often the key of a network came under another MAC: a box that was exchanged does it once, a copied card again and again. */
export class MacChanges {
  readonly #clock: Clock
  /** When, the earliest first. */
  readonly #times = new Map<number, readonly number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** One more; false when there were too many lately, and it must not be. */
  add(netId: number): boolean {
    const now = this.#clock.now()
    const recent = (this.#times.get(netId) ?? []).filter((at) => now - at < windowMs)
    this.#times.delete(netId)
    const [oldest] = this.#times.keys()
    if (this.#times.size >= netsMax && oldest !== undefined) this.#times.delete(oldest)
    const isAllowed = recent.length < changesMax
    this.#times.set(netId, isAllowed ? [...recent, now] : recent)
    return isAllowed
  }
}
