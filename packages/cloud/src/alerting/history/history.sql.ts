import type { Alert, conditionKinds, EndKind } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'
import { barsMax, conditionsShownMax, messagesMax, occurrencesShownMax } from './history.contract.ts'

export interface RecentCondition {
  alertId: number
  conditionCount: number
  paramId: number
  deviceId: number
  netId: number
  netName: string
  kind: (typeof conditionKinds)[number]
  value: number
  holdSec: number
  isTriggered: boolean
}

/** The first conditions of each, those that hold before the others. */
export const recentConditions = (sql: Queries, orgId: number, alertIds: readonly number[]) => sql<RecentCondition[]>`
  select c.alert_id as "alertId", c.count as "conditionCount", c.param_id as "paramId", d.id as "deviceId", n.id as "netId",
    n.name as "netName", c.kind, c.value, c.hold_sec as "holdSec", c.is_triggered as "isTriggered"
  from (
    select c.*, t.is_triggered, count(*) over (partition by c.alert_id)::int as count,
      row_number() over (partition by c.alert_id order by t.is_triggered desc, c.id) as place
    from alert_condition c
    left join alert_state s on s.org_id = c.org_id and s.alert_id = c.alert_id
    cross join lateral (
      select coalesce((select (one ->> 'isTriggered')::boolean from jsonb_array_elements(s.state -> 'conditions') one
        where (one ->> 'id')::bigint = c.id), false) as is_triggered) t
    where c.org_id = ${orgId} and c.alert_id = any(${[...alertIds]}::bigint[])) c
  join param p on p.org_id = c.org_id and p.id = c.param_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where c.place <= ${conditionsShownMax}
  order by c.alert_id, c.place`

export interface RecentOccurrence {
  alertId: number
  id: number
  startedOn: Date
  resolvedOn: Date | null
}

/** An event that ended with its alert has no resolve time. */
const resolvedOn = (sql: Queries) =>
  sql`case when r.closed_on is not null then coalesce(r.resolved_on, r.closed_on) end`

export const recentOccurrences = (sql: Queries, orgId: number, alertIds: readonly number[], from: Date) => sql<
  RecentOccurrence[]
>`
  select a.id as "alertId", r.id, r.started_on as "startedOn", ${resolvedOn(sql)} as "resolvedOn"
  from unnest(${[...alertIds]}::bigint[]) a (id)
  cross join lateral (
    select * from alert_record
    where org_id = ${orgId} and alert_id = a.id order by episode desc limit ${occurrencesShownMax}) r
  where r.closed_on is null or r.closed_on > ${from}
  order by a.id, r.started_on desc, r.id desc`

/** Since when each alert is evaluated: before, nothing is known of it. */
export const createdOnOf = async (
  sql: Queries,
  orgId: number,
  alertIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> => {
  const rows = await sql<{ id: number; createdOn: Date }[]>`
    select id, created_on as "createdOn" from alert where org_id = ${orgId} and id = any(${[...alertIds]}::bigint[])`
  return new Map(rows.map(({ id, createdOn }) => [id, createdOn]))
}

export interface Span {
  orgId: number
  alertId: number
  from: Date
  till: Date
}

const inSpan = (sql: Queries, { orgId, alertId, from, till }: Span) => sql`
  r.org_id = ${orgId} and r.alert_id = ${alertId} and r.started_on < ${till} and (r.closed_on is null or r.closed_on > ${from})`

export interface BarRow extends Omit<RecentOccurrence, 'alertId'> {
  logAs: Alert['logAs']
}

/** The newest first. */
export const barsOf = (sql: Queries, span: Span) => sql<BarRow[]>`
  select r.id, r.started_on as "startedOn", ${resolvedOn(sql)} as "resolvedOn", r.log_as as "logAs"
  from alert_record r where ${inSpan(sql, span)} order by r.episode desc limit ${barsMax}`

export interface OccurrenceRow extends BarRow {
  how: EndKind | null
  confirmedOn: Date | null
  confirmedFrom: string | null
  comment: string | null
}

export const occurrencesOf = (sql: Queries, span: Span, page: { page: number; itemsOnPage: number }) => sql<
  OccurrenceRow[]
>`
  select r.id, r.started_on as "startedOn", ${resolvedOn(sql)} as "resolvedOn", r.log_as as "logAs", r.how,
    r.confirmed_on as "confirmedOn", r.confirmed_from as "confirmedFrom", r.comment
  from alert_record r where ${inSpan(sql, span)}
  order by r.episode desc limit ${page.itemsOnPage} offset ${(page.page - 1) * page.itemsOnPage}`

export const countOccurrences = async (sql: Queries, span: Span): Promise<number> => {
  const [row] = await sql<
    [{ count: number }]
  >`select count(*)::int as count from alert_record r where ${inSpan(sql, span)}`
  return row.count
}

/** How many messages of each record are shown. */
export const shownMessages = <T extends { recordId: number }>(messages: readonly T[]): Map<number, T[]> =>
  new Map(
    [...Map.groupBy(messages, ({ recordId }) => recordId)].map(([id, all]) => [id, all.slice(0, messagesMax)] as const),
  )
