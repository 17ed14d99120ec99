import { at } from '@busbar/kit'
import { type Cadence, cutSpan } from '../../energy/calendar.ts'
import { meterOf } from '../../energy/counters/meter.rules.ts'
import { readCounter } from '../../energy/counters/read-counter.ts'
import { figureOf } from '../../energy/figures.ts'
import { counterFormats } from '../../energy/reports/reports.sql.ts'
import { isoTime } from '../../fields/iso-time.ts'
import type { DashboardCall } from '../needs.ts'
import type { Widget } from '../widgets.contract.ts'

type BarSettings = Extract<Widget, { kind: 'bars' }>['settings']

const hourMs = 3_600_000
/** No interval is longer. */
const lengthMs: Readonly<Record<BarSettings['per'], number>> = { hour: hourMs, day: 25 * hourMs, month: 745 * hourMs }
/** An hour in a thousand may be without data. */
const completeShare = 0.999

/** The last intervals till now, by the calendar of a place. */
const barEdges = (timeZone: string, per: Cadence & BarSettings['per'], count: number, now: number): number[] =>
  (cutSpan(timeZone, per, now - (count + 1) * lengthMs[per], now) ?? []).slice(-(count + 1))

/** Returns the amount counted in each interval, or its mean. Unknown values are null, never 0. */
export const readBars = async (
  call: DashboardCall<'member' | 'share'>,
  paramId: number,
  { of, per, count }: BarSettings,
  timeZone: string,
) => {
  const edges = barEdges(timeZone, per, count, call.now().getTime())
  const figures = of === 'counter' ? await countedIn(call, paramId, edges) : await meansIn(call, paramId, edges)
  return figures.map(({ value, share }, index) => ({
    from: isoTime(at(edges, index)),
    till: isoTime(at(edges, index + 1)),
    value,
    isRunning: index === figures.length - 1,
    isIncomplete: value !== null && share < completeShare,
  }))
}

interface Figure {
  value: number | null
  /** Share of hours with data. */
  share: number
}

const countedIn = async (
  { db, history, orgId }: DashboardCall<'member' | 'share'>,
  paramId: number,
  edges: readonly number[],
): Promise<Figure[]> => {
  const [format] = await counterFormats(db.sql, orgId, [paramId])
  if (format === undefined) return []
  const counted = await readCounter(history, orgId, paramId, edges, meterOf(format, null))
  return counted.amounts.map((amount, index) => ({
    value: figureOf(amount),
    share: at(counted.isBooked, index) ? at(counted.coverage, index) : 0,
  }))
}

const meansIn = async (
  { history, orgId }: DashboardCall<'member' | 'share'>,
  paramId: number,
  edges: readonly number[],
): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const till = at(edges, index + 1)
    const hours = Math.max(1, Math.ceil((till - from) / hourMs))
    const columns = await history.figures(orgId, [paramId], from, till - 1, hours)
    const { count, sum, lost } = at(columns, 0).figures
    const readCount = total(count)
    const mean = (total(sum) + total(lost)) / readCount
    figures.push({
      value: readCount > 0 && Number.isFinite(mean) ? mean : null,
      share: Array.from(count).filter((one) => one > 0).length / hours,
    })
  }
  return figures
}

const total = (list: ArrayLike<number>): number => Array.from(list).reduce((sum, one) => sum + one, 0)
