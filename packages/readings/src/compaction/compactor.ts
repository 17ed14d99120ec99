import type { Queries, Sql } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import { blockMs } from '@busbar/series'
import { dayMs } from '../history/days/days.ts'
import { Thread } from '../thread.ts'
import type { ChunkRow } from './chunk-row.ts'
import { compactDevicePart, type Encoder } from './compact.ts'
import { type DevicePart, selectNextDevice } from './polls.sql.ts'
import { deleteOldChunks, deleteOldExact, forgettingOrgs } from './retention.sql.ts'
import { rewriteSome } from './rewrite.ts'
import type { RewrittenChunk } from './rewrite-chunk.ts'
import type { LaneJob, RewriteJob } from './worker.ts'

/** Partitions of polls by day, in order, such as `poll_20261231`. */
const selectPartitions = async (sql: Queries): Promise<{ name: string; day: number }[]> => {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'poll'::regclass order by c.relname`
  return rows.flatMap(({ name }) => {
    const [, year, month, date] = /^poll_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
    return date === undefined ? [] : [{ name, day: Date.UTC(Number(year), Number(month) - 1, Number(date)) }]
  })
}

/**
 * Drops an empty partition. A reader of polls blocks that, a backup for minutes; and all other statements wait behind
 * the waiting drop. So it gives up soon and is retried later.
 */
const dropEmpty = async (sql: Sql, name: string): Promise<boolean> => {
  const [before] = await sql`select from ${sql(name)} limit 1`
  if (before !== undefined) return false
  try {
    return await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '200ms'`
      await tx`lock table only poll in access exclusive mode`
      await tx`lock table ${tx(name)} in access exclusive mode`
      const [found] = await tx`select from ${tx(name)} limit 1`
      if (found !== undefined) return false
      await tx`drop table ${tx(name)}`
      return true
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === lockNotAvailable) return false
    throw error
  }
}

const lockNotAvailable = '55P03'

export interface CompactorOptions {
  sql: Sql
  clock: Clock
  now: () => Date
  /** Delay after the end of a part of a day before it is compacted: later readings make its chunks be rewritten. */
  graceMs?: number
  /** Receives errors; the work is retried later. */
  onError?: (error: unknown) => void
  /** Returns whether the clock is trusted; otherwise nothing is deleted by age. */
  isClockSure?: () => boolean
  /** Returns whether this node may compact, where several nodes could. */
  mayRun?: () => boolean
}

export interface CompactorStatus {
  isRunning: boolean
  /** Counted since the start. */
  deviceParts: number
  readings: number
  /** Rewritten chunks of earlier format versions. */
  rewritten: number
  failures: number
  lastError: string | null
}

const defaultGraceMs = 600_000
/**
 * A day is compacted in four parts. Without parts, a request for today would read all its polls; shorter parts would
 * rewrite the day's chunks too often.
 */
const partMs = blockMs
const checkMs = 60_000
/** Devices processed concurrently: while the database reads one, another is encoded. */
const lanesOfPart = 2
/** Rewriting transactions per run, which is not urgent. */
const rewritingTurns = 20
/** Old readings are deleted rarely, because finding them scans every parameter. */
const retentionMs = 3_600_000

/**
 * Moves finished parts of a day into chunks, drops empty partitions of past days, deletes readings after their
 * retention period, and rewrites chunks of earlier versions.
 */
export class Compactor {
  readonly #sql: Sql
  readonly #now: () => Date
  readonly #graceMs: number
  readonly #onError: (error: unknown) => void
  readonly #isClockSure: () => boolean
  readonly #mayRun: () => boolean
  readonly #thread = new Thread<LaneJob | RewriteJob, ChunkRow[] | RewrittenChunk>(
    new URL('./worker.ts', import.meta.url),
  )
  readonly #status: CompactorStatus = {
    isRunning: false,
    deviceParts: 0,
    readings: 0,
    rewritten: 0,
    failures: 0,
    lastError: null,
  }
  #running: Promise<void> | null = null
  #retainedOn = -Infinity
  #compactedTill = -Infinity
  #isRewritten = false
  #isStopping = false
  readonly #checks: Periodic

  constructor(options: CompactorOptions) {
    this.#sql = options.sql
    this.#now = options.now
    this.#graceMs = options.graceMs ?? defaultGraceMs
    this.#onError = options.onError ?? (() => {})
    this.#isClockSure = options.isClockSure ?? (() => true)
    this.#mayRun = options.mayRun ?? (() => true)
    this.#checks = new Periodic({
      name: 'compaction',
      clock: options.clock,
      everyMs: checkMs,
      work: () => (this.#mayRun() ? this.runOnce(this.#now().getTime()) : undefined),
      onError: this.#onError,
    })
  }

  start(): void {
    this.#isStopping = false
    this.#checks.start()
    this.#checks.wake()
  }

  /** Resolves after the devices in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#checks.stop()
    await this.#running
    await this.#thread.stop()
  }

  status(): CompactorStatus {
    return { ...this.#status }
  }

  /** Does everything that is due at `now`. Concurrent calls share one run. */
  runOnce(now: number): Promise<void> {
    this.#running ??= this.#run(now).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #run(now: number): Promise<void> {
    this.#status.isRunning = true
    await this.#attempt(() => this.#compact(Math.floor((now - this.#graceMs) / partMs) * partMs))
    // After the clock was set back, retention does not wait until the old time.
    const isDue = Math.abs(now - this.#retainedOn) >= retentionMs
    if (isDue && this.#isClockSure()) await this.#attempt(() => this.#deleteOld(now))
    await this.#attempt(() => this.#rewriteOld())
    this.#status.isRunning = false
  }

  /** Compacts all polls before `till`. Late polls of an unfinished day wait for its next part. */
  async #compact(till: number): Promise<void> {
    for (const { name, day } of await selectPartitions(this.#sql)) {
      const isOver = day + dayMs <= till
      if (isOver) {
        await this.#compactPart(day, day + dayMs)
        await this.#attempt(() => dropEmpty(this.#sql, name))
      } else if (day < till && this.#compactedTill !== till) await this.#compactPart(day, till)
    }
    if (!this.#isStopping) this.#compactedTill = till
  }

  async #compactPart(day: number, till: number): Promise<void> {
    const parts = this.#partsOf(day, till)
    const lanes = Array.from({ length: lanesOfPart }, (_, lane) => lane)
    await Promise.all(lanes.map((lane) => this.#compactEach(parts, lane)))
  }

  /** Each caller gets the next device. */
  async *#partsOf(day: number, till: number): AsyncGenerator<DevicePart> {
    let last = { orgId: 0, deviceId: 0 }
    while (!this.#isStopping) {
      const [next] = await selectNextDevice(this.#sql, { ...last, day, till })
      if (next === undefined) return
      last = next
      yield { ...next, day, till }
    }
  }

  async #compactEach(parts: AsyncIterable<DevicePart>, lane: number): Promise<void> {
    const encoder: Encoder = { run: (job) => this.#thread.run({ lane, job }) as Promise<ChunkRow[]> }
    for await (const part of parts) {
      await this.#attempt(async () => {
        const readings = await compactDevicePart(this.#sql, encoder, part)
        this.#status.readings += readings
        this.#status.deviceParts += 1
      })
    }
  }

  /** Rewrites some of the old chunks, so that compaction need not wait for all of them. */
  async #rewriteOld(): Promise<void> {
    const rewrite = (data: Uint8Array, day: number) => this.#thread.run({ data, day }) as Promise<RewrittenChunk>
    const options = { sql: this.#sql, rewrite, onError: (error: unknown) => this.#failed(error) }
    for (let turn = 0; turn < rewritingTurns && !this.#isStopping && !this.#isRewritten; turn += 1) {
      const written = await rewriteSome(options)
      this.#isRewritten = written === null
      this.#status.rewritten += written ?? 0
    }
  }

  async #deleteOld(now: number): Promise<void> {
    for (const orgId of await forgettingOrgs(this.#sql)) {
      for (const deleteSome of [deleteOldChunks, deleteOldExact])
        while (!this.#isStopping && (await this.#sql.begin((tx) => deleteSome(tx, orgId, now))) > 0);
    }
    this.#retainedOn = now
  }

  /** Isolates failures, so that one device does not delay the others. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    this.#status.failures += 1
    this.#status.lastError = error instanceof Error ? error.message : String(error)
    this.#onError(error)
  }
}
