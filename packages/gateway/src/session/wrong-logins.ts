import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'

const perMinuteMax = 10
const minuteMs = 60_000

/** Counts wrong logins, and tells of them: of so many a minute one by one, of the rest in a number. */
export class WrongLogins {
  readonly #clock: Clock
  readonly #log: Pick<Log, 'warn'>
  #logged = 0
  #unlogged = 0
  #cancel: (() => void) | undefined
  /** Since the start. */
  count = 0

  constructor(clock: Clock, log: Pick<Log, 'warn'>) {
    this.#clock = clock
    this.#log = log
  }

  /** `username` is anybody's text: only those that there are may stand in the log. */
  add(from: string, username: string, isUnseen: boolean): void {
    this.count += 1
    this.#cancel ??= this.#clock.after(minuteMs, () => this.#minuteIsOver())
    if (this.#logged >= perMinuteMax) {
      this.#unlogged += 1
      return
    }
    this.#logged += 1
    const user = username === 'admin' || username === 'user' ? username : 'nobody we know'
    const message = isUnseen ? 'a login was refused unseen, after too many wrong ones' : 'a wrong login'
    this.#log.warn({ from, user, count: this.count }, message)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #minuteIsOver(): void {
    if (this.#unlogged > 0)
      this.#log.warn({ more: this.#unlogged, count: this.count }, 'more wrong logins in this minute')
    this.#logged = 0
    this.#unlogged = 0
    this.#cancel = undefined
  }
}
