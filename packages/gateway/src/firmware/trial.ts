import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { InstalledReleases } from './installed.ts'

const lookMs = 10_000
/** So long all must be well without a break. */
const provenMs = 600_000
/** By then it must have been. */
const patienceMs = 900_000

interface Options {
  readonly installed: Pick<InstalledReleases, 'ask' | 'isOnTrial'>
  /** What does not work that worked before; nothing where all does. */
  readonly problem: () => Promise<string | undefined>
  readonly clock: Clock
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>
}

/** A new release proves itself, or the one before it comes back. One that cannot even start is taken back by the system. */
export class Trial {
  readonly #options: Options
  #goodSinceMs: number | null = null
  #problem: string | undefined
  #cancel: (() => void) | undefined
  #beganMs = 0

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    const { installed, clock, log } = this.#options
    if (!installed.isOnTrial) return
    log.info({}, 'this release is on trial: it stays if all is well for ten minutes')
    this.#beganMs = clock.now()
    this.#wait()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #wait(): void {
    this.#cancel = this.#options.clock.after(lookMs, () => void this.#look())
  }

  async #look(): Promise<void> {
    const { clock, problem } = this.#options
    this.#problem = await problem()
    if (this.#cancel === undefined) return
    const nowMs = clock.now()
    this.#goodSinceMs = this.#problem === undefined ? (this.#goodSinceMs ?? nowMs) : null
    if (this.#goodSinceMs !== null && nowMs - this.#goodSinceMs >= provenMs) await this.#end('release-confirm')
    else if (nowMs - this.#beganMs >= patienceMs) await this.#end('release-revert')
    else this.#wait()
  }

  async #end(verb: 'release-confirm' | 'release-revert'): Promise<void> {
    const { installed, log } = this.#options
    try {
      if (verb === 'release-confirm') log.info({}, 'this release has proven itself')
      else log.error({ problem: this.#problem }, 'this release did not prove itself: the one before it comes back')
      await installed.ask({ verb })
    } catch (error) {
      log.warn({ err: error, verb }, 'the helper of this box did not do it; it is asked again')
      if (this.#cancel !== undefined) this.#wait()
    }
  }
}
