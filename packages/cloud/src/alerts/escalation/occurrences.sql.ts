import type { Tx } from '../../db/sql.ts'

/** How an occurrence of an alert stands, for its escalation. Times are milliseconds since 1970. */
export interface OccurrenceRow {
  orgId: number
  alertId: number
  episode: number
  /** When it was judged. */
  on: number
  occurredOn: number
  isHeld: boolean
  confirmed: { on: number; from: string; comment: string | null } | null
  overOn: number | null
  isEndTold: boolean
  /** The alert names a policy. */
  isEscalated: boolean
}

/**
 * Begins the escalation of occurrences that are new, and tells those that run how they stand now. One that is over, or confirmed, is due at
 * once: people are to be told. An earlier occurrence is over when there is a later one.
 */
export const putOccurrences = (tx: Tx, rows: readonly OccurrenceRow[]) => tx`
  with given as (
    select "orgId", "alertId", episode, "isHeld", "isEndTold", "isEscalated", nullif(confirmed, 'null') as confirmed,
      to_timestamp("on" / 1000) as judged_on, to_timestamp("occurredOn" / 1000) as occurred_on, to_timestamp("overOn" / 1000) as over_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r ("orgId" bigint, "alertId" bigint, episode integer,
      "on" double precision, "occurredOn" double precision, "isHeld" boolean, confirmed jsonb, "overOn" double precision,
      "isEndTold" boolean, "isEscalated" boolean)
  ), now_so as (
    select e.org_id, e.alert_id, e.episode, r.judged_on, r."isEndTold", e.episode < r.episode as is_earlier,
      case when e.episode < r.episode then r.judged_on else r.over_on end as over_on,
      case when e.episode < r.episode then e.confirmed else r.confirmed end as confirmed,
      case when e.episode < r.episode then e.occurred_on else r.occurred_on end as occurred_on,
      e.episode = r.episode and r."isHeld" as is_held
    from given r join escalation e on e.org_id = r."orgId" and e.alert_id = r."alertId" and e.episode <= r.episode
    where e.over_on is null
  ), changed as (
    update escalation e
    set over_on = n.over_on, confirmed = n.confirmed, occurred_on = n.occurred_on, is_held = n.is_held, is_end_told = n."isEndTold",
      due_on = case when n.over_on is not null or (n.confirmed is not null and e.confirmed is null) then n.judged_on
        else e.due_on + (n.occurred_on - e.occurred_on) end
    from now_so n
    where e.org_id = n.org_id and e.alert_id = n.alert_id and e.episode = n.episode
  )
  insert into escalation (org_id, alert_id, episode, occurred_on, is_held, due_on)
  select a.org_id, a.id, r.episode, r.occurred_on, r."isHeld",
    r.judged_on + coalesce((p.steps -> 0 ->> 'afterMinutes')::integer, 0) * interval '1 minute'
  from given r
  join alert a on a.org_id = r."orgId" and a.id = r."alertId"
  join escalation_policy p on p.org_id = a.org_id and p.id = a.policy_id
  where r."isEscalated" and r.over_on is null and r.confirmed is null
  on conflict do nothing`
