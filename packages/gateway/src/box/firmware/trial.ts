import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { InstalledReleases } from './installed.ts'

const checkIntervalMs = 10_000
/** How much longer than it has to be well a release may take for that. */
const patience = 1.5

interface Options {
  readonly installed: Pick<InstalledReleases, 'ask' | 'isOnTrial'>
  /** How long the gateway must work without interruption. */
  readonly minutes: number
  readonly clock: Clock
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>
}

export interface TrialStatus {
  /** Null while something does not work. */
  readonly provenInSec: number | null
  readonly takenBackInSec: number
  readonly problem: string | null
}

/**
 * Checks a new release during its trial period and rolls it back when it fails. The system rolls back a release that
 * cannot even start.
 */
export class Trial {
  readonly #options: Options
  readonly #provenMs: number
  readonly #patienceMs: number
  #goodSinceMs: number | null = null
  #problem: string | undefined
  readonly #checks: Periodic
  #beganMs = 0
  #find: () => Promise<string | undefined> = async () => undefined

  constructor(options: Options) {
    this.#options = options
    this.#provenMs = options.minutes * 60_000
    this.#patienceMs = this.#provenMs * patience
    const { clock, log } = options
    this.#checks = new Periodic({
      name: 'trial',
      clock,
      everyMs: checkIntervalMs,
      work: () => this.#check(),
      onError: (error) => log.warn({ err: error }, 'release in its trial period could not be checked'),
    })
  }

  /** `problem` returns what worked before and does not work now; undefined when everything works. */
  start(problem: () => Promise<string | undefined>): void {
    const { installed, minutes, clock, log } = this.#options
    if (!installed.isOnTrial) return
    this.#find = problem
    log.info({ minutes }, 'release in its trial period: kept if the gateway works for this time')
    this.#beganMs = clock.now()
    this.#checks.start()
  }

  stop(): Promise<void> {
    return this.#checks.stop()
  }

  /** Progress of the trial period; null without one. */
  status(): TrialStatus | null {
    const { installed, clock } = this.#options
    if (!installed.isOnTrial) return null
    const leftSec = (sinceMs: number, ms: number): number =>
      Math.max(0, Math.ceil((ms - (clock.now() - sinceMs)) / 1000))
    return {
      provenInSec: this.#goodSinceMs === null ? null : leftSec(this.#goodSinceMs, this.#provenMs),
      takenBackInSec: leftSec(this.#beganMs, this.#patienceMs),
      problem: this.#problem ?? null,
    }
  }

  async #check(): Promise<void> {
    const { clock } = this.#options
    // An error of the check counts as a problem.
    this.#problem = await this.#find().catch((error: unknown) => `it could not be checked: ${String(error)}`)
    if (this.#checks.isStopped) return
    const nowMs = clock.now()
    this.#goodSinceMs = this.#problem === undefined ? (this.#goodSinceMs ?? nowMs) : null
    if (this.#goodSinceMs !== null && nowMs - this.#goodSinceMs >= this.#provenMs) await this.#end('release-confirm')
    else if (nowMs - this.#beganMs >= this.#patienceMs) await this.#end('release-revert')
  }

  async #end(verb: 'release-confirm' | 'release-revert'): Promise<void> {
    const { installed, log } = this.#options
    try {
      if (verb === 'release-confirm') log.info({}, 'release passed its trial period')
      else log.error({ problem: this.#problem }, 'release failed its trial period: previous release is restored')
      await installed.ask({ verb })
      // Not awaited: it waits for the check that this is part of.
      void this.#checks.stop()
    } catch (error) {
      log.warn({ err: error, verb }, 'helper request failed; retrying')
    }
  }
}
