import type { Queries } from '@busbar/database'
import { dayText } from '../days/days.ts'
import { bytesOf, coldDays } from '../span.sql.ts'
import { type Fragment, hotRecords } from './hot.sql.ts'

export interface RecentKey {
  orgId: number
  paramId: number
}

/**
 * Returns a state that changes with the parameter's readings since the start of a day: the number of polls recorded for
 * its device, and the versions of its chunks. Null if the parameter is gone or nothing was recorded. It replaces
 * `hotRecords`.
 */
export const recentState = (sql: Queries, { orgId, paramId }: RecentKey, day: number): Fragment => sql`
  select (
    select convert_to(l.version || ' ' || coalesce((
      select string_agg(c.xmin::text, ' ' order by c.day) from chunk c
      where c.org_id = ${orgId} and c.param_id = ${paramId} and c.day >= ${dayText(day)}), ''), 'UTF8')
    from param p join last_poll l on l.org_id = p.org_id and l.device_id = p.device_id
    where p.org_id = ${orgId} and p.id = ${paramId}
  ) as bytes, 0 as polls`

export interface RecentRow {
  deviceId: number | null
  state: Uint8Array | null
  hot: Uint8Array | null
  cold: Uint8Array | null
}

/** Selects all readings since the start of a day, with the state that reveals changes. */
export const selectRecent = async (sql: Queries, key: RecentKey, day: number): Promise<RecentRow> => {
  const span = { ...key, from: day, till: Infinity }
  const [row] = await sql<[Omit<RecentRow, 'cold'> & { base64: string | null }]>`
    select (select device_id from param where org_id = ${key.orgId} and id = ${key.paramId}) as "deviceId",
      state.bytes as state, hot.bytes as hot, cold.base64
    from (${recentState(sql, key, day)}) state, (${hotRecords(sql, span)}) hot, (${coldDays(sql, span, 'data')}) cold`
  const { base64, ...rest } = row
  return { ...rest, cold: bytesOf(base64) }
}
