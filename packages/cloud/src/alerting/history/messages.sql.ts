import { type MessageType } from '@busbar/alerts/channels'
import type { Action, Stage } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'

/** Fields of a message for the log. */
export interface LoggedMessage extends Pick<Action, 'recepient' | 'paramId' | 'value'> {
  type: MessageType
  recordId: number
  id: number
  stage: Stage
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped' | 'unclear' | 'digested'
  attempts: number
  dueOn: Date
  sentOn: Date | null
  reason: string | null
  /** Unreached recipient that the message reports. */
  unreached: string | null
  /** Contact of the recipient; null if only the address is known, or the contact was deleted. */
  contact: string | null
}

/** Messages of these records, in the order of their due times. */
export const messagesOf = (sql: Queries, orgId: number, recordIds: readonly number[]) => sql<LoggedMessage[]>`
  select r.id as "recordId", m.id, m.stage, m.type, m.recepient, m.param_id as "paramId", m.value, m.state, m.attempts,
         m.due_on as "dueOn", m.sent_on as "sentOn", m.reason, c.name as contact,
         coalesce(nullif(m.snapshot #>> '{unreached,to}', ''), m.snapshot #>> '{unreached,type}') as unreached
  from alert_record r
  join message m on m.org_id = r.org_id and m.alert_id = r.alert_id and m.episode = r.episode
  left join contact c on c.org_id = m.org_id and c.id = m.contact_id
  where r.org_id = ${orgId} and r.id = any(${[...recordIds]}::bigint[])
  order by m.due_on, m.id`

/** A condition as it is now; one that was changed has another id, so this is as it was. */
export interface LoggedCondition {
  id: number
  kind: string
  value: number
  holdSec: number
}

export const conditionsById = async (
  sql: Queries,
  orgId: number,
  ids: readonly number[],
): Promise<Map<number, LoggedCondition>> => {
  if (ids.length === 0) return new Map()
  const rows = await sql<LoggedCondition[]>`
    select id, kind, value, hold_sec as "holdSec" from alert_condition
    where org_id = ${orgId} and id = any(${[...ids]}::bigint[])`
  return new Map(rows.map((row) => [row.id, row]))
}
