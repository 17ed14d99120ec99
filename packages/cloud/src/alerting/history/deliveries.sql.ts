import { maskedAddress } from '@busbar/alerts/channels'
import type { Action } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'
import type { Language } from '@busbar/messaging/texts'
import { failureText } from './message-text.rules.ts'

const shownMs = 7 * 86_400_000
const shownMax = 100

/** Tests and notices about unreached recipients are left out: the original messages are listed. */
const isListed = (sql: Queries) => sql`undelivered_on is not null and alert_id <> 0 and item !~ '^[nt]'`

/** The newest of the last days. */
export const undeliveredOf = (sql: Queries, orgId: number, now: Date) => sql<
  (UndeliveredRow & { id: number; alertId: number; name: string })[]
>`
  select id, alert_id as "alertId", coalesce(snapshot ->> 'name', '') as name, type, recepient, state, reason, undelivered_on as "on"
  from message
  where org_id = ${orgId} and undelivered_on > ${new Date(now.getTime() - shownMs)} and ${isListed(sql)}
  order by undelivered_on desc, id desc limit ${shownMax}`

/** How many messages about an occurrence were given up, as a subquery. */
export const undeliveredCount = (sql: Queries) => sql`
  (select count(*)::int from message
   where org_id = a.org_id and alert_id = a.id and episode = (s.state -> 'episode' ->> 'no')::int and ${isListed(sql)})`

/** The first of them, as JSON. */
export const undeliveredList = (sql: Queries) => sql`
  (select coalesce(json_agg(json_build_object('type', type, 'recepient', recepient, 'state', state, 'reason', reason,
     'on', undelivered_on) order by id), '[]')
   from (select * from message
     where org_id = a.org_id and alert_id = a.id and episode = (s.state -> 'episode' ->> 'no')::int and ${isListed(sql)}
     order by id limit ${shownMax}) m)`

/** A message that was given up, as it is stored. */
export interface UndeliveredRow {
  type: Action['type']
  recepient: string | null
  state: 'failed' | 'unclear' | 'dropped'
  reason: string | null
  on: Date | string
}

export const shownUndelivered = ({ type, recepient, state, reason, on }: UndeliveredRow, lang: Language) => ({
  type,
  ...(recepient !== null && { recepient: maskedAddress(type, recepient) }),
  state,
  reason: failureText(reason ?? '', lang),
  on: new Date(on).toISOString(),
})
