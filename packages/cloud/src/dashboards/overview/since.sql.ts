import type { Queries } from '@busbar/database'
import type { Texts } from '../../devices/params/names.rules.ts'

export interface AlertCounts {
  began: number
  ended: number
}

export const alertsSince = async (sql: Queries, orgId: number, from: Date): Promise<AlertCounts> => {
  const [row] = await sql<[AlertCounts]>`
    select count(*) filter (where started_on >= ${from})::int as began,
           count(*) filter (where coalesce(resolved_on, closed_on) >= ${from})::int as ended
    from alert_record
    where org_id = ${orgId} and (started_on >= ${from} or coalesce(resolved_on, closed_on) >= ${from})`
  return row
}

export interface LongestEpisode {
  name: string
  seconds: number
}

/** Of those that ended since a moment. */
export const longestSince = async (sql: Queries, orgId: number, from: Date): Promise<LongestEpisode | undefined> => {
  const [row] = await sql<LongestEpisode[]>`
    select name, extract(epoch from coalesce(resolved_on, closed_on) - started_on)::float8 as seconds
    from alert_record
    where org_id = ${orgId} and coalesce(resolved_on, closed_on) >= ${from}
    order by coalesce(resolved_on, closed_on) - started_on desc, id desc limit 1`
  return row
}

export interface WrittenValue {
  paramId: number
  name: Texts
  deviceName: string
  netName: string
  on: Date
  userName: string
  before: string | null
  value: string
}

/** Of parameters that are still there. */
export const writesSince = (sql: Queries, orgId: number, from: Date, limit: number) => sql<WrittenValue[]>`
  select p.id as "paramId", p.name, d.name as "deviceName", n.name as "netName", w.recorded_on as "on",
         w.account_name as "userName", w.before ->> 'value' as before, coalesce(w.after ->> 'value', '') as value
  from audit w
  join param p on p.org_id = w.org_id and p.id::text = w.object_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where w.org_id = ${orgId} and w.object_kind = 'param' and w.action = 'param.write' and w.recorded_on >= ${from}
  order by w.id desc limit ${limit}`
