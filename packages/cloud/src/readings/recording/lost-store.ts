import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Transactions } from '../../db/open.ts'
import type { Tx } from '../../db/sql.ts'
import { isDataFault } from './faults.rules.ts'
import { type Losses, type LossReason, type LostRun, lossReasons, type RecorderLog } from './losses.ts'
import { storeLost } from './lost.sql.ts'

export interface LostOptions {
  /** Where a stop notes what it could not record while the database was away. */
  folder: string
  /** Joins the transaction that stores what was lost. */
  note?: (tx: Tx, runs: readonly LostRun[]) => Promise<void>
}

const lostRuns = z.array(
  z.object({
    orgId: z.number(),
    deviceId: z.number(),
    from: z.number(),
    till: z.number(),
    polls: z.number(),
    reason: z.enum(Object.keys(lossReasons) as [LossReason, ...LossReason[]]),
  }),
)

/** A gap has a reason: what was lost is told to the database once it is there again, or to a file until then. */
export class LostStore {
  readonly #db: Transactions
  readonly #now: () => Date
  readonly #log: RecorderLog
  readonly #path: string | null
  readonly #note: LostOptions['note']

  constructor(options: { db: Transactions; now: () => Date; log: RecorderLog; lost?: LostOptions | undefined }) {
    this.#db = options.db
    this.#now = options.now
    this.#log = options.log
    this.#path = options.lost === undefined ? null : join(options.lost.folder, 'lost-readings.json')
    this.#note = options.lost?.note
  }

  /** Of those before us, who stopped while the database was away. */
  async start(): Promise<void> {
    const runs = this.#load()
    if (runs.length > 0 && (await this.#store(runs)) && this.#path !== null) rmSync(this.#path)
  }

  async store(losses: Losses): Promise<void> {
    const runs = losses.unstored
    if (runs.length > 0 && (await this.#store(runs))) losses.stored(runs)
  }

  /** The service stops: the next start tells the database. */
  keep(losses: Losses): void {
    const runs = losses.unstored
    if (runs.length === 0 || this.#path === null) return
    try {
      writeFileSync(`${this.#path}.new`, JSON.stringify(runs), { flush: true, mode: 0o600 })
      renameSync(`${this.#path}.new`, this.#path)
    } catch (error) {
      this.#log.error({ err: error, devices: runs.length }, 'What was lost could not be noted')
    }
  }

  /** False when it is worth another try. */
  async #store(runs: readonly LostRun[]): Promise<boolean> {
    try {
      await this.#db.tx(async (tx) => {
        const stored = await storeLost(tx, runs, this.#now())
        await this.#note?.(tx, stored)
      })
      return true
    } catch (error) {
      this.#log.error({ err: error, devices: runs.length }, 'What was lost could not be noted')
      return isDataFault(error)
    }
  }

  /** Nothing where there is no file, or none that makes sense. */
  #load(): LostRun[] {
    if (this.#path === null) return []
    try {
      return lostRuns.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      return []
    }
  }
}
