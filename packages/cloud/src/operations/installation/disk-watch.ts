import { statfs } from 'node:fs/promises'
import type { Queries } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'

/** How full it was on a day, counted from any beginning. */
interface DailySize {
  day: number
  bytes: number
}

interface DiskGrowth {
  bytesPerDay: number
  /** Number of days measured. */
  days: number
}

/** Fewer days say nothing: one large import would be taken for a habit. */
const daysMin = 3

/** Returns the growth as the least-squares slope of the daily sizes; null if there are too few. */
export const growthOf = (sizes: readonly DailySize[]): DiskGrowth | null => {
  if (sizes.length < daysMin) return null
  const meanDay = mean(sizes.map(({ day }) => day))
  const meanBytes = mean(sizes.map(({ bytes }) => bytes))
  let [shared, spread] = [0, 0]
  for (const { day, bytes } of sizes) {
    shared += (day - meanDay) * (bytes - meanBytes)
    spread += (day - meanDay) ** 2
  }
  return spread === 0 ? null : { bytesPerDay: shared / spread, days: sizes.length }
}

/** In how many days there is no room left; null where it does not grow, or not within ten years. */
export const fullInDays = (freeBytes: number, { bytesPerDay }: DiskGrowth): number | null => {
  const days = bytesPerDay <= 0 ? Number.POSITIVE_INFINITY : Math.max(0, freeBytes) / bytesPerDay
  return days > 3650 ? null : Math.floor(days)
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

export interface DiskWatchOptions {
  sql: Queries
  /** Data folder; null if the database is on another machine. */
  folder: string | null
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
}

export interface DiskStatus {
  databaseBytes: number
  /** Disk of the data folder; null if the database is on another machine. */
  disk: { usedBytes: number; totalBytes: number } | null
  /** Growth over the last 30 days; null if there are too few sizes. */
  growth: { bytesPerDay: number; days: number; fullInDays: number | null } | null
}

const sampleMs = 3_600_000
const growthDays = 30
const retentionDays = 400
const dayMs = 86_400_000

/** Writes down once a day how full it is. */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  readonly #samples: Periodic

  constructor(options: DiskWatchOptions) {
    const { clock, log } = options
    this.#options = options
    this.#samples = new Periodic({
      name: 'disk samples',
      clock,
      everyMs: sampleMs,
      work: () => this.sample(),
      onError: (error) => log.error({ err: error }, 'recording disk usage failed'),
    })
  }

  start(): void {
    this.#samples.start()
    this.#samples.wake()
  }

  stop(): Promise<void> {
    return this.#samples.stop()
  }

  /** The last look of a day counts. */
  async sample(): Promise<void> {
    const { sql, now } = this.#options
    const { databaseBytes, disk } = await this.#sizes()
    await sql`
      insert into disk_sample (day, database_bytes, used_bytes, total_bytes)
      values (${now()}::timestamptz::date, ${databaseBytes}, ${disk?.usedBytes ?? null}, ${disk?.totalBytes ?? null})
      on conflict (day) do update set database_bytes = excluded.database_bytes, used_bytes = excluded.used_bytes,
        total_bytes = excluded.total_bytes`
    await sql`delete from disk_sample where day < ${this.#dayBefore(retentionDays)}::timestamptz::date`
  }

  async status(): Promise<DiskStatus> {
    const { sql } = this.#options
    const sizes = await this.#sizes()
    const { disk } = sizes
    const rows = await sql<{ day: number; databaseBytes: number; usedBytes: number | null }[]>`
      select (day - date '2020-01-01')::int as day, database_bytes::float8 as "databaseBytes", used_bytes::float8 as "usedBytes"
      from disk_sample where day >= ${this.#dayBefore(growthDays)}::timestamptz::date order by day`
    const growth = growthOf(
      disk === null
        ? rows.map(({ day, databaseBytes }) => ({ day, bytes: databaseBytes }))
        : rows.flatMap(({ day, usedBytes }) => (usedBytes === null ? [] : [{ day, bytes: usedBytes }])),
    )
    const left = disk === null || growth === null ? null : fullInDays(disk.totalBytes - disk.usedBytes, growth)
    return { ...sizes, growth: growth && { ...growth, fullInDays: left } }
  }

  async #sizes(): Promise<Pick<DiskStatus, 'databaseBytes' | 'disk'>> {
    const { sql, folder } = this.#options
    const [row] = await sql<[{ bytes: number }]>`select pg_database_size(current_database())::float8 as bytes`
    if (folder === null) return { databaseBytes: row.bytes, disk: null }
    const { blocks, bavail, bsize } = await statfs(folder)
    // Blocks reserved for root are not available to the service.
    return { databaseBytes: row.bytes, disk: { usedBytes: (blocks - bavail) * bsize, totalBytes: blocks * bsize } }
  }

  #dayBefore(days: number): Date {
    return new Date(this.#options.now().getTime() - days * dayMs)
  }
}
