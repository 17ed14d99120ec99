import type { Queries } from '@busbar/database'
import type { Snapshot } from '../message/message.ts'
import type { SeenOccurrence } from '../outbox/confirm-token.sql.ts'
import { describe, type MessageLocale } from '../outbox/describe.ts'

/** Current state of an alert event. */
export interface Occurrence extends SeenOccurrence {
  additions: number
  /** Null if the alert event has no data any more. */
  snapshot: Snapshot | null
  isOver: boolean
  /** Number of the current alert event, where this one has resolved and the alert fired again. */
  newer: number | null
}

interface Row {
  messageId: number | null
  /** Snapshot of the message; null if there was none. */
  stored: Readonly<Record<string, unknown>> | null
  /** How the alert stands; null where it is gone. */
  standing: Readonly<Record<string, unknown>> | null
  name: string | null
  logAs: string | null
  startedOn: Date | null
  resolvedOn: Date | null
  isClosed: boolean
  confirmed: { on: number; from: string; comment: string | null } | null
  openOccurrence: number | null
  /** Additions of the current state, and of the message. */
  additions: number
  toldAdditions: number
}

/**
 * Returns the reported state of an alert event with its outcome, or the current state where not every message was sent
 * yet.
 */
export const occurrenceOf = async (sql: Queries, seen: SeenOccurrence, locale: MessageLocale): Promise<Occurrence> => {
  const { orgId, alertId, episode } = seen
  const row = await rowOf(sql, seen)
  const isOver = row.isClosed || row.openOccurrence !== episode
  const newer = row.openOccurrence !== null && row.openOccurrence > episode ? row.openOccurrence : null
  const { additions } = row
  const isAllSent = isOver || row.toldAdditions >= additions
  const base = (isAllSent ? row.stored : row.standing) ?? row.stored ?? row.standing
  if (base === null && row.name === null) return { ...seen, additions, snapshot: null, isOver, newer }
  const snapshot = {
    ...base,
    ...(row.name !== null && { name: row.name, logAs: row.logAs }),
    ...(row.startedOn !== null && { startedOn: row.startedOn.getTime() }),
    confirmed: row.confirmed,
    resolvedOn: row.resolvedOn?.getTime() ?? null,
  }
  const described = { id: row.messageId ?? 0, alertId, episode, stage: 'active' as const, snapshot }
  return { ...seen, additions, snapshot: (await describe(sql, orgId, described, locale)).snapshot, isOver, newer }
}

/** An alert that leaves no record is known by its state, as far as that is still of this activation. */
const rowOf = async (sql: Queries, { orgId, alertId, episode }: SeenOccurrence): Promise<Row> => {
  const [row] = await sql<[Row]>`
    select m.id as "messageId", m.snapshot as stored, standing.snapshot as standing, r.name, r.log_as as "logAs",
      coalesce(r.started_on, to_timestamp((own.episode ->> 'startedOn')::float8 / 1000)) as "startedOn",
      coalesce(r.resolved_on, case when own.episode ->> 'closedOn' is not null
        then to_timestamp((own.episode ->> 'clearedOn')::float8 / 1000) end) as "resolvedOn",
      coalesce(r.closed_on is not null, own.episode ->> 'closedOn' is not null) as "isClosed",
      case when r.confirmed_on is not null then jsonb_build_object(
          'on', extract(epoch from r.confirmed_on) * 1000, 'from', r.confirmed_from, 'comment', r.comment)
        else nullif(own.episode -> 'confirmed', 'null') end as confirmed,
      case when s.state -> 'episode' ->> 'closedOn' is null then (s.state -> 'episode' ->> 'no')::int end as "openOccurrence",
      coalesce((own.episode ->> 'additions')::int, 0) as additions, coalesce((m.snapshot ->> 'additions')::int, 0) as "toldAdditions"
    from (values (1)) one
    left join alert_state s on s.org_id = ${orgId} and s.alert_id = ${alertId}
    left join alert a on a.org_id = ${orgId} and a.id = ${alertId}
    left join net n on n.org_id = ${orgId} and n.id = ${-alertId}
    left join alert_record r on r.org_id = ${orgId} and r.alert_id = ${alertId} and r.episode = ${episode}
    left join lateral (select s.state -> 'episode' as episode where (s.state -> 'episode' ->> 'no')::int = ${episode}) own on true
    left join lateral (
      select id, snapshot from message
      where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode} and stage in ('active', 'not-confirmed')
      order by id desc limit 1) m on true
    left join lateral (
      select jsonb_build_object('name', coalesce(a.name, n.name), 'logAs', coalesce(a.log_as, 'failure'),
        'conditions', coalesce(jsonb_agg(jsonb_build_object('paramId', c.param_id, 'kind', c.kind, 'limit', c.value, 'holdSec', c.hold_sec,
          'isTriggered', coalesce(c.state -> 'isTriggered', 'false'), 'value', c.state -> 'value', 'reason', c.state -> 'reason')),
          '[]'),
        'params', coalesce(jsonb_object_agg(c.param_id, jsonb_build_object('fullName', '', 'unitName', c.unit_name,
          'precision', c.precision)) filter (where c.param_id is not null), '{}')) as snapshot
      from (
        select c.param_id, c.kind, c.value, c.hold_sec, p.unit_name, p.precision, (
          select one from jsonb_array_elements(s.state -> 'conditions') one where (one ->> 'id')::bigint = c.id) as state
        from alert_condition c join param p on p.org_id = c.org_id and p.id = c.param_id
        where c.org_id = ${orgId} and c.alert_id = ${alertId}
        union all
        select 0, 'net-down', n.id, 0, null, null, '{"isTriggered": true}' where n.id is not null) c
      having coalesce(a.name, n.name) is not null) standing on true`
  return row
}
