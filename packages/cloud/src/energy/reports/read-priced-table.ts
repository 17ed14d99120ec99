import type { EnergyCall } from '../needs.ts'
import { readCosts } from './read-costs.ts'
import { type ReportTable, readTable, type SpanQuery } from './read-table.ts'

export interface TableQuery extends SpanQuery {
  /** Comparison period; both or none. */
  beforeFrom?: Date | undefined
  beforeTill?: Date | undefined
}

/** A report for files and mails: with what branches cost, and what they came to in the span that they are compared with. */
export const readPricedTable = async (
  call: Pick<EnergyCall<'member'>, 'db' | 'history' | 'orgId' | 'now'>,
  reportId: string,
  { beforeFrom: from, beforeTill: till, ...query }: TableQuery,
): Promise<ReportTable> => {
  const report = await readTable(call, reportId, query)
  const costs = await readCosts(call, report)
  const isCompared = from !== undefined && till !== undefined
  const earlier = isCompared ? await readTable(call, reportId, { from, till, segment: 'month' }) : null
  const before = new Map(earlier?.table.map(({ row, total, coverage }) => [row.id, { total, coverage }]))
  return {
    ...report,
    table: report.table.map((branch) => {
      const [cost, previous] = [costs.get(branch.row.id), before.get(branch.row.id)]
      return { ...branch, ...(cost !== undefined && { cost }), ...(previous !== undefined && { before: previous }) }
    }),
    ...(isCompared && { before: { from: from.getTime(), till: till.getTime() } }),
  }
}
