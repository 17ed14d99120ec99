import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../data/api/api-query.ts'
import { useNow } from '../../data/format/use-now.ts'
import {
  type Comparison,
  comparedWith,
  dayAt,
  instantsOf,
  type Period,
  type PeriodBounds,
  periodOf,
  samePart,
} from '../figures/period.rules.ts'
import type { ReportData } from './report-bars.rules.ts'
import { type ReportSearch, type Segment, segmentOf } from './search.rules.ts'

export interface ReportState {
  period: Period
  instants: PeriodBounds
  comparison: Comparison
  segment: Segment
  now: number
  data: UseQueryResult<ReportData>
  /** Totals of the compared period. */
  before: UseQueryResult<ReportData>
}

const minuteMs = 60_000

/** A report in a period, as the address says: of one that goes on up to the last quarter-hour that is settled. */
export const useReport = (reportId: string, zone: string, search: ReportSearch): ReportState => {
  const now = Math.floor(useNow() / minuteMs) * minuteMs
  const period = periodOf({ p: search.p ?? 'month', ...pick(search) }, dayAt(zone, now))
  const segment = segmentOf(period, search.by)
  const comparison = search.vs ?? 'before'
  const instants = instantsOf(zone, period, now)
  const span = { from: new Date(instants.from), till: new Date(instants.till) }
  const isOver = instants.till > instants.from
  const data = useQuery({
    ...apiQuery('reportFigures', 'data', { reportId, ...span, segment }),
    placeholderData: keepPreviousData,
    enabled: isOver,
  })
  const other = samePart(zone, period, instants, comparedWith(period, comparison))
  const before = useQuery({
    ...apiQuery('reportFigures', 'data', {
      reportId,
      from: new Date(other.from),
      till: new Date(other.till),
      segment: 'month',
    }),
    enabled: isOver && other.till > other.from,
  })
  return { period, instants, comparison, segment, now, data, before }
}

const pick = ({ on, to }: ReportSearch) => ({ ...(on !== undefined && { on }), ...(to !== undefined && { to }) })
