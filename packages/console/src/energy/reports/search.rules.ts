import { wordIn } from '../../data/state/search.rules.ts'
import type { Period } from '../figures/period.rules.ts'
import { type Comparison, comparisons, daysBetween, type PeriodKind, periodKinds } from '../figures/period.rules.ts'

export const segments = ['half-hour', 'hour', 'day', 'month'] as const
export type Segment = (typeof segments)[number]

/** Search parameters of the report page. */
export interface ReportSearch {
  p?: PeriodKind
  /** Day, Monday, month or year; of a span its first day. */
  on?: string | number
  /** The last day of a span. */
  to?: string
  vs?: Comparison
  by?: Segment
  /** The branch that is drawn. */
  branch?: string
}

/** Reads an address; invalid values are ignored. */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch => {
  const { on, to, branch } = search
  const [p, vs, by] = [
    wordIn(search['p'], periodKinds),
    wordIn(search['vs'], comparisons),
    wordIn(search['by'], segments),
  ]
  return {
    ...(p !== undefined && { p }),
    ...((typeof on === 'string' || typeof on === 'number') && { on }),
    ...(typeof to === 'string' && { to }),
    ...(vs !== undefined && { vs }),
    ...(by !== undefined && { by }),
    ...(typeof branch === 'string' && { branch }),
  }
}

/** How a period can be cut, the usual first. */
export const segmentsOf = ({ kind, from, till }: Period): readonly [Segment, ...Segment[]] => {
  const days = daysBetween(from, till)
  if (kind === 'day' || days <= 2) return ['hour', 'half-hour']
  if (days <= 10) return ['day', 'hour', 'half-hour']
  if (days <= 62) return ['day', 'hour']
  return days <= 800 ? ['month', 'day'] : ['month']
}

export const segmentOf = (period: Period, by: Segment | undefined): Segment => {
  const all = segmentsOf(period)
  return by !== undefined && all.includes(by) ? by : all[0]
}
