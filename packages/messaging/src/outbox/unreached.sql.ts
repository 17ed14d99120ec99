import type { Tx } from '@busbar/database'
import type { UnreachedRecipient } from '../message/snapshot.ts'
import type { Attempt } from './outbox.sql.ts'

/** A message that did not arrive. */
interface FailedMessage extends Pick<Attempt, 'orgId' | 'id'> {
  alertId: number
  item: string
  type: UnreachedRecipient['type']
  recepient: string | null
}

/** Of one alert, or behind one message about several. */
const noticesMax = 10

/**
 * That such a notice (`n`) does not arrive is told by no other; and a test (`t`) or an answer (`r`) concerns no other recipient. Messages about an
 * alert that waits for another (`p`) wait.
 */
const ownItems = /^[nprt]/

/**
 * Tells the alert's other recipients, by e-mail, SMS and chats, who was not reached: one message each, once for each occurrence. Of one that was made of several,
 * the recipients of all of those are told, as of its first.
 */
export const notifyOthers = async (
  tx: Tx,
  { orgId, id, alertId, item, type, recepient }: FailedMessage,
  memberIds: readonly number[],
  reason: string,
  now: Date,
): Promise<void> => {
  if (ownItems.test(item)) return
  const failedIds = alertId === 0 ? memberIds : [id]
  const to = type === 'webhook' || type === 'ntfy' ? (URL.parse(recepient ?? '')?.origin ?? '') : (recepient ?? '')
  await tx`
    with failed as (
      select * from message
      where org_id = ${orgId} and id = any(${[...failedIds]}::bigint[]) and alert_id > 0 and item !~ ${ownItems.source}
    ), first as (
      select * from failed order by id limit 1
    ), other as (
      select distinct on (a.type, lower(trim(a.recepient))) a.type, a.recepient from alert_action a
      where a.org_id = ${orgId} and a.alert_id in (select alert_id from failed) and a.stage in ('active', 'not-confirmed')
        and a.type in ('email', 'sms', 'telegram', 'ntfy') and trim(a.recepient) <> ''
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
