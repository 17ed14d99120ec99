import type { Clock } from '@busbar/kit'

interface GuessCount {
  wrong: number
  /** End of the lockout. */
  closedUntilMs: number
  forgottenAtMs: number
}

const freeMax = 5
const [pauseMinMs, pauseMaxMs] = [1000, 60_000]
const memoryMs = 600_000
const sourcesMax = 1024

/** Counts wrong passwords by address: five are free, then each adds a longer pause. */
export class Guesses {
  readonly #clock: Clock
  /** The one that was wrong last is at the end. */
  readonly #sources = new Map<string, GuessCount>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** May another password be tried? */
  isOpen(source: string): boolean {
    return (this.#recordOf(source)?.closedUntilMs ?? 0) <= this.#clock.now()
  }

  /** A right password does not clear the count: the holder of one password could otherwise guess the other. */
  wasWrong(source: string): void {
    const nowMs = this.#clock.now()
    const wrong = (this.#recordOf(source)?.wrong ?? 0) + 1
    const pauseMs = wrong < freeMax ? 0 : Math.min(pauseMaxMs, pauseMinMs * 2 ** (wrong - freeMax))
    this.#sources.delete(source)
    this.#sources.set(source, { wrong, closedUntilMs: nowMs + pauseMs, forgottenAtMs: nowMs + memoryMs })
    const [oldest] = this.#sources.keys()
    if (this.#sources.size > sourcesMax && oldest !== undefined) this.#sources.delete(oldest)
  }

  #recordOf(source: string): GuessCount | undefined {
    const record = this.#sources.get(source)
    return record !== undefined && record.forgottenAtMs > this.#clock.now() ? record : undefined
  }
}
