import { addressOf, type MessageType, textChannelTypes } from '@busbar/alerts/channels'
import type { Tx } from '@busbar/database'
import type { Verdict } from '../message/retry.rules.ts'
import type { UnreachedRecipient } from '../message/snapshot.ts'
import { settleMembers } from './digest.sql.ts'
import { type Attempt, markDone, markDropped } from './outbox.sql.ts'

/** A message that did not arrive. */
interface FailedMessage extends Pick<Attempt, 'orgId' | 'id'> {
  alertId: number
  item: string
  type: UnreachedRecipient['type']
  recepient: string | null
}

/** Maximum number of notices about one alert or one combined message. */
const noticesMax = 10

/**
 * A failed notice (`n`) causes no further notice; a test (`t`) or a reply (`r`) concerns no other recipient. Messages
 * about an alert that depends on another one (`p`) wait.
 */
const ownItems = /^[nprt]/

/**
 * Notifies the alert's other recipients, by e-mail, SMS and chats, of an unreached recipient: one message each, once
 * for each alert event. For a combined message, the recipients of all its alerts are notified, with the data of the
 * first.
 */
const notifyOthers = async (
  tx: Tx,
  { orgId, id, alertId, item, type, recepient }: FailedMessage,
  memberIds: readonly number[],
  reason: string,
  now: Date,
): Promise<void> => {
  if (ownItems.test(item)) return
  const failedIds = alertId === 0 ? memberIds : [id]
  const to = addressOf(type)?.isSecret === true ? (URL.parse(recepient ?? '')?.origin ?? '') : (recepient ?? '')
  await tx`
    with failed as (
      select * from message
      where org_id = ${orgId} and id = any(${[...failedIds]}::bigint[]) and alert_id > 0 and item !~ ${ownItems.source}
    ), first as (
      select * from failed order by id limit 1
    ), other as (
      select distinct on (a.type, lower(trim(a.recepient))) a.type, a.recepient from alert_action a
      where a.org_id = ${orgId} and a.alert_id in (select alert_id from failed) and a.stage in ('active', 'not-confirmed')
        and a.type = any(${textChannelTypes}) and trim(a.recepient) <> ''
        and (a.type, lower(trim(a.recepient))) is distinct from (${type}::text, lower(trim(${recepient}::text)))
      order by a.type, lower(trim(a.recepient)), a.id limit ${noticesMax}
    )
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    select first.org_id, first.alert_id, first.episode,
      'n' || left(encode(sha256(convert_to(concat_ws(' ', ${type}::text, ${recepient}::text, first.param_id, other.type, other.recepient), 'UTF8')), 'hex'), 32),
      first.stage, other.type, other.recepient,
      first.snapshot || jsonb_build_object('outage', null, 'unreached',
        jsonb_build_object('type', ${type}::text, 'to', ${to}::text, 'reason', ${reason}::text)),
      ${now}, ${now}
    from first cross join other
    on conflict do nothing`
}

/** As much of a message as its end needs. */
export interface SettledMessage extends Attempt {
  alertId: number
  item: string
  type: MessageType
  recepient: string | null
  /** Messages that were merged into this one, if known. */
  earlier?: readonly unknown[]
}

/** Dropped, though it was needed. What the organization switched off itself is none of these. */
const missedDrops: readonly string[] = ['sms-limit', 'sms-off', 'no-recipient', 'too-late']

/** Returns true if the recipient was not reached, or may not have been. */
export const isUndelivered = (state: Verdict['state'] | 'dropped', reason: string | null): boolean =>
  state === 'dropped' ? missedDrops.includes(reason ?? '') : state === 'failed' || state === 'unclear'

/** Writes down what came of an attempt. False when the message is not this attempt's any more. */
export const settle = async (
  tx: Tx,
  message: SettledMessage,
  verdict: Verdict,
  more: { leftOn: Date; isCostGivenBack: boolean },
  now: Date,
): Promise<boolean> => {
  if (!(await markDone(tx, message, verdict, more, now))) return false
  if (verdict.state !== 'waiting') await end(tx, message, { ...verdict, state: verdict.state }, more.leftOn, now)
  return true
}

/** It is not sent at all. */
export const drop = async (tx: Tx, message: SettledMessage, reason: string, now: Date): Promise<void> => {
  await markDropped(tx, message, reason, isUndelivered('dropped', reason) ? now : null)
  await end(tx, message, { state: 'dropped', reason }, now, now)
}

/** The one place where a message has come to its end, and its last outcome is known. */
const end = async (
  tx: Tx,
  message: SettledMessage,
  { state, reason }: { state: 'sent' | 'failed' | 'unclear' | 'dropped'; reason: string | null },
  leftOn: Date,
  now: Date,
): Promise<void> => {
  const { type } = message
  const isMissed = isUndelivered(state, reason) && type !== 'push'
  const outcome = { state, reason, leftOn, undeliveredOn: isMissed ? now : null }
  const isAlone = message.alertId !== 0 && message.earlier?.length === 0
  const members = isAlone ? [] : await settleMembers(tx, message.orgId, message.id, outcome)
  // A message that may have arrived is not reported to others as failed.
  if (isMissed && state !== 'unclear') await notifyOthers(tx, { ...message, type }, members, reason ?? '', now)
}
