import type { Queries, Tx } from '../../db/sql.ts'
import type { AlertState, Detail } from '../alert-state.ts'
import type { MessageSnapshot } from '../store/message-snapshot.ts'
import type { ChannelType, Contact, ContactGroup, Policy } from './contact.ts'

export interface EscalationKey {
  orgId: number
  alertId: number
  episode: number
}

/** An escalation that is held until the transaction ends. */
export interface Escalation extends EscalationKey {
  round: number
  step: number
  /** Null: there is nothing to do before the alert changes. */
  dueOn: Date | null
  isHeld: boolean
  isMuted: boolean
  confirmed: { on: number; from: string; comment: string | null } | null
  overOn: Date | null
  isEndTold: boolean
  /** Of the organization. */
  timeZone: string
  /** Null: the alert names none any more. */
  policy: Policy | null
  state: AlertState | null
}

/** Those with something to do: a step, or a message that it is confirmed or over. */
export const dueEscalations = (sql: Queries, now: Date, limit: number) => sql<EscalationKey[]>`
  select e.org_id as "orgId", e.alert_id as "alertId", e.episode
  from escalation e join alert a on a.org_id = e.org_id and a.id = e.alert_id
  where e.due_on <= ${now} and not e.is_held and (a.policy_id is not null or e.confirmed is not null or e.over_on is not null)
  order by e.due_on, e.org_id, e.alert_id limit ${limit}`

/** Those of which the fate of a message is known that was not. */
export const settledEscalations = (sql: Queries, limit: number) => sql<EscalationKey[]>`
  select distinct t.org_id as "orgId", t.alert_id as "alertId", t.episode
  from escalation_recipient t
  join message m on m.org_id = t.org_id and m.alert_id = t.alert_id and m.episode = t.episode and m.item = t.item
  where t.state = 'open' and (m.state in ('sent', 'failed', 'dropped', 'unclear') or (m.state = 'digested' and m.sent_on is not null))
  limit ${limit}`

/** Undefined where another node is at it, or it is gone. */
export const holdEscalation = async (tx: Tx, { orgId, alertId, episode }: EscalationKey) => {
  const [row] = await tx<Escalation[]>`
    select e.org_id as "orgId", e.alert_id as "alertId", e.episode, e.round, e.step, e.due_on as "dueOn", e.is_held as "isHeld",
      e.is_muted as "isMuted", e.confirmed, e.over_on as "overOn", e.is_end_told as "isEndTold", o.time_zone as "timeZone",
      (select jsonb_build_object('steps', p.steps, 'repeatMinutes', p.repeat_minutes, 'rounds', p.rounds)
       from alert a join escalation_policy p on p.org_id = a.org_id and p.id = a.policy_id
       where a.org_id = e.org_id and a.id = e.alert_id) as policy,
      (select s.state from alert_state s where s.org_id = e.org_id and s.alert_id = e.alert_id) as state
    from escalation e join org o on o.id = e.org_id
    where e.org_id = ${orgId} and e.alert_id = ${alertId} and e.episode = ${episode}
    for update of e skip locked`
  return row
}

/** When there is next something to do. */
export const setDue = async (
  tx: Tx,
  { orgId, alertId, episode }: EscalationKey,
  { round, step, dueOn, isMuted }: { round: number; step: number; dueOn: number | null; isMuted: boolean },
): Promise<void> => {
  await tx`
    update escalation set round = ${round}, step = ${step}, due_on = ${dueOn === null ? null : new Date(dueOn)}, is_muted = ${isMuted}
    where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode}`
}

export const endEscalation = async (tx: Tx, { orgId, alertId, episode }: EscalationKey): Promise<void> => {
  await tx`delete from escalation where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode}`
}

export const contactsByIds = (sql: Queries, orgId: number, ids: readonly number[]) => sql<Contact[]>`
  select id, name, language, channels, hours, is_always_for_critical as "isAlwaysForCritical" from contact
  where org_id = ${orgId} and id = any(${[...ids]}::bigint[])`

export const groupsByIds = (sql: Queries, orgId: number, ids: readonly number[]) => sql<ContactGroup[]>`
  select id, name, members, rotation, overrides from contact_group
  where org_id = ${orgId} and id = any(${[...ids]}::bigint[])`

/** A contact that a step has notified. */
export interface Recipient {
  round: number
  step: number
  contactId: number
  groupId: number | null
  item: string
  state: 'open' | 'told' | 'failed'
  /** Of the newest message to them. */
  type: ChannelType
  address: string
  messageState: string
  isSent: boolean
  snapshot: MessageSnapshot
}

/** In the order in which they were notified. */
export const recipientsOf = (sql: Queries, { orgId, alertId, episode }: EscalationKey) => sql<Recipient[]>`
  select t.round, t.step, t.contact_id as "contactId", t.group_id as "groupId", t.item, t.state, m.type, m.recepient as address,
    m.state as "messageState", m.sent_on is not null as "isSent", m.snapshot
  from escalation_recipient t
  join message m on m.org_id = t.org_id and m.alert_id = t.alert_id and m.episode = t.episode and m.item = t.item
  where t.org_id = ${orgId} and t.alert_id = ${alertId} and t.episode = ${episode}
  order by t.round, t.step, m.id`

export const putRecipient = async (
  tx: Tx,
  { orgId, alertId, episode }: EscalationKey,
  { round, step, contactId, groupId, item }: Pick<Recipient, 'round' | 'step' | 'contactId' | 'groupId' | 'item'>,
): Promise<void> => {
  await tx`
    insert into escalation_recipient (org_id, alert_id, episode, round, step, contact_id, group_id, item)
    values (${orgId}, ${alertId}, ${episode}, ${round}, ${step}, ${contactId}, ${groupId}, ${item})
    on conflict (org_id, alert_id, episode, round, step, contact_id) do update set item = excluded.item, state = 'open'`
}

export const settleRecipient = async (
  tx: Tx,
  { orgId, alertId, episode }: EscalationKey,
  { round, step, contactId }: Pick<Recipient, 'round' | 'step' | 'contactId'>,
  state: 'told' | 'failed',
): Promise<void> => {
  await tx`
    update escalation_recipient set state = ${state}
    where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode}
      and round = ${round} and step = ${step} and contact_id = ${contactId}`
}

/** By what a contact was notified in a step of a round, whatever came of it. */
export const triedChannels = (sql: Queries, { orgId, alertId, episode }: EscalationKey, prefix: string) => sql<
  { type: ChannelType; address: string }[]
>`
  select type, recepient as address from message
  where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode} and starts_with(item, ${prefix})`

/** More than anybody would read of one occurrence. */
const detailsMax = 500

/** Puts sentences in the log, where the alert leaves a record. */
export const addDetails = async (
  tx: Tx,
  { orgId, alertId, episode }: EscalationKey,
  on: number,
  details: readonly Detail[],
): Promise<void> => {
  if (details.length === 0) return
  await tx`
    insert into alert_detail (org_id, record_id, said_on, detail)
    select r.org_id, r.id, ${new Date(on)}, one.detail
    from alert_record r
    cross join rows from (jsonb_array_elements(${tx.json(details)})) with ordinality as one (detail, place)
    where r.org_id = ${orgId} and r.alert_id = ${alertId} and r.episode = ${episode}
      and (select count(*) from alert_detail d where d.org_id = r.org_id and d.record_id = r.id) < ${detailsMax}
    order by one.place`
}

/** All contacts that may have been notified of an occurrence, each with the last message. */
export const notifiedContacts = (sql: Queries, { orgId, alertId, episode }: EscalationKey) => sql<
  { contactId: number; type: ChannelType; address: string; snapshot: MessageSnapshot }[]
>`
  select distinct on (contact_id) contact_id as "contactId", type, recepient as address, snapshot from message
  where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode} and contact_id is not null
    and stage in ('active', 'not-confirmed') and state not in ('failed', 'dropped')
  order by contact_id, id desc`

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
 * once: people are to be notified. An earlier occurrence is over when there is a later one.
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
