import type { Queries } from '../../db/types.ts'
import type { Seen } from './confirm-token.sql.ts'

const answeredWithinMs = 7 * 86_400_000

/** What was told to the telephone that answers. */
export interface Told extends Seen {
  orgName: string
  alertName: string
}

/** The newest message to a telephone about an alert that nobody has confirmed and that is not over; or that with the code. */
export const answeredSms = async (
  sql: Queries,
  { digits, code, now }: { digits: string; code: number | null; now: Date },
): Promise<Told | undefined> => {
  const [seen] = await sql<Told[]>`
    select m.org_id as "orgId", m.alert_id as "alertId", m.episode, o.name as "orgName",
           coalesce(r.name, a.name, '') as "alertName"
    from message m
    join org o on o.id = m.org_id
    left join alert a on a.org_id = m.org_id and a.id = m.alert_id
    left join alert_record r on r.org_id = m.org_id and r.alert_id = m.alert_id and r.episode = m.episode
    where m.type = 'sms' and m.alert_id <> 0 and m.sent_on > ${new Date(now.getTime() - answeredWithinMs)}
      and m.state in ('sent', 'unclear', 'digested') and m.stage in ('active', 'not-confirmed')
      and regexp_replace(m.recepient, '[^0-9]', '', 'g') = ${digits}
      and (${code}::bigint is null or m.id = ${code}::bigint)
      and r.closed_on is null and r.confirmed_on is null
    order by m.sent_on desc, m.id desc limit 1`
  return seen
}
