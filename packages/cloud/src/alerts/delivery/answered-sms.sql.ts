import type { Queries } from '../../db/types.ts'
import type { Seen } from './confirm-token.sql.ts'

const answeredWithinMs = 7 * 86_400_000

/** What was told to the telephone that answers, and by which message. */
interface ToldBy extends Seen {
  messageId: number
}

/** The newest message to a telephone about an alert that nobody has confirmed and that is not over; or that with the code. */
export const answeredSms = async (
  sql: Queries,
  { digits, code, now }: { digits: string; code: number | null; now: Date },
): Promise<ToldBy | undefined> => {
  const [seen] = await sql<ToldBy[]>`
    select m.org_id as "orgId", m.alert_id as "alertId", m.episode, m.id as "messageId"
    from message m
    left join alert_record r on r.org_id = m.org_id and r.alert_id = m.alert_id and r.episode = m.episode
    where m.type = 'sms' and m.alert_id <> 0 and m.sent_on > ${new Date(now.getTime() - answeredWithinMs)}
      and m.state in ('sent', 'unclear', 'digested') and m.stage in ('active', 'not-confirmed')
      and regexp_replace(m.recepient, '[^0-9]', '', 'g') = ${digits}
      and (${code}::bigint is null or m.id = ${code}::bigint)
      and r.closed_on is null and r.confirmed_on is null
    order by m.sent_on desc, m.id desc limit 1`
  return seen
}

/**
 * Answers whoever has confirmed by SMS: the alert is named. As a message like any other it is counted, and there is one for each that was answered; none
 * where this telephone is told of confirmations anyway.
 */
export const answerConfirmed = async (
  sql: Queries,
  { orgId, messageId }: ToldBy,
  confirmed: { on: Date; from: string },
): Promise<void> => {
  const { on, from } = confirmed
  await sql`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    select m.org_id, m.alert_id, m.episode, 'r' || m.id, 'confirmed', 'sms', m.recepient,
           m.snapshot || jsonb_build_object('confirmed', jsonb_build_object('on', ${on.getTime()}::float8, 'from', ${from}::text)),
           ${on}, ${on}
    from message m
    where m.org_id = ${orgId} and m.id = ${messageId}
      and not exists (
        select from message o
        where o.org_id = m.org_id and o.alert_id = m.alert_id and o.episode = m.episode and o.stage = 'confirmed' and o.type = 'sms'
          and regexp_replace(o.recepient, '[^0-9]', '', 'g') = regexp_replace(m.recepient, '[^0-9]', '', 'g'))
    on conflict do nothing`
}
