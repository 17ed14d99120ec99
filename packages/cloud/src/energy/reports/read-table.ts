import { Refusal } from '@busbar/wire/server'
import { type Cadence, segmentStart } from '../calendar.ts'
import type { EnergyCall } from '../needs.ts'
import { edgesOf, readFigures } from './read-figures.ts'
import { branchesOfReport, reportById, timeZoneOf } from './reports.sql.ts'
import { type FigureTable, type ReportBranch, tableOf } from './table.ts'

export interface SpanQuery {
  from?: Date | undefined
  till?: Date | undefined
  segment?: Cadence | undefined
}

export interface ReportTable extends FigureTable {
  table: readonly ReportBranch[]
}

/** A report with all its figures; without a span of this month so far, by days. */
export const readTable = async (
  call: Pick<EnergyCall<'member'>, 'db' | 'history' | 'orgId' | 'now'>,
  reportId: string,
  { from, till = call.now(), segment = 'day' }: SpanQuery,
): Promise<ReportTable> => {
  const { sql } = call.db
  const report = await reportById(sql, call.orgId, reportId)
  if (report === undefined) throw new Refusal('ObjectNotFound')
  const timeZone = await timeZoneOf(sql, call.orgId)
  const begin = from ?? new Date(segmentStart(timeZone, 'month', till.getTime()))
  const edges = edgesOf(timeZone, segment, begin, till)
  const rows = await branchesOfReport(sql, call.orgId, reportId)
  const table = await tableOf(rows, await readFigures(call, rows, edges), edges)
  const asides = new Set(table.flatMap(({ setAside }) => setAside.map(({ paramId, on }) => `${paramId} ${on}`)))
  const now = call.now().getTime()
  const isCut = edges.map((edge) => segmentStart(timeZone, segment, edge) !== edge)
  const isPartial = edges.slice(1).map((end, at) => isCut[at] === true || isCut[at + 1] === true || end > now)
  return { name: report.name, table, edges, isPartial, timeZone, setAsideCount: asides.size }
}
