import type { Queries } from '@busbar/database'
import type { SetAsideStep } from '../counters/counter-book.ts'
import { dayMs } from './hold.rules.ts'
import type { SegmentSteps } from './steps.ts'

/** Maximum number of days with excluded readings per response. */
const asideRowsMax = 1000

interface TextRow {
  id: number
  text: string
}

/** Stored data of series in these steps' days or half-years, each packed with its number before it. */
export const storedTexts = async (
  sql: Queries,
  orgId: number,
  seriesIds: readonly number[],
  timeZone: string,
  { of, rows }: SegmentSteps,
): Promise<Map<number, string>> => {
  if (rows.size === 0) return new Map()
  const keys = [...rows.keys()]
  const [from, till] = [Math.min(...keys), Math.max(...keys)]
  const found =
    of === 'days'
      ? await halfTexts(sql, orgId, seriesIds, timeZone, from, till)
      : await dayTexts(sql, orgId, seriesIds, from, till)
  return new Map(found.map(({ id, text }) => [id, text]))
}

interface AsideRow {
  seriesId: number
  asides: SetAsideStep[]
}

/** Excluded readings in the days of these steps. */
export const storedAsides = async (
  sql: Queries,
  orgId: number,
  seriesIds: readonly number[],
  from: number,
  till: number,
): Promise<AsideRow[]> => sql<AsideRow[]>`
  select series_id as "seriesId", set_aside as asides from sense_day
  where org_id = ${orgId} and series_id = any(${seriesIds}::bigint[]) and set_aside is not null
    and day between date '1970-01-01' + ${Math.floor(from / dayMs)}::int and date '1970-01-01' + ${Math.floor(till / dayMs)}::int
  order by day limit ${asideRowsMax}`

/** Counters among them whose devices are read less often than this. */
export const slowSeries = async (
  sql: Queries,
  orgId: number,
  seriesIds: readonly number[],
  periodSec: number,
): Promise<Set<number>> => {
  const rows = await sql<{ id: number }[]>`
    select s.id from sense_series s join device d on d.org_id = s.org_id and d.id = s.device_id
    where s.org_id = ${orgId} and s.id = any(${seriesIds}::bigint[]) and s.kind = 'energy' and d.update_period_sec > ${periodSec}`
  return new Set(rows.map(({ id }) => id))
}

const halfTexts = (
  sql: Queries,
  orgId: number,
  ids: readonly number[],
  timeZone: string,
  from: number,
  till: number,
) => sql<TextRow[]>`
  select series_id as id, string_agg(half || ':' || amounts, ' ') as text from sense_half
  where org_id = ${orgId} and series_id = any(${ids}::bigint[]) and time_zone = ${timeZone} and half between ${from} and ${till}
  group by series_id`

const dayTexts = (sql: Queries, orgId: number, ids: readonly number[], from: number, till: number) => sql<TextRow[]>`
  select series_id as id, string_agg((day - date '1970-01-01') || ':' || amounts, ' ') as text from sense_day
  where org_id = ${orgId} and series_id = any(${ids}::bigint[])
    and day between date '1970-01-01' + ${from}::int and date '1970-01-01' + ${till}::int
  group by series_id`
