import type { MessageSnapshot } from '@busbar/alerts/store'
import type { Queries } from '@busbar/database'
import type { StoredAction } from '../alerts.sql.ts'

export interface TestMessage {
  orgId: number
  alertId: number
  /** Names it for ever; of no episode. */
  item: string
  action: StoredAction
  snapshot: MessageSnapshot
  on: Date
}

/** Puts a message in the outbox that belongs to no episode: so no log tells of it, and all limits hold for it. */
export const insertTestMessage = async (tx: Queries, message: TestMessage): Promise<number> => {
  const { orgId, alertId, item, action, snapshot, on } = message
  const [made] = await tx<[{ id: number }]>`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    values (${orgId}, ${alertId}, 0, ${item}, ${action.stage}, ${action.type}, ${action.recepient},
            ${tx.json(snapshot)}, ${on}, ${on})
    returning id`
  return made.id
}

export interface MessageState {
  state: string
  reason: string | null
}

export const messageState = async (sql: Queries, orgId: number, id: number): Promise<MessageState | undefined> => {
  const [row] = await sql<MessageState[]>`select state, reason from message where org_id = ${orgId} and id = ${id}`
  return row
}

/** A test that did not arrive is not tried again: it would be mistaken for an alert. False when it is being sent. */
export const dropTestMessage = async (sql: Queries, orgId: number, id: number): Promise<boolean> => {
  const rows = await sql`
    update message set state = 'dropped' where org_id = ${orgId} and id = ${id} and state = 'waiting' returning id`
  return rows.length > 0
}
