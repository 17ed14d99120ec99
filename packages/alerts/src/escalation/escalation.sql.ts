import type { Queries, Tx } from '@busbar/database'
import type { AlertState, LogDetail } from '../alert-state.ts'
import type { Contact, ContactGroup, Policy } from './contact.ts'

export interface EscalationKey {
  orgId: number
  alertId: number
  episode: number
}

/** An escalation that is held until the transaction ends. */
export interface Escalation extends EscalationKey {
  /** The latest alert event of the escalation; a flapping alert continues it in the next event. */
  lastEpisode: number
  round: number
  step: number
  /** Null: there is nothing to do before the alert changes. */
  dueOn: Date | null
  isHeld: boolean
  isMuted: boolean
  confirmed: { on: number; from: string; comment: string | null } | null
  overOn: Date | null
  isEndTold: boolean
  /** Time zone of the organization. */
  timeZone: string
  /** Null: the alert names none any more. */
  policy: Policy | null
  state: AlertState | null
}

/** Escalations with a due step, or with a due acknowledge or resolve message. */
export const dueEscalations = (sql: Queries, now: Date, limit: number) => sql<EscalationKey[]>`
  select e.org_id as "orgId", e.alert_id as "alertId", e.episode
  from escalation e join escalated_alert a on a.org_id = e.org_id and a.id = e.alert_id
  where e.due_on <= ${now} and not e.is_held and (a.policy_id is not null or e.confirmed is not null or e.over_on is not null)
  order by e.due_on, e.org_id, e.alert_id limit ${limit}`

/** Undefined where another node is at it, or it is gone. */
export const holdEscalation = async (tx: Tx, { orgId, alertId, episode }: EscalationKey) => {
  const [row] = await tx<Escalation[]>`
    select e.org_id as "orgId", e.alert_id as "alertId", e.episode, e.last_episode as "lastEpisode", e.round, e.step, e.due_on as "dueOn", e.is_held as "isHeld",
      e.is_muted as "isMuted", e.confirmed, e.over_on as "overOn", e.is_end_told as "isEndTold", o.time_zone as "timeZone",
      (select jsonb_build_object('steps', p.steps, 'repeatMinutes', p.repeat_minutes, 'rounds', p.rounds)
       from escalated_alert a join escalation_policy p on p.org_id = a.org_id and p.id = a.policy_id
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

/** Maximum number of log details of an alert event. */
const detailsMax = 500

/** Puts sentences in the log, where the alert leaves a record. */
export const addDetails = async (
  tx: Tx,
  { orgId, alertId, lastEpisode }: Escalation,
  on: number,
  details: readonly LogDetail[],
): Promise<void> => {
  if (details.length === 0) return
  await tx`
    insert into alert_detail (org_id, record_id, said_on, detail)
    select r.org_id, r.id, ${new Date(on)}, one.detail
    from alert_record r
    cross join rows from (jsonb_array_elements(${tx.json(details)})) with ordinality as one (detail, place)
    where r.org_id = ${orgId} and r.alert_id = ${alertId} and r.episode = ${lastEpisode}
      and (select count(*) from alert_detail d where d.org_id = r.org_id and d.record_id = r.id) < ${detailsMax}
    order by one.place`
}
