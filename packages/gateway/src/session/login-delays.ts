import { type Clock, exponentialBackOff } from '@busbar/kit'

const freeTries = 5
const firstDelayMs = 1000
const delayMsMax = 60_000
const forgottenMs = 15 * 60_000
const sourcesMax = 256

interface FailedLogins {
  readonly count: number
  readonly lastMs: number
}

/** How long a client that was wrong this often has to wait. */
const delayOf = (count: number): number =>
  count < freeTries ? 0 : exponentialBackOff(count - freeTries, firstDelayMs, delayMsMax)

/** Slows those who guess: after some wrong logins from one source every further one doubles the wait, up to a minute. */
export class LoginDelays {
  readonly #clock: Clock
  /** Last in the map was wrong last. */
  readonly #sources = new Map<string, FailedLogins>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How long this source has to wait before it may try; 0 is not at all. */
  waitMs(source: string): number {
    const wrongs = this.#current(source)
    if (wrongs === undefined) return 0
    return Math.max(0, wrongs.lastMs + delayOf(wrongs.count) - this.#clock.now())
  }

  wasWrong(source: string): void {
    const count = (this.#current(source)?.count ?? 0) + 1
    this.#sources.delete(source)
    const [oldest] = this.#sources.keys()
    if (this.#sources.size >= sourcesMax && oldest !== undefined) this.#sources.delete(oldest)
    this.#sources.set(source, { count, lastMs: this.#clock.now() })
  }

  wasRight(source: string): void {
    this.#sources.delete(source)
  }

  #current(source: string): FailedLogins | undefined {
    const wrongs = this.#sources.get(source)
    if (wrongs === undefined || this.#clock.now() < wrongs.lastMs + forgottenMs) return wrongs
    this.#sources.delete(source)
    return undefined
  }
}
