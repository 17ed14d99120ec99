import type { Clock } from '@busbar/kit'
import type { Tx } from '../../db/sql.ts'
import type { RecordedPoll } from '../../readings/poll.ts'
import { dayMs, quarterMs } from './hold.rules.ts'
import { buildZone } from './put-zone-days.ts'
import { markAll, type RecomputeOptions, recomputeDays } from './recompute-days.ts'
import {
  type DayMark,
  holdSeries,
  markParamDays,
  markPolled,
  marksAfter,
  markYoung,
  newSeries,
  type SeriesRow,
  seriesByIds,
  zonesOf,
} from './stored.sql.ts'

export interface EnergyKeeperOptions extends RecomputeOptions {
  clock: Clock
  log: { error(details: object, message: string): void }
  /** Where several nodes could: whether this one does it. */
  mayRun?: () => boolean
}

const tickMs = 60_000
const youngMs = 600_000
/** New series that are worked off together, and those that a question waits for. */
const newAtOnce = 100
const newForQuestion = 20

/**
 * Keeps what sensors measured, by quarter-hours, and by days of the places where they are looked at. Days of which something was read are
 * marked in the transaction that records it, and worked out again within a minute. Figures belong to a parameter, not to a tree: however
 * trees are changed, what they are made of stays as it is.
 */
export class EnergyKeeper {
  readonly #options: EnergyKeeperOptions
  #cancel: (() => void) | null = null
  #isRunning = false
  #working: Promise<void> = Promise.resolve()

  constructor(options: EnergyKeeperOptions) {
    this.#options = options
  }

  start(): void {
    this.#isRunning = true
    this.#arm()
  }

  /** What is under way is finished with the series that it is at. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#cancel?.()
    await this.#working.catch(() => {})
  }

  /** Joins the transaction that records polls. Those that are kept aside are no part of what was measured. */
  async inRecordingTx(tx: Tx, polls: readonly RecordedPoll[]): Promise<void> {
    const spans = new Map<string, { orgId: number; deviceId: number; from: number }>()
    for (const { orgId, deviceId, readOn, aside } of polls) {
      if (aside) continue
      const from = Math.floor(readOn / quarterMs) * quarterMs
      spans.set(`${deviceId} ${from}`, { orgId, deviceId, from })
    }
    const all = [...spans.values()]
    await markPolled(tx, {
      orgIds: all.map(({ orgId }) => orgId),
      deviceIds: all.map(({ deviceId }) => deviceId),
      from: all.map(({ from }) => from),
      till: all.map(({ from }) => from + quarterMs),
    })
  }

  /** Joins a transaction that makes whole days of parameters part of history. */
  async markDaysInTx(tx: Tx, orgId: number, days: readonly { paramId: number; day: number }[]): Promise<void> {
    if (days.length > 0) await markParamDays(tx, orgId, days)
  }

  /** Works out everything that is marked; one after the other. */
  recomputeDays(): Promise<void> {
    return this.#next(() => this.#workOffAll())
  }

  /** Series that are new are worked out before they are asked about for the first time; but no request waits for many. */
  async catchUp(orgId: number, seriesIds: readonly number[]): Promise<void> {
    const { sql } = this.#options.db
    if ((await newSeries(sql, orgId, seriesIds, 1)).length === 0) return
    await this.#next(async () => {
      for (const series of await newSeries(sql, orgId, seriesIds, newForQuestion)) await this.#takeUp(series)
    })
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#working.then(work)
    this.#working = done.catch(() => {})
    return done
  }

  #arm(): void {
    this.#cancel = this.#options.clock.after(tickMs, () => {
      const done = this.#options.mayRun?.() === false ? Promise.resolve() : this.recomputeDays()
      void done
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'the energy of sensors was not worked out'))
        .finally(() => this.#isRunning && this.#arm())
    })
  }

  async #workOffAll(): Promise<void> {
    const { db, now } = this.#options
    const isStopped = this.#isStopping()
    for (let found = await newSeries(db.sql, null, [], newAtOnce); found.length > 0 && !isStopped(); ) {
      for (const series of found) if (!isStopped()) await this.#takeUp(series)
      found = await newSeries(db.sql, null, [], newAtOnce)
    }
    const today = Math.floor(now().getTime() / dayMs)
    await markYoung(db.sql, new Date(now().getTime() - youngMs), today)
    let after: Omit<DayMark, 'version'> = { orgId: 0, seriesId: 0, day: 0 }
    for (;;) {
      const marks = await marksAfter(db.sql, after, today)
      const last = marks.at(-1)
      if (last === undefined) return
      after = last
      const ids = [...new Map(marks.map((mark) => [mark.seriesId, mark])).values()]
      const rows = await seriesByIds(
        db.sql,
        ids.map(({ orgId }) => orgId),
        ids.map(({ seriesId }) => seriesId),
      )
      const own = Map.groupBy(marks, ({ seriesId }) => seriesId)
      for (const series of rows) {
        if (isStopped()) return
        await recomputeDays(this.#options, series, own.get(series.id) ?? [])
      }
    }
  }

  /** A keeper that was never started works when it is asked to. */
  #isStopping(): () => boolean {
    const wasRunning = this.#isRunning
    return () => wasRunning && !this.#isRunning
  }

  /** All that was read before the series began, in all its time zones. */
  async #takeUp(series: SeriesRow): Promise<void> {
    const { orgId, id, isNew } = series
    if (isNew) await recomputeDays(this.#options, series, await markAll(this.#options, series))
    await this.#options.db.tx(async (tx) => {
      await holdSeries(tx, orgId, id, [])
      for (const { timeZone, isBuilt } of await zonesOf(tx, orgId, id)) {
        if (!isBuilt) await buildZone(tx, orgId, id, timeZone)
      }
    })
  }
}
