import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limitLockWait, type Queries, type Transactions, type Tx } from '@busbar/database'
import { z } from 'zod'
import type { QueuedPoll } from './queue.ts'

export interface RecorderLog {
  error(details: object, message: string): void
  info(details: object, message: string): void
}

/** Reasons why polls were not recorded, for gaps and for the log. */
const lossReasons = {
  OutageBufferFull: 'the buffer is full because the database is unavailable',
  ServiceStopped: 'the service stops',
  RefusedByDatabase: 'the database refuses them',
} as const
export type LossReason = keyof typeof lossReasons

/** Consecutive polls of one device that were not recorded. */
export interface LostRun {
  orgId: number
  deviceId: number
  from: number
  till: number
  polls: number
  reason: LossReason
}

/** Devices with runs of their own; losses of further devices are only counted. */
const runsMax = 50_000

/**
 * Counts polls that could not be recorded and keeps the runs until they are stored. A period of losses is logged at its
 * start, and at its end with the totals.
 */
export class Losses {
  readonly #log: RecorderLog
  #polls = 0
  #readings = 0
  #episode: { polls: number; readings: number; from: number; till: number } | null = null
  #runs = new Map<string, LostRun>()

  constructor(log: RecorderLog) {
    this.#log = log
  }

  get polls(): number {
    return this.#polls
  }

  get readings(): number {
    return this.#readings
  }

  /** Finished runs that are not stored yet. */
  get unstored(): readonly LostRun[] {
    return this.#episode === null ? [...this.#runs.values()] : []
  }

  add(dropped: readonly QueuedPoll[], reason: LossReason): void {
    for (const { poll, readings } of dropped) {
      const { readOn } = poll
      this.#polls += 1
      this.#readings += readings
      if (this.#episode === null) {
        this.#log.error({ why: lossReasons[reason] }, 'readings are being lost')
        this.#episode = { polls: 0, readings: 0, from: readOn, till: readOn }
      }
      this.#episode.polls += 1
      this.#episode.readings += readings
      this.#episode.from = Math.min(this.#episode.from, readOn)
      this.#episode.till = Math.max(this.#episode.till, readOn)
      this.#prolong(poll, reason)
    }
  }

  /** Counts a poll that the database refuses permanently. */
  refuse({ poll, readings }: QueuedPoll, error: unknown): void {
    this.#polls += 1
    this.#readings += readings
    const { orgId, deviceId, readOn } = poll
    this.#log.error(
      { err: error, orgId, deviceId, readOn: new Date(readOn).toISOString() },
      'a poll was refused and is lost',
    )
    this.#prolong(poll, 'RefusedByDatabase')
  }

  /** Ends the current runs, because recording continues or stops. */
  close(): void {
    if (this.#episode === null) return
    const { polls, readings, from, till } = this.#episode
    this.#episode = null
    const span = { from: new Date(from).toISOString(), till: new Date(till).toISOString() }
    this.#log.error({ polls, readings, ...span }, 'readings were lost')
  }

  stored(runs: readonly LostRun[]): void {
    for (const run of runs) this.#runs.delete(keyOf(run))
  }

  #prolong({ orgId, deviceId, readOn }: QueuedPoll['poll'], reason: LossReason): void {
    const key = keyOf({ deviceId, reason })
    const run = this.#runs.get(key)
    if (run === undefined) {
      if (this.#runs.size >= runsMax) return
      this.#runs.set(key, { orgId, deviceId, from: readOn, till: readOn, polls: 1, reason })
      return
    }
    run.from = Math.min(run.from, readOn)
    run.till = Math.max(run.till, readOn)
    run.polls += 1
  }
}

const keyOf = ({ deviceId, reason }: Pick<LostRun, 'deviceId' | 'reason'>): string => `${deviceId} ${reason}`

export interface LostOptions {
  /** Folder for polls that a stop could not record while the database was unavailable. */
  folder: string
  /** Joins the transaction that stores losses. */
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

/** Recording waits during this time. */
const lockWaitMs = 8000

/** Stores lost polls as gaps with a reason: in the database, or in a file until it is available again. */
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

  /** Loads losses of an earlier run that stopped while the database was unavailable. */
  async start(): Promise<void> {
    const runs = this.#load()
    if (runs.length > 0 && (await this.#store(runs)) && this.#path !== null) rmSync(this.#path)
  }

  async store(losses: Losses): Promise<void> {
    const runs = losses.unstored
    if (runs.length > 0 && (await this.#store(runs))) losses.stored(runs)
  }

  /** Writes losses to a file when the service stops; the next start stores them in the database. */
  keep(losses: Losses): void {
    const runs = losses.unstored
    if (runs.length === 0 || this.#path === null) return
    try {
      writeFileSync(`${this.#path}.new`, JSON.stringify(runs), { flush: true, mode: 0o600 })
      renameSync(`${this.#path}.new`, this.#path)
    } catch (error) {
      this.#log.error({ err: error, devices: runs.length }, 'lost readings could not be stored')
    }
  }

  /** Returns false if another attempt makes sense. */
  async #store(runs: readonly LostRun[]): Promise<boolean> {
    try {
      await this.#db.tx(async (tx) => {
        await limitLockWait(tx, lockWaitMs)
        const stored = await storeLost(tx, runs, this.#now())
        await this.#note?.(tx, stored)
      })
      return true
    } catch (error) {
      this.#log.error({ err: error, devices: runs.length }, 'lost readings could not be stored')
      return isDataFault(error)
    }
  }

  /** Returns no runs if the file is missing or invalid. */
  #load(): LostRun[] {
    if (this.#path === null) return []
    try {
      return lostRuns.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      return []
    }
  }
}

/**
 * Stores runs and returns the stored ones, without those of deleted devices. A repetition after a lost result stores
 * nothing twice.
 */
const storeLost = async (sql: Queries, runs: readonly LostRun[], now: Date): Promise<LostRun[]> => {
  const stored = await sql<{ deviceId: number }[]>`
    insert into lost_polls (org_id, device_id, from_on, till_on, polls, reason, noted_on)
    select d.org_id, d.id, to_timestamp(r."from" / 1000), to_timestamp(r.till / 1000), r.polls, r.reason, ${now}
    from jsonb_to_recordset(${sql.json(runs)}) r ("orgId" bigint, "deviceId" bigint, "from" float8, till float8, polls int, reason text)
    join device d on d.org_id = r."orgId" and d.id = r."deviceId"
    on conflict (org_id, device_id, from_on, reason) do update set
      till_on = greatest(lost_polls.till_on, excluded.till_on), polls = greatest(lost_polls.polls, excluded.polls)
    returning device_id as "deviceId"`
  const known = new Set(stored.map(({ deviceId }) => deviceId))
  return runs.filter(({ deviceId }) => known.has(deviceId))
}

/** Error codes of the client for statements that it cannot send, as opposed to connection errors. */
const ofStatement: ReadonlySet<string> = new Set(['UNDEFINED_VALUE', 'MAX_PARAMETERS_EXCEEDED', 'NOT_TAGGED_CALL'])
/** Codes for data that PostgreSQL will always refuse. */
const ofData = /^(22|23|54)...$/

/**
 * Returns whether the polls themselves caused the error. Any other cause may pass: the connection, a full disk, a
 * missing permission.
 */
export const isDataFault = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === undefined || ofStatement.has(code) || ofData.test(code)
}

/** Returns whether a row references a deleted one. */
export const isMissingReference = (error: unknown): boolean => codeOf(error) === '23503'

/** Returns whether a row already exists. */
export const isTaken = (error: unknown): boolean => codeOf(error) === '23505'

/** Returns whether the day's partition was dropped meanwhile. */
export const isMissingPartition = (error: unknown): boolean =>
  codeOf(error) === '23514' && (error as { routine?: unknown }).routine === 'ExecFindPartition'

/** Error text for the status and the log, without PostgreSQL's details, which may contain a whole row. */
export const reasonOf = (error: unknown): string => {
  const { message = '' } = error as { message?: string }
  return message || codeOf(error) || String(error)
}

const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
