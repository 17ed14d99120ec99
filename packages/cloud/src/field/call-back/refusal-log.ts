import type { Clock } from '@busbar/kit'

const quietMs = 60_000
const macsMax = 1000
const linesMax = 20

interface RefusalReporter {
  /** Logs a refused connection. */
  one(mac: string, why: string): void
  /** How many more there were in this minute. */
  more(count: number): void
}

/**
 * Counts refused callers. One that tries again and again is logged once a minute, and of so many MACs in a minute, since made-up ones have no
 * end; the rest is a number.
 */
export class RefusalLog {
  readonly #clock: Clock
  readonly #reporter: RefusalReporter
  /** Time of the last log entry by MAC, earliest first. */
  readonly #loggedAt = new Map<string, number>()
  #lines = 0
  #unlogged = 0
  #cancel: (() => void) | undefined
  count = 0

  constructor(clock: Clock, reporter: RefusalReporter) {
    this.#clock = clock
    this.#reporter = reporter
  }

  add(mac: string, why: string): void {
    this.count += 1
    const now = this.#clock.now()
    const loggedAt = this.#loggedAt.get(mac)
    if (loggedAt !== undefined && now - loggedAt < quietMs) return
    this.#cancel ??= this.#clock.after(quietMs, () => this.#minuteIsOver())
    if (this.#lines >= linesMax) {
      this.#unlogged += 1
      return
    }
    this.#lines += 1
    this.#loggedAt.delete(mac)
    this.#loggedAt.set(mac, now)
    const [oldest] = this.#loggedAt.keys()
    if (this.#loggedAt.size > macsMax && oldest !== undefined) this.#loggedAt.delete(oldest)
    this.#reporter.one(mac, why)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #minuteIsOver(): void {
    if (this.#unlogged > 0) this.#reporter.more(this.#unlogged)
    this.#lines = 0
    this.#unlogged = 0
    this.#cancel = undefined
  }
}
