import type { Clock } from '@busbar/kit'

const quietMs = 60_000
const macsMax = 1000
const linesMax = 20

interface RefusalReporter {
  /** Of one that was refused. */
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
  readonly #tell: RefusalReporter
  /** When each MAC was told of, the earliest first. */
  readonly #toldAt = new Map<string, number>()
  #lines = 0
  #untold = 0
  #cancel: (() => void) | undefined
  count = 0

  constructor(clock: Clock, tell: RefusalReporter) {
    this.#clock = clock
    this.#tell = tell
  }

  add(mac: string, why: string): void {
    this.count += 1
    const now = this.#clock.now()
    const toldAt = this.#toldAt.get(mac)
    if (toldAt !== undefined && now - toldAt < quietMs) return
    this.#cancel ??= this.#clock.after(quietMs, () => this.#minuteIsOver())
    if (this.#lines >= linesMax) {
      this.#untold += 1
      return
    }
    this.#lines += 1
    this.#toldAt.delete(mac)
    this.#toldAt.set(mac, now)
    const [oldest] = this.#toldAt.keys()
    if (this.#toldAt.size > macsMax && oldest !== undefined) this.#toldAt.delete(oldest)
    this.#tell.one(mac, why)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #minuteIsOver(): void {
    if (this.#untold > 0) this.#tell.more(this.#untold)
    this.#lines = 0
    this.#untold = 0
    this.#cancel = undefined
  }
}
