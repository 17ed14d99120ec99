import type { Tx } from '@busbar/database'
import { type Clock, eachApart, Periodic } from '@busbar/kit'
import type { RecordedPoll } from '@busbar/readings'
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
  /** With several nodes: returns true if this node does the work. */
  mayRun?: () => boolean
}

const tickMs = 60_000
const youngMs = 600_000
/** New series that are worked off together, and those that a question waits for. */
const newAtOnce = 100
const newForQuestion = 20

/**
 * Stores the amounts of sensors by quarter-hour and by local day. Days with new readings are marked in the transaction
 * that records them, and recalculated within a minute. Figures belong to a parameter, not to a tree, so that changes of
 * trees do not affect them.
 */
export class EnergyKeeper {
  readonly #options: EnergyKeeperOptions
  readonly #passes: Periodic
  #working: Promise<void> = Promise.resolve()

  constructor(options: EnergyKeeperOptions) {
    this.#options = options
    const { clock, mayRun } = options
    this.#passes = new Periodic({
      name: 'energy',
      clock,
      everyMs: tickMs,
      work: () => (mayRun?.() === false ? null : this.recomputeDays()),
      onError: (error) => this.#logFailure(error, {}),
    })
  }

  start(): void {
    this.#passes.start()
  }

  /** Waits for the series that is being recalculated. */
  async stop(): Promise<void> {
    await this.#passes.stop()
    await this.#working
  }

  /** Joins the transaction that records polls. Quarantined readings do not count. */
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

  #logFailure(error: unknown, details: { orgId?: number; seriesId?: number }): void {
    this.#options.log.error({ err: error, ...details }, 'the energy of sensors was not recalculated')
  }

  /** A series that fails is reported, and tried again in the next run. */
  #eachSeries(series: Iterable<SeriesRow> | AsyncIterable<SeriesRow>, work: (one: SeriesRow) => Promise<void>) {
    const onError = (error: unknown, { orgId, id }: SeriesRow): void => this.#logFailure(error, { orgId, seriesId: id })
    return eachApart(series, work, onError, () => this.#passes.isStopped)
  }

  async *#newSeries(): AsyncGenerator<SeriesRow> {
    let after: Pick<SeriesRow, 'orgId' | 'id'> | undefined
    do {
      const found = await newSeries(this.#options.db.sql, null, [], newAtOnce, after)
      yield* found
      after = found.at(-1)
    } while (after !== undefined)
  }

  async #workOffAll(): Promise<void> {
    const { db, now } = this.#options
    await this.#eachSeries(this.#newSeries(), (series) => this.#takeUp(series))
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
      await this.#eachSeries(rows, (series) => recomputeDays(this.#options, series, own.get(series.id) ?? []))
      if (this.#passes.isStopped) return
    }
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
