import type { Sql } from '@busbar/database'
import { isDistributed } from '@busbar/database/citus'
import type { Readings } from '@busbar/series'
import { dayMs, dayStart } from '../days/days.ts'
import { decodeDays } from '../days/packed-days.ts'
import { concat, merge } from '../join.rules.ts'
import type { Fragment, Span } from './hot.sql.ts'
import { readHotRecords } from './hot-records.ts'
import { type RecentKey, recentState, selectRecent } from './recent.sql.ts'
import { confirmed, type RecentColumn, type RecentReadings, type RecentSnapshot, snapshotOf } from './recent.ts'

/** Days before today of which the readings are kept. */
const daysBefore = 1

/** Gives recent readings from memory where they are kept and right, and else from the database. */
export class RecentSource {
  readonly #sql: Sql
  readonly #now: () => number
  readonly #cache: RecentReadings
  #isSpread: boolean | undefined

  constructor(sql: Sql, now: () => number, cache: RecentReadings) {
    this.#sql = sql
    this.#now = now
    this.#cache = cache
  }

  /**
   * Runs `select` for a span together with its hot readings, which `hot` selects. If recent readings are cached, these
   * are used, and `select` gets only the span before them.
   */
  async read<Row>(
    span: Span,
    hot: () => Fragment,
    select: (span: Span, hot: Fragment, snapshot: RecentSnapshot | null) => Promise<Row>,
    bytesOf: (row: Row) => Uint8Array | null,
  ): Promise<{ row: Row; recent: Readings; isCached: boolean }> {
    const cached = await this.#find(span)
    if (cached !== null) {
      const snapshot = snapshotOf(cached)
      const before = { ...span, till: Math.min(span.till, cached.day - 1) }
      const row = await select(before, recentState(this.#sql, span, cached.day), snapshot)
      const recent = confirmed(snapshot, bytesOf(row), span.from, span.till)
      if (recent !== null) return { row, recent, isCached: true }
      this.#cache.forget(span.paramId)
    }
    const row = await select(span, hot(), null)
    return { row, recent: readHotRecords(bytesOf(row)), isCached: false }
  }

  async #find(span: Span): Promise<RecentColumn | null> {
    const today = dayStart(this.#now())
    const day = today - daysBefore * dayMs
    if (span.till < day) return null
    const cached = this.#cache.find(span)
    if (cached !== null && cached.day >= day - dayMs) return cached
    if (cached !== null) this.#cache.forget(span.paramId)
    else if (!this.#cache.ask(span.paramId)) return null
    this.#isSpread ??= await isDistributed(this.#sql)
    if (this.#isSpread) this.#cache.refuse(span.paramId)
    else await this.#load(span, day)
    return this.#cache.find(span)
  }

  async #load({ orgId, paramId }: RecentKey, day: number): Promise<void> {
    const { deviceId, state, hot, cold } = await selectRecent(this.#sql, { orgId, paramId }, day)
    if (deviceId === null || state === null) return this.#cache.refuse(paramId)
    const text = new TextDecoder().decode(state)
    const space = text.indexOf(' ')
    const { times, values } = merge(concat(decodeDays(cold)), readHotRecords(hot))
    const known = { version: Number(text.slice(0, space)), chunks: text.slice(space + 1) }
    this.#cache.put({ orgId, paramId, deviceId, day, ...known, times, values, count: times.length })
  }
}
