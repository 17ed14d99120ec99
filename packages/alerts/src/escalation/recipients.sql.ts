import type { Queries, Tx } from '@busbar/database'
import { type ChannelType, channels, channelTypes } from '../channels.ts'
import type { MessageSnapshot } from '../store/message-snapshot.ts'
import type { Escalation, EscalationKey } from './escalation.sql.ts'

/** Limit for a digest, whose recipients may use any channel. */
const digestLateMs = Math.max(...channelTypes.map((type) => channels[type].lateAfterMs))

/** A contact that a step has notified. */
export interface Recipient {
  round: number
  step: number
  contactId: number
  groupId: number | null
  state: 'open' | 'told' | 'failed'
  /** Channel of the newest message to the contact. */
  type: ChannelType
  messageState: string
  isSent: boolean
  isLate: boolean
  /** True if the message was late, the contact has no other channel, and other contacts were notified instead. */
  isPassedOver: boolean
}

type RecipientKey = Pick<Recipient, 'round' | 'step' | 'contactId'>

/** The item of a message begins with it. */
export const itemPrefix = ({ round, step, contactId }: RecipientKey): string => `e${round}.${step}.${contactId}.`

const joined = (sql: Queries) => sql`
  escalation_recipient t
  join message m on m.org_id = t.org_id and m.alert_id = t.alert_id and m.episode = t.message_episode and m.item = t.item`

/** A message in a digest is late when the digest is. */
const isLate = (sql: Queries, till: Date) => sql`
  (t.late_on <= ${till} and (m.state in ('waiting', 'sending') or (m.state = 'digested' and m.sent_on is null and not exists (
    select from message c
    where c.org_id = m.org_id and c.id = nullif(regexp_replace(m.reason, '[^0-9]', '', 'g'), '')::bigint
      and c.due_on > ${new Date(till.getTime() - digestLateMs)}))))`

/** Escalations with a message whose outcome is new, or with one that was late at `lateTill`. */
export const settledEscalations = (sql: Queries, now: Date, lateTill: Date, limit: number) => sql<EscalationKey[]>`
  select distinct t.org_id as "orgId", t.alert_id as "alertId", t.episode from ${joined(sql)}
  where t.state = 'open' and (t.held_till is null or t.held_till <= ${now}) and (
    m.state in ('sent', 'failed', 'dropped', 'unclear') or (m.state = 'digested' and m.sent_on is not null) or ${isLate(sql, lateTill)})
  limit ${limit}`

/** In the order in which they were notified. */
export const recipientsOf = (sql: Queries, { orgId, alertId, episode }: EscalationKey, lateTill: Date) => sql<
  Recipient[]
>`
  select t.round, t.step, t.contact_id as "contactId", t.group_id as "groupId", t.state, m.type, m.state as "messageState",
    m.sent_on is not null as "isSent", coalesce(${isLate(sql, lateTill)}, false) as "isLate", t.late_on is null as "isPassedOver"
  from ${joined(sql)}
  where t.org_id = ${orgId} and t.alert_id = ${alertId} and t.episode = ${episode}
  order by t.round, t.step, m.id`

export const putRecipient = async (
  tx: Tx,
  { orgId, alertId, episode, lastEpisode }: Escalation,
  { round, step, contactId, groupId }: RecipientKey & Pick<Recipient, 'groupId'>,
  { item, lateOn }: { item: string; lateOn: Date },
): Promise<void> => {
  await tx`
    insert into escalation_recipient (org_id, alert_id, episode, round, step, contact_id, group_id, message_episode, item, late_on)
    values (${orgId}, ${alertId}, ${episode}, ${round}, ${step}, ${contactId}, ${groupId}, ${lastEpisode}, ${item}, ${lateOn})
    on conflict (org_id, alert_id, episode, round, step, contact_id) do update
    set message_episode = excluded.message_episode, item = excluded.item, late_on = excluded.late_on, state = 'open', held_till = null`
}

const ofPlace = (tx: Tx, { orgId, alertId, episode }: EscalationKey, { round, step, contactId }: RecipientKey) => tx`
  org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode} and round = ${round} and step = ${step} and contact_id = ${contactId}`

export const settleRecipient = async (
  tx: Tx,
  key: EscalationKey,
  recipient: RecipientKey,
  state: 'told' | 'failed',
): Promise<void> => {
  await tx`update escalation_recipient set state = ${state} where ${ofPlace(tx, key, recipient)}`
}

/** Other contacts are notified instead; the message is still retried. */
export const passOver = async (tx: Tx, key: EscalationKey, recipient: RecipientKey): Promise<void> => {
  await tx`update escalation_recipient set late_on = null where ${ofPlace(tx, key, recipient)}`
}

/**
 * Delays the next check of recipients whose messages cannot be followed by others now, so that they do not block the
 * rest.
 */
export const holdRecipients = async (
  tx: Tx,
  { orgId, alertId, episode }: EscalationKey,
  till: number,
): Promise<void> => {
  await tx`
    update escalation_recipient set held_till = ${new Date(till)}
    where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode} and state = 'open'`
}

const ofEscalation = (sql: Queries, { orgId, alertId, episode, lastEpisode }: Escalation) => sql`
  org_id = ${orgId} and alert_id = ${alertId} and episode between ${episode} and ${lastEpisode}`

/** Channels that were used for a contact in a step of a round, with their success. */
export const triedChannels = (sql: Queries, escalation: Escalation, prefix: string) => sql<
  { type: ChannelType; address: string; hasArrived: boolean }[]
>`
  select type, recepient as address, state = 'sent' or (state = 'digested' and sent_on is not null) as "hasArrived" from message
  where ${ofEscalation(sql, escalation)} and starts_with(item, ${prefix})`

/** All contacts that may have been notified of an occurrence, each with the last message; one that has arrived counts before others. */
export const notifiedContacts = (sql: Queries, escalation: Escalation) => sql<
  { contactId: number; type: ChannelType; address: string; snapshot: MessageSnapshot }[]
>`
  select distinct on (contact_id) contact_id as "contactId", type, recepient as address, snapshot from message
  where ${ofEscalation(sql, escalation)} and contact_id is not null
    and stage in ('active', 'not-confirmed') and state not in ('failed', 'dropped')
  order by contact_id, state = 'sent' or (state = 'digested' and sent_on is not null) desc, id desc`

/** Drops the messages of a contact that still wait for another channel: they would arrive after the new one. */
export const dropPassed = async (
  tx: Tx,
  escalation: Escalation,
  { contactId, type, address }: { contactId: number; type: ChannelType; address: string },
): Promise<void> => {
  await tx`
    update message set state = 'dropped', reason = 'stage-passed'
    where ${ofEscalation(tx, escalation)} and contact_id = ${contactId} and stage in ('active', 'not-confirmed') and state = 'waiting'
      and (type, recepient) <> (${type}, ${address})`
}
