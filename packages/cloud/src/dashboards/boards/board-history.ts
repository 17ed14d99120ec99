import { at } from '@busbar/kit'
import { timeZoneOf } from '../../energy/reports/reports.sql.ts'
import type { DashboardCall, DashboardNeeds } from '../needs.ts'
import type { ValueRef, Widget } from '../widgets.contract.ts'
import { readBars } from './bars.ts'
import { type ResolvedBoard, resolveBoard } from './board-values.ts'
import type { BoardRow } from './boards.sql.ts'
import { readTimeline, type Timeline } from './timelines.ts'

const quarterMs = 900_000
const quarters = 96
/** Widgets that are read concurrently; other requests need the pool, too. */
const concurrency = 2

/** All that widgets show of the past, but for charts. */
export const boardHistory = async (
  call: DashboardCall<'member' | 'share'>,
  board: BoardRow,
  viewedDeviceId: number | null,
) => {
  const resolved = await resolveBoard(call, board, viewedDeviceId)
  const timeZone = await timeZoneOf(call.db.sql, board.orgId)
  const bars: Record<string, Awaited<ReturnType<typeof readBars>>> = {}
  const timelines: Record<string, Timeline> = {}
  const remaining = [...board.widgets]
  const read = async (widget: Widget): Promise<void> => {
    if (widget.kind === 'bars') {
      const paramId = paramIdOf(widget.settings.value, resolved)
      if (paramId !== null) bars[widget.id] = await readBars(call, paramId, widget.settings, timeZone)
    }
    if (widget.kind === 'timeline') {
      const { source } = widget.settings
      const paramId = source.kind === 'states' ? paramIdOf(source.value, resolved) : null
      const timeline = await readTimeline(call, widget.settings, paramId, viewedDeviceId)
      if (timeline !== null) timelines[widget.id] = timeline
    }
  }
  while (remaining.length > 0) await Promise.all(remaining.splice(0, concurrency).map(read))
  return { days: await daysOf(call, board, resolved), bars, timelines, timeZone }
}

const paramIdOf = (ref: ValueRef, { params, byKey }: ResolvedBoard): number | null => {
  const param = 'key' in ref ? byKey.get(ref.key) : params.find(({ id }) => id === ref.paramId)
  return param === undefined || param.valueType === 'string' ? null : param.id
}

/** The last day of what numbers and tables show, all at once. */
const daysOf = async ({ history, now }: DashboardNeeds, { orgId, widgets }: BoardRow, resolved: ResolvedBoard) => {
  const refs = widgets.flatMap((widget) => {
    if (widget.kind === 'number') return widget.settings.hasTrend ? [widget.settings.value] : []
    return widget.kind === 'table' ? widget.settings.values : []
  })
  const ids = [...new Set(refs.flatMap((ref) => paramIdOf(ref, resolved) ?? []))]
  const till = (Math.floor(now().getTime() / quarterMs) + 1) * quarterMs
  const columns = await history.figures(orgId, ids, till - quarters * quarterMs, till - 1, quarters)
  return Object.fromEntries(
    ids.map((id, index) => {
      const { count, sum, lost, min, max } = at(columns, index).figures
      const means = Array.from({ length: quarters }, (_, step) =>
        at(count, step) === 0 ? null : finite((at(sum, step) + at(lost, step)) / at(count, step)),
      )
      const [least, greatest] = [Math.min(...min), Math.max(...max)]
      return [id, { means, ...(Number.isFinite(least) && { least, greatest }) }]
    }),
  )
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
