import type { Transactions, Tx } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import {
  type AsideCounts,
  mendLast,
  mendRecords,
  newestOn,
  organizationsAhead,
  readMemory,
  saveMemory,
  setAheadAside,
  setFinal,
} from './clock.sql.ts'
import { aheadMaxMs, type ClockState, type ClockStep, TrustedClock } from './trusted-clock.ts'

export interface ClockWatchOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  uptimeMs?: () => number
}

const checkMs = 10_000
/** Interval at which the state is saved for the next run. */
const saveMs = 60_000
/** A clock that shows an earlier time is wrong: this table did not exist then. Readings are not compared with it. */
const madeOn = Date.UTC(2026, 10, 1)

const messages: Record<ClockState, string> = {
  steady: 'the clock was set',
  ahead: 'the clock is implausibly far ahead: readings are quarantined',
  behind: 'the clock is behind recorded readings',
}

/** Watches the wall clock while the service runs, and saves its state for the next run. */
export class ClockWatch {
  readonly trusted: TrustedClock
  readonly #options: ClockWatchOptions
  readonly #checks: Periodic
  #saving: Promise<void> = Promise.resolve()
  #savedMs = -Infinity
  /** State is stored only after readings ahead of the clock have been checked once. */
  #isMended = false

  constructor(options: ClockWatchOptions) {
    const { clock, log } = options
    this.#options = options
    this.trusted = new TrustedClock({ ...options, onStep: (step, state) => this.#noteStep(step, state) })
    this.#checks = new Periodic({
      name: 'clock',
      clock,
      everyMs: checkMs,
      work: () => {
        this.trusted.observe()
        // The clock is observed even while the database is unavailable.
        if (clock.now() - this.#savedMs >= saveMs) void this.#save()
      },
      onError: (error) => log.error({ err: error }, 'clock check failed'),
    })
  }

  /** Compares the clock with recorded readings. */
  async start(): Promise<void> {
    const { db } = this.#options
    const memory = await readMemory(db.sql)
    this.#isMended = memory !== null || (await this.#mend())
    const newest = memory === null ? await newestOn(db.sql) : null
    if (memory !== null) this.trusted.recall(memory)
    else if (newest !== null) this.trusted.recall({ believedOn: newest, shownOn: newest })
    await this.#save()
    this.#checks.start()
  }

  async stop(): Promise<void> {
    await this.#checks.stop()
    await this.#save()
  }

  /** Quarantines an organization's readings that are ahead of the clock. */
  setAside(tx: Tx, orgId: number): Promise<AsideCounts> {
    return setAheadAside(tx, orgId, new Date(this.#options.now().getTime() + aheadMaxMs))
  }

  /** Accepts the current time of the wall clock, on request of an administrator. */
  async believe(): Promise<void> {
    this.trusted.believe()
    await this.#save()
  }

  /** Quarantines readings of a service version that did not check its clock. */
  async #mend(): Promise<boolean> {
    const { db, now, log } = this.#options
    const wall = now()
    if (wall.getTime() < madeOn) return false
    const after = new Date(wall.getTime() + aheadMaxMs)
    const moved = await db.tx(async (tx) => {
      const aside = { polls: 0, chunks: 0 }
      for (const orgId of await organizationsAhead(tx, after)) {
        const { polls, chunks } = await setAheadAside(tx, orgId, after)
        aside.polls += polls
        aside.chunks += chunks
        await mendLast(tx, orgId, after)
      }
      await mendRecords(tx)
      await setFinal(tx, wall)
      return aside
    })
    if (moved.polls + moved.chunks > 0) log.error(moved, 'readings ahead of the clock were quarantined')
    return true
  }

  /** Saves one after the other. While the database is unavailable, the next run saves. */
  #save(): Promise<void> {
    if (!this.#isMended) return Promise.resolve()
    this.#savedMs = this.#options.clock.now()
    this.#saving = this.#saving.then(() => saveMemory(this.#options.db.sql, this.trusted.memory())).catch(() => {})
    return this.#saving
  }

  #noteStep({ on, byMs }: ClockStep, state: ClockState): void {
    const { log } = this.#options
    const details = { on: new Date(on).toISOString(), bySec: Math.round(byMs / 1000), state }
    if (state === 'steady') log.info(details, messages[state])
    else log.error(details, messages[state])
    void this.#save()
  }
}
