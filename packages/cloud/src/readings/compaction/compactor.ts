import type { Clock } from '@busbar/modbus'
import type { Sql } from '../../db/types.ts'
import { dayStart } from '../history/days.ts'
import { Thread } from '../history/thread.ts'
import type { ChunkRow } from './chunk-row.ts'
import { compactDeviceDay } from './compact.ts'
import type { EncodeJob } from './encode-day.ts'
import { dropEmpty, selectPartitions } from './partitions.sql.ts'
import { selectNextDevice } from './polls.sql.ts'
import { deleteOldChunks, deleteOldExact } from './retention.sql.ts'

export interface CompactorOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  /** How long after midnight the day is taken for over: what is recorded later makes its chunks be written again. */
  graceMs?: number
  /** Told of what went wrong; it is tried again at the next look. */
  onError?: (error: unknown) => void
}

export interface CompactorStatus {
  isRunning: boolean
  /** Since the start. */
  deviceDays: number
  readings: number
  failures: number
  lastError: string | null
}

const defaultGraceMs = 600_000
const lookMs = 60_000
/** Old readings go now and then: to find them, every parameter is looked at. */
const retentionMs = 3_600_000

/** Makes chunks of the days that are over, drops their empty tables, and deletes what is no longer kept. */
export class Compactor {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #now: () => Date
  readonly #graceMs: number
  readonly #onError: (error: unknown) => void
  readonly #encoder = new Thread<EncodeJob, ChunkRow[]>(new URL('./worker.ts', import.meta.url))
  readonly #status: CompactorStatus = { isRunning: false, deviceDays: 0, readings: 0, failures: 0, lastError: null }
  #running: Promise<void> | null = null
  #retentionDue = -Infinity
  #isStopping = false
  #callOff: () => void = () => {}

  constructor({ sql, clock, now, graceMs = defaultGraceMs, onError = () => {} }: CompactorOptions) {
    this.#sql = sql
    this.#clock = clock
    this.#now = now
    this.#graceMs = graceMs
    this.#onError = onError
  }

  start(): void {
    this.#isStopping = false
    this.#look()
  }

  /** Ends after the device that is at work. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#callOff()
    await this.#running
    await this.#encoder.stop()
  }

  status(): CompactorStatus {
    return { ...this.#status }
  }

  /** All that is due at `now`. Two calls at once are one. */
  runOnce(now: number): Promise<void> {
    this.#running ??= this.#run(now).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  #look(): void {
    void this.runOnce(this.#now().getTime()).then(() => {
      if (!this.#isStopping) this.#callOff = this.#clock.after(lookMs, () => this.#look())
    })
  }

  async #run(now: number): Promise<void> {
    this.#status.isRunning = true
    await this.#attempt(() => this.#compact(dayStart(now - this.#graceMs)))
    if (now >= this.#retentionDue) await this.#attempt(() => this.#deleteOld(now))
    this.#status.isRunning = false
  }

  /** All days before `today`. */
  async #compact(today: number): Promise<void> {
    for (const { name, day } of await selectPartitions(this.#sql)) {
      if (day >= today) continue
      await this.#compactDay(day)
      await this.#attempt(() => dropEmpty(this.#sql, name))
    }
  }

  async #compactDay(day: number): Promise<void> {
    let last = { orgId: 0, deviceId: 0 }
    while (!this.#isStopping) {
      const [next] = await selectNextDevice(this.#sql, { ...last, day })
      if (next === undefined) return
      last = next
      await this.#attempt(async () => {
        this.#status.readings += await compactDeviceDay(this.#sql, this.#encoder, { ...next, day })
        this.#status.deviceDays += 1
      })
    }
  }

  async #deleteOld(now: number): Promise<void> {
    while (!this.#isStopping && (await deleteOldChunks(this.#sql, now)) > 0);
    while (!this.#isStopping && (await deleteOldExact(this.#sql, now)) > 0);
    this.#retentionDue = now + retentionMs
  }

  /** What fails for one device must not keep the others waiting. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#status.failures += 1
      this.#status.lastError = error instanceof Error ? error.message : String(error)
      this.#onError(error)
    }
  }
}
