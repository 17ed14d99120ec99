interface Miss {
  /** In a row. */
  count: number
  /** Answers that may still come: one for each time that it did not, less those that came too late. */
  owed: number
  untilMs: number
}

/** A unit is held twice as long as it was waited for; four times, when that was not the first time in a row. */
const holdFactor = 2
const doublingsMax = 1

/**
 * Units that did not answer in time. Their answer may still come, and would fit the next request to them: they are not asked until
 * it came and was dropped, or a while has passed. One that is always late is held longer, and let go by its answers.
 */
export class Holds {
  readonly #misses = new Map<number, Miss>()

  missed(unit: number, nowMs: number, waitedMs: number): void {
    const { count, owed } = this.#misses.get(unit) ?? { count: 0, owed: 0 }
    const untilMs = nowMs + waitedMs * holdFactor * 2 ** Math.min(count, doublingsMax)
    this.#misses.set(unit, { count: count + 1, owed: owed + 1, untilMs })
  }

  /** A frame of the unit came that answers nothing. */
  cameLate(unit: number): void {
    const miss = this.#misses.get(unit)
    if (miss === undefined) return
    miss.owed = Math.max(0, miss.owed - 1)
    if (miss.owed === 0) miss.untilMs = 0
  }

  answered(unit: number): void {
    if (this.#misses.size > 0) this.#misses.delete(unit)
  }

  isHeld(unit: number, nowMs: number): boolean {
    return this.#misses.size > 0 && nowMs < (this.#misses.get(unit)?.untilMs ?? 0)
  }

  /** When the next of those that are held may be asked again. */
  nextMs(nowMs: number): number {
    const held = [...this.#misses.values()].filter(({ untilMs }) => nowMs < untilMs)
    return Math.min(...held.map(({ untilMs }) => untilMs))
  }

  clear(): void {
    this.#misses.clear()
  }
}
