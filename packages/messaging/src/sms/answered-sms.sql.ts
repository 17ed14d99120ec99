import { phoneTypes } from '@busbar/alerts/channels'
import type { Queries } from '@busbar/database'
import type { SeenOccurrence } from '../outbox/confirm-token.sql.ts'
import { alertsInMessage } from '../outbox/outage.sql.ts'

const answeredWithinMs = 7 * 86_400_000

/** Alerts that a replying phone was notified of, and their messages. */
interface AnsweredAlerts {
  orgId: number
  messageIds: readonly number[]
  seen: readonly SeenOccurrence[]
}

/**
 * Alerts that a phone was notified of, by SMS or call, with their current state from the record, or from the alert's
 * state where there is none.
 */
const notifiedPhone = (sql: Queries, { digits, code, now }: SmsReply) => sql`
  from message m
  left join message o on o.org_id = m.org_id and o.alert_id = 0 and o.item like 'o%' and m.reason = 'digest: ' || o.id
  left join alert_record r on r.org_id = m.org_id and r.alert_id = m.alert_id and r.episode = m.episode
  left join alert_state s on r.id is null and s.org_id = m.org_id and s.alert_id = m.alert_id
  cross join lateral (select
    case when r.id is not null then r.closed_on is not null else coalesce((s.state -> 'episode' ->> 'no')::integer <> m.episode
      or s.state -> 'episode' ->> 'closedOn' is not null, false) end as is_over,
    case when r.confirmed_on is null then nullif(s.state -> 'episode' -> 'confirmed', 'null') else jsonb_build_object(
      'on', extract(epoch from r.confirmed_on) * 1000, 'from', r.confirmed_from, 'comment', r.comment) end as confirmed) now_so
  where m.type = any(${phoneTypes}) and m.alert_id <> 0 and m.sent_on > ${new Date(now.getTime() - answeredWithinMs)}
    and m.state in ('sent', 'unclear', 'digested') and m.stage in ('active', 'not-confirmed')
    and regexp_replace(m.recepient, '[^0-9]', '', 'g') = ${digits}
    and (${code}::bigint is null or m.id = ${code}::bigint or o.id = ${code}::bigint)`

interface SmsReply {
  digits: string
  code: number | null
  now: Date
}

/**
 * Returns the unacknowledged and unresolved alerts of the newest message to a phone, or of the message with the code. A
 * message about an outage contains all alerts that were merged into it.
 */
export const answeredAlerts = async (sql: Queries, reply: SmsReply): Promise<AnsweredAlerts | undefined> => {
  const [found] = await sql<(SeenOccurrence & { messageId: number; outageId: number | null })[]>`
    select m.org_id as "orgId", m.alert_id as "alertId", m.episode, m.id as "messageId", o.id as "outageId",
      coalesce((m.snapshot ->> 'additions')::int, 0) as additions
    ${notifiedPhone(sql, reply)} and not now_so.is_over and now_so.confirmed is null
    order by m.sent_on desc, m.id desc limit 1`
  if (found === undefined) return undefined
  const { messageId, outageId, ...seen } = found
  const all = outageId === null ? [{ ...seen, messageId }] : await alertsInMessage(sql, seen.orgId, outageId)
  return {
    orgId: seen.orgId,
    messageIds: all.map((one) => one.messageId),
    seen: all.map(({ orgId, alertId, episode, additions }) => ({ orgId, alertId, episode, additions })),
  }
}

/**
 * Queues the reply to an acknowledgement by SMS, with the names of the alerts. Replies are counted like other messages,
 * and those about an outage are merged. A phone that receives acknowledgements anyway gets none.
 */
export const answerConfirmed = async (
  sql: Queries,
  { orgId, messageIds }: Pick<AnsweredAlerts, 'orgId' | 'messageIds'>,
  confirmed: { on: Date; from: string },
): Promise<void> => {
  const { on, from } = confirmed
  await sql`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, contact_id, snapshot, due_on, next_try_on)
    select m.org_id, m.alert_id, m.episode, ${answerItem(sql)}, 'confirmed', 'sms', m.recepient, m.contact_id,
           m.snapshot || jsonb_build_object('confirmed', jsonb_build_object('on', ${on.getTime()}::float8, 'from', ${from}::text)),
           ${on}, ${on}
    from message m
    where m.org_id = ${orgId} and m.id = any(${[...messageIds]}::bigint[])
      and not exists (
        select from message o
        where o.org_id = m.org_id and o.alert_id = m.alert_id and o.episode = m.episode and o.stage = 'confirmed' and o.type = 'sms'
          and (o.state <> 'waiting' or o.next_try_on <= ${on})
          and regexp_replace(o.recepient, '[^0-9]', '', 'g') = regexp_replace(m.recepient, '[^0-9]', '', 'g'))
    on conflict (org_id, alert_id, episode, item) do update set next_try_on = excluded.next_try_on where message.state = 'waiting'`
}

/** Contacts are notified of every acknowledgement: that message is the reply, and there is no second one. */
const answerItem = (sql: Queries) => sql`case when m.contact_id is null then 'r' || m.id else 'ec' || m.contact_id end`

/**
 * Queues the reply to an acknowledgement of resolved or acknowledged alerts, once for each message. A phone without
 * messages gets no reply.
 */
export const answerSettled = async (sql: Queries, reply: SmsReply): Promise<void> => {
  const { now } = reply
  await sql`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, contact_id, snapshot, due_on, next_try_on)
    select m.org_id, m.alert_id, m.episode, 'r' || m.id, case when now_so.is_over then 'resolved' else 'confirmed' end, 'sms',
           m.recepient, m.contact_id, m.snapshot || jsonb_build_object('confirmed', now_so.confirmed), ${now}, ${now}
    ${notifiedPhone(sql, reply)} and (now_so.is_over or now_so.confirmed is not null)
    order by m.sent_on desc, m.id desc limit 1
    on conflict do nothing`
}
