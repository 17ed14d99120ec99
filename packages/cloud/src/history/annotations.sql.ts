import type { ConditionKind, logLevels } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'

type LogLevel = (typeof logLevels)[number]

interface Span {
  from: Date
  till: Date
}

export interface ConditionRow {
  alertId: number
  paramId: number
  name: string
  logAs: LogLevel
  isEnabled: boolean
  kind: Exclude<ConditionKind, 'net-down'>
  value: number
}

export const conditionsOnParams = (sql: Queries, orgId: number, paramIds: readonly number[], limit: number) => sql<
  ConditionRow[]
>`
  select a.id as "alertId", c.param_id as "paramId", a.name, a.log_as as "logAs", a.is_enabled as "isEnabled", c.kind, c.value
  from alert_condition c join alert a on a.org_id = c.org_id and a.id = c.alert_id
  where c.org_id = ${orgId} and c.param_id = any(${paramIds}::bigint[])
  order by a.id desc, c.id limit ${limit}`

export interface EpisodeRow {
  alertId: number
  name: string
  logAs: LogLevel
  startedOn: Date
  endedOn: Date | null
}

export const episodesOnParams = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  { from, till }: Span,
  limit: number,
) => sql<EpisodeRow[]>`
  select r.alert_id as "alertId", r.name, r.log_as as "logAs", r.started_on as "startedOn",
    coalesce(r.resolved_on, r.closed_on) as "endedOn"
  from alert_record r
  where r.org_id = ${orgId}
    and r.alert_id in (select alert_id from alert_condition where org_id = ${orgId} and param_id = any(${paramIds}::bigint[]))
    and r.started_on <= ${till} and coalesce(r.resolved_on, r.closed_on, 'infinity') >= ${from}
  order by r.started_on desc, r.id desc limit ${limit}`

export interface WriteRow {
  paramId: number
  on: Date
  userName: string
  before: string | null
  value: string
  outcome: 'done' | 'refused' | 'not-sent' | 'unclear' | null
}

/** An intent, and the latest outcome of the same command: one that was unclear may have become known. */
export const writesToParams = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  { from, till }: Span,
  limit: number,
) => sql<WriteRow[]>`
  select w.object_id::bigint as "paramId", w.recorded_on as "on", w.account_name as "userName", w.before ->> 'value' as before,
    coalesce(w.after ->> 'value', '') as value,
    (select o.after ->> 'outcome' from audit o
     where o.org_id = w.org_id and o.object_kind = 'param' and o.object_id = w.object_id and o.id > w.id
       and o.action = 'param.write-outcome' and o.after ->> 'command' = w.after ->> 'command'
     order by o.id desc limit 1) as outcome
  from audit w
  where w.org_id = ${orgId} and w.object_kind = 'param' and w.object_id = any(${paramIds.map(String)})
    and w.action = 'param.write' and w.recorded_on >= ${from} and w.recorded_on <= ${till}
  order by w.id desc limit ${limit}`
