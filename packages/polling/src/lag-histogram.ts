import { at } from '@busbar/kit'

/** Upper bounds of the buckets; greater values count for the last one. */
const endsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
const windowMs = 60_000

/** Distribution of delays in the current and the previous minute. */
export class LagHistogram {
  #running = endsMs.map(() => 0)
  #before = endsMs.map(() => 0)
  #sinceMs = 0

  add(lagMs: number, nowMs: number): void {
    this.#turn(nowMs)
    const found = endsMs.findIndex((endMs) => lagMs <= endMs)
    const bucket = found < 0 ? endsMs.length - 1 : found
    this.#running[bucket] = at(this.#running, bucket) + 1
  }

  /** 99th percentile, rounded up to the bucket's bound; 0 without values. */
  p99(nowMs: number): number {
    this.#turn(nowMs)
    const counts = endsMs.map((_, bucket) => at(this.#running, bucket) + at(this.#before, bucket))
    let left = Math.ceil(counts.reduce((sum, count) => sum + count, 0) * 0.99)
    if (left === 0) return 0
    const found = counts.findIndex((count) => (left -= count) <= 0)
    return at(endsMs, found)
  }

  #turn(nowMs: number): void {
    if (nowMs - this.#sinceMs < windowMs) return
    this.#before = nowMs - this.#sinceMs < 2 * windowMs ? this.#running : endsMs.map(() => 0)
    this.#running = endsMs.map(() => 0)
    this.#sinceMs = nowMs
  }
}
