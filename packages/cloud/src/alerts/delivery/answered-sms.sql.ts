import type { Queries } from '../../db/sql.ts'
import type { Seen } from './confirm-token.sql.ts'
import { toldTogether } from './outage.sql.ts'

const answeredWithinMs = 7 * 86_400_000

/** What was told to the telephone that answers, and by which messages. */
interface Told {
  orgId: number
  messageIds: readonly number[]
  seen: readonly Seen[]
}

/**
 * What the newest message to a telephone told of, that nobody has confirmed and that is not over; or that with the code. One about an outage
 * told of all that was merged in it.
 */
export const answeredSms = async (
  sql: Queries,
  { digits, code, now }: { digits: string; code: number | null; now: Date },
): Promise<Told | undefined> => {
  const [found] = await sql<(Seen & { messageId: number; outageId: number | null })[]>`
    select m.org_id as "orgId", m.alert_id as "alertId", m.episode, m.id as "messageId", o.id as "outageId",
      coalesce((m.snapshot ->> 'additions')::int, 0) as additions
    from message m
    left join message o on o.org_id = m.org_id and o.alert_id = 0 and o.item like 'o%' and m.reason = 'digest: ' || o.id
    left join alert_record r on r.org_id = m.org_id and r.alert_id = m.alert_id and r.episode = m.episode
    where m.type = 'sms' and m.alert_id <> 0 and m.sent_on > ${new Date(now.getTime() - answeredWithinMs)}
      and m.state in ('sent', 'unclear', 'digested') and m.stage in ('active', 'not-confirmed')
      and regexp_replace(m.recepient, '[^0-9]', '', 'g') = ${digits}
      and (${code}::bigint is null or m.id = ${code}::bigint or o.id = ${code}::bigint)
      and r.closed_on is null and r.confirmed_on is null
    order by m.sent_on desc, m.id desc limit 1`
  if (found === undefined) return undefined
  const { messageId, outageId, ...seen } = found
  const all = outageId === null ? [{ ...seen, messageId }] : await toldTogether(sql, seen.orgId, outageId)
  return {
    orgId: seen.orgId,
    messageIds: all.map((one) => one.messageId),
    seen: all.map(({ orgId, alertId, episode, additions }) => ({ orgId, alertId, episode, additions })),
  }
}

/**
 * Answers whoever has confirmed by SMS: the alerts are named. As messages like any other they are counted, and those of an outage become one;
 * there are none where this telephone is told of confirmations anyway.
 */
export const answerConfirmed = async (
  sql: Queries,
  { orgId, messageIds }: Pick<Told, 'orgId' | 'messageIds'>,
  confirmed: { on: Date; from: string },
): Promise<void> => {
  const { on, from } = confirmed
  await sql`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    select m.org_id, m.alert_id, m.episode, 'r' || m.id, 'confirmed', 'sms', m.recepient,
           m.snapshot || jsonb_build_object('confirmed', jsonb_build_object('on', ${on.getTime()}::float8, 'from', ${from}::text)),
           ${on}, ${on}
    from message m
    where m.org_id = ${orgId} and m.id = any(${[...messageIds]}::bigint[])
      and not exists (
        select from message o
        where o.org_id = m.org_id and o.alert_id = m.alert_id and o.episode = m.episode and o.stage = 'confirmed' and o.type = 'sms'
          and regexp_replace(o.recepient, '[^0-9]', '', 'g') = regexp_replace(m.recepient, '[^0-9]', '', 'g'))
    on conflict do nothing`
}
