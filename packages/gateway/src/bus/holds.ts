/**
 * Units that did not answer in time. Their answer may still come, and would fit the next request to them: they are not asked until
 * it came and was dropped, or as much time again has passed.
 */
export class Holds {
  readonly #untilMs = new Map<number, number>()

  hold(unit: number, untilMs: number): void {
    this.#untilMs.set(unit, untilMs)
  }

  /** A frame of the unit came: it owes nothing more. */
  release(unit: number): void {
    if (this.#untilMs.size > 0) this.#untilMs.delete(unit)
  }

  isHeld(unit: number, nowMs: number): boolean {
    if (this.#untilMs.size === 0) return false
    const untilMs = this.#untilMs.get(unit)
    if (untilMs === undefined) return false
    if (nowMs < untilMs) return true
    this.#untilMs.delete(unit)
    return false
  }

  /** When the next of those that are held may be asked again. */
  nextMs(nowMs: number): number {
    for (const [unit, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(unit)
    return Math.min(...this.#untilMs.values())
  }

  clear(): void {
    this.#untilMs.clear()
  }
}
