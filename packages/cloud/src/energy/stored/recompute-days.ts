import type { Transactions, Tx } from '@busbar/database'
import { at } from '@busbar/kit'
import type { History } from '@busbar/readings'
import { concat } from '@busbar/readings/history'
import type { Readings } from '@busbar/series'
import { HistoryProbe } from '../counters/lone-steps.rules.ts'
import { meterOf } from '../counters/meter.rules.ts'
import { readUsageBaseline } from '../counters/read-counter.ts'
import { returnMsOf } from '../look-ahead.ts'
import type { StepJudge } from '../usage-baseline.rules.ts'
import { type Anchor, type ComputedDay, computeDays } from './days.rules.ts'
import { dayMs, holdMsOf } from './hold.rules.ts'
import { putZoneDays } from './put-zone-days.ts'
import {
  type DayMark,
  dayAfter,
  dayBefore,
  deleteMarks,
  holdSeries,
  markDays,
  marksOfSeries,
  putDays,
  type SeriesRow,
  setKnown,
  zonesOf,
} from './stored.sql.ts'

export interface RecomputeOptions {
  db: Transactions
  history: Pick<History, 'raw' | 'hours' | 'range' | 'digits'>
  now: () => Date
}

/** Days that are worked out together. */
const runMax = 31

/** Works out the marked days of a series, and those after them that come out otherwise now. Those that are final stay as they are. */
export const recomputeDays = async (
  options: RecomputeOptions,
  series: SeriesRow,
  marks: readonly DayMark[],
): Promise<void> => {
  const isFinal = ({ day }: DayMark): boolean => series.finalBefore !== null && day < series.finalBefore
  const final = marks.filter(isFinal)
  if (final.length > 0) await deleteMarks(options.db.sql, series.orgId, series.id, final)
  let rest = marks.filter((mark) => !isFinal(mark))
  while (rest.length > 0) {
    const run = runOf(rest)
    rest = rest.slice(run.length)
    const next = await workOffRun(options, series, run)
    if (next !== null && rest[0]?.day !== next.day) rest.unshift(next)
  }
}

/** Marks all days of a series that is new. */
export const markAll = async (
  { db, history, now }: RecomputeOptions,
  { orgId, id, paramId }: SeriesRow,
): Promise<DayMark[]> => {
  const range = await history.range(orgId, [paramId])
  const today = Math.floor(now().getTime() / dayMs)
  return db.tx(async (tx) => {
    if (range !== null) await markDays(tx, orgId, id, Math.floor(range.min / dayMs), today)
    await setKnown(tx, orgId, id)
    return marksOfSeries(tx, orgId, id, today)
  })
}

/** The first marks, as far as their days follow each other. */
const runOf = (marks: readonly DayMark[]): DayMark[] => {
  const first = at(marks, 0).day
  const end = marks.findIndex(({ day }, index) => day !== first + index || index === runMax)
  return marks.slice(0, end < 0 ? marks.length : end)
}

/** Gives the next day, if that must be worked out again. */
const workOffRun = async (
  { db, history, now }: RecomputeOptions,
  series: SeriesRow,
  run: readonly DayMark[],
): Promise<DayMark | null> => {
  const { orgId, id, paramId, kind } = series
  const firstDay = at(run, 0).day
  const end = (firstDay + run.length) * dayMs
  const nowMs = now().getTime()
  const holdMs = holdMsOf(series.periodSec)
  const [before] = await dayBefore(db.sql, orgId, id, firstDay)
  const start = before === undefined ? null : anchorOf(before.endOn, before.endValue)
  const from = start === null ? firstDay * dayMs : start.on + 1
  const meter = meterOf(series)
  const till = end + (kind === 'energy' ? returnMsOf(meter.periodMs) : 0)
  const read = await history.raw(orgId, paramId, from, till)
  const readings = start === null ? read : concat([readingOf(start), read])
  const digitsOf = (times: readonly number[]) => history.digits(orgId, paramId, times)
  const work = (stepJudge: StepJudge | null): Promise<ComputedDay[]> =>
    computeDays({ kind, meter, holdMs, stepJudge }, readings, start, firstDay, run.length, nowMs, digitsOf)
  const probe = new HistoryProbe(readings, till, meter)
  const found = await work(meter.maxPerHour === null ? probe : null)
  const days = probe.isNeeded
    ? await work(await readUsageBaseline(history, orgId, paramId, firstDay * dayMs, till, meter))
    : found
  // The last reading goes on holding as time goes by.
  const lastOn = readings.times.at(-1) ?? -Infinity
  const openFrom = lastOn + holdMs > nowMs ? Math.floor(lastOn / dayMs) : Infinity
  return db.tx(async (tx) => {
    const runDays = run.map(({ day }) => day)
    const { finalBefore, marked } = await holdSeries(tx, orgId, id, runDays)
    // A mark that is gone was worked off by another node, which has read no less. Of days that are final now, we may have read too little.
    const own = days.filter(({ day }) => marked.has(day) && (finalBefore === null || day >= finalBefore))
    await putDays(tx, orgId, id, own)
    await putTouched(tx, series, own)
    await deleteMarks(
      tx,
      orgId,
      id,
      run.filter(({ day }) => day < openFrom),
    )
    return markNext(tx, series, days.at(-1), nowMs)
  })
}

const putTouched = async (tx: Tx, { orgId, id }: SeriesRow, days: readonly ComputedDay[]): Promise<void> => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return
  for (const { timeZone, isBuilt } of await zonesOf(tx, orgId, id)) {
    if (isBuilt) await putZoneDays(tx, orgId, id, timeZone, first.day, last.day)
  }
}

/** The day after was worked out from a reading that is no longer the last one before it. */
const markNext = async (
  tx: Tx,
  { orgId, id }: SeriesRow,
  last: ComputedDay | undefined,
  nowMs: number,
): Promise<DayMark | null> => {
  if (last === undefined) return null
  const [next] = await dayAfter(tx, orgId, id, last.day)
  const { end } = last
  if (next === undefined || (next.startOn === (end?.on ?? null) && next.startValue === (end?.value ?? null)))
    return null
  await markDays(tx, orgId, id, next.day, next.day)
  const marks = await marksOfSeries(tx, orgId, id, Math.floor(nowMs / dayMs))
  return marks.find(({ day }) => day === next.day) ?? null
}

const anchorOf = (on: number | null, value: number | null): Anchor | null =>
  on === null || value === null ? null : { on, value }

const readingOf = ({ on, value }: Anchor): Readings => ({
  times: Float64Array.of(on),
  values: Float64Array.of(value),
})
