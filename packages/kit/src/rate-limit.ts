import type { Clock } from './time/clock.ts'

interface Bucket {
  /** The remaining amount as of `atMs`. */
  left: number
  atMs: number
}

export interface RateOptions {
  clock: Clock
  windowMs: number
  /** Keys remembered; the one that was used longest ago gives way. */
  keysMax?: number
}

/** Shares a limit between several nodes. */
export interface SharedRate<Key> {
  /** Receives amounts that this node took or returned. */
  onTaken(key: Key, limit: number, amount: number): void
  /** For how many one counts. */
  weight(): number
  /** Time until the other nodes have received what this node took; 0 for no wait. */
  pauseMs(key: Key, limit: number, amount: number): number
}

/** Sums of fractions may fall short by a rounding error. */
const rounding = 1e-9

/** Allows a number of calls per window for each key; the allowance refills evenly with time. */
export class RateLimit<Key> {
  readonly #clock: Clock
  readonly #windowMs: number
  readonly #keysMax: number
  readonly #buckets = new Map<Key, Bucket>()
  shared: SharedRate<Key> | null = null

  constructor({ clock, windowMs, keysMax = 100_000 }: RateOptions) {
    this.#clock = clock
    this.#windowMs = windowMs
    this.#keysMax = keysMax
  }

  /**
   * Takes one, or `amount`; gives 0, or after how many milliseconds there is enough again. Nothing is taken then. More than all
   * that there can be is taken as all.
   */
  take(key: Key, limit: number, amount = 1): number {
    const bucket = this.#bucket(key, limit)
    const needed = Math.min(amount * (this.shared?.weight() ?? 1), limit)
    const waitMs = Math.max(this.#waitMs(bucket, needed, limit), this.shared?.pauseMs(key, limit, needed) ?? 0)
    if (waitMs > 0) return waitMs
    bucket.left = Math.max(0, bucket.left - needed)
    this.shared?.onTaken(key, limit, needed)
    return 0
  }

  /** Notes an amount that another node took or returned. */
  note(key: Key, limit: number, amount: number): void {
    const bucket = this.#bucket(key, limit)
    bucket.left = Math.min(limit, Math.max(0, bucket.left - amount))
  }

  /** Gives back what `take` took. */
  giveBack(key: Key, limit: number): void {
    const bucket = this.#bucket(key, limit)
    bucket.left = Math.min(limit, bucket.left + 1)
    this.shared?.onTaken(key, limit, -1)
  }

  /** Would `take` succeed? Gives what it would. */
  peek(key: Key, limit: number): number {
    return Math.max(this.#waitMs(this.#bucket(key, limit), 1, limit), this.shared?.pauseMs(key, limit, 1) ?? 0)
  }

  /** How many of `limit` are taken now. */
  used(key: Key, limit: number): number {
    return limit - this.#bucket(key, limit).left
  }

  #waitMs({ left }: Bucket, needed: number, limit: number): number {
    return left < needed - rounding ? Math.ceil(((needed - left) * this.#windowMs) / limit) : 0
  }

  #bucket(key: Key, limit: number): Bucket {
    const now = this.#clock.now()
    const known = this.#buckets.get(key)
    const refill = known === undefined ? limit : ((now - known.atMs) * limit) / this.#windowMs
    const bucket = { left: Math.min(limit, (known?.left ?? 0) + refill), atMs: now }
    // Last in the map is last used.
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > this.#keysMax) this.#forgetOldest()
    return bucket
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
