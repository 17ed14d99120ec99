import { shareOfLine } from './back-off.ts'

/**
 * Line time that is there for silent units, however many they are: a twentieth of all that passes, saved up to the cost of one whole
 * attempt.
 */
export class LineBudget {
  #savedMs = 0
  #atMs = 0

  /** A unit fell silent: what was saved while all were well is not for it. */
  clear(nowMs: number): void {
    this.#savedMs = Math.min(0, this.#saved(0, nowMs))
    this.#atMs = nowMs
  }

  spend(costMs: number, mostMs: number, nowMs: number): void {
    this.#savedMs = this.#saved(mostMs, nowMs) - costMs
    this.#atMs = nowMs
  }

  /** Until there is enough for something that costs so much; of `mostMs` more is never saved. */
  waitMs(costMs: number, mostMs: number, nowMs: number): number {
    return Math.max(0, Math.ceil((costMs - this.#saved(mostMs, nowMs)) * shareOfLine - 1e-6))
  }

  #saved(mostMs: number, nowMs: number): number {
    return Math.min(mostMs, this.#savedMs + (nowMs - this.#atMs) / shareOfLine)
  }
}
