import type { Tx } from '@busbar/database'

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
  /** While it flaps and is not confirmed, an ended one may go on. */
  overOn: number | null
  /** True if the alert event has ended, even if it may continue. */
  isClosed: boolean
  isFlapping: boolean
  isEndTold: boolean
  /** The alert names a policy. */
  isEscalated: boolean
}

/**
 * Starts the escalation of new alert events, and updates those that run. A resolved or acknowledged one is due at once,
 * because contacts must be informed. A later event ends the earlier one, unless the alert flaps and the earlier one
 * waits: then its escalation continues in the later event.
 */
export const putOccurrences = (tx: Tx, rows: readonly OccurrenceRow[]) => tx`
  with given as (
    select "orgId", "alertId", episode, "isHeld", "isClosed", "isFlapping", "isEndTold", "isEscalated",
      nullif(confirmed, 'null') as confirmed, to_timestamp("on" / 1000) as judged_on, to_timestamp("occurredOn" / 1000) as occurred_on,
      to_timestamp("overOn" / 1000) as over_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r ("orgId" bigint, "alertId" bigint, episode integer,
      "on" double precision, "occurredOn" double precision, "isHeld" boolean, confirmed jsonb, "overOn" double precision,
      "isClosed" boolean, "isFlapping" boolean, "isEndTold" boolean, "isEscalated" boolean)
  ), running as (
    select e.*, r.episode as given_episode, r.judged_on, r."isEndTold", r."isHeld", r.over_on as given_over_on, r.confirmed as given_confirmed,
      r.occurred_on as given_occurred_on, e.last_episode < r.episode as is_earlier,
      e.last_episode < r.episode and r."isFlapping" and r."isEscalated" and e.is_held and e.confirmed is null as is_carried_on
    from given r join escalation e on e.org_id = r."orgId" and e.alert_id = r."alertId" and e.last_episode <= r.episode
    where e.over_on is null
  ), now_so as (
    select org_id, alert_id, episode, judged_on, "isEndTold", is_carried_on,
      case when is_earlier and not is_carried_on then last_episode else given_episode end as last_episode,
      case when is_earlier and not is_carried_on then judged_on else given_over_on end as over_on,
      case when is_earlier and not is_carried_on then confirmed else given_confirmed end as confirmed,
      case when is_earlier and not is_carried_on then occurred_on else given_occurred_on end as occurred_on,
      (not is_earlier or is_carried_on) and "isHeld" as is_held
    from running
  ), changed as (
    update escalation e
    set over_on = n.over_on, confirmed = n.confirmed, occurred_on = n.occurred_on, is_held = n.is_held, is_end_told = n."isEndTold",
      last_episode = n.last_episode,
      due_on = case when n.over_on is not null or (n.confirmed is not null and e.confirmed is null) then n.judged_on
        when n.is_carried_on then e.due_on else e.due_on + (n.occurred_on - e.occurred_on) end
    from now_so n
    where e.org_id = n.org_id and e.alert_id = n.alert_id and e.episode = n.episode
  )
  insert into escalation (org_id, alert_id, episode, last_episode, occurred_on, is_held, due_on)
  select a.org_id, a.id, r.episode, r.episode, r.occurred_on, r."isHeld",
    r.judged_on + coalesce((p.steps -> 0 ->> 'afterMinutes')::integer, 0) * interval '1 minute'
  from given r
  join escalated_alert a on a.org_id = r."orgId" and a.id = r."alertId"
  join escalation_policy p on p.org_id = a.org_id and p.id = a.policy_id
  where r."isEscalated" and not r."isClosed" and r.confirmed is null
    and not exists (
      select from running e where e.org_id = a.org_id and e.alert_id = a.id and (e.is_carried_on or e.last_episode = r.episode))
  on conflict do nothing`
