import { randomUUID } from 'node:crypto'
import type { MessageSnapshot } from '@busbar/alerts/store'
import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import { record } from '../../accounts/audit/record.ts'
import { Alerting } from '../alerting.ts'
import type { AlertRow, StoredAction } from '../alerts.sql.ts'
import { failureText } from '../history/message-text.rules.ts'
import type { AlertingCall } from '../needs.ts'
import { alertWithParts } from '../save-alert.ts'

interface TestMessage {
  orgId: number
  alertId: number
  /** Permanent key of the message, which belongs to no alert event. */
  item: string
  action: StoredAction
  snapshot: MessageSnapshot
  on: Date
}

/** Queues a message that belongs to no alert event: no log contains it, and all limits apply to it. */
const insertTestMessage = async (tx: Queries, message: TestMessage): Promise<number> => {
  const { orgId, alertId, item, action, snapshot, on } = message
  const [made] = await tx<[{ id: number }]>`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    values (${orgId}, ${alertId}, 0, ${item}, ${action.stage}, ${action.type}, ${action.recepient},
            ${tx.json(snapshot)}, ${on}, ${on})
    returning id`
  return made.id
}

interface MessageState {
  state: string
  reason: string | null
}

const messageState = async (sql: Queries, orgId: number, id: number): Promise<MessageState | undefined> => {
  const [row] = await sql<MessageState[]>`select state, reason from message where org_id = ${orgId} and id = ${id}`
  return row
}

/** A test that did not arrive is not tried again: it would be mistaken for an alert. False when it is being sent. */
const dropTestMessage = async (sql: Queries, orgId: number, id: number): Promise<boolean> => {
  const rows = await sql`
    update message set state = 'dropped' where org_id = ${orgId} and id = ${id} and state = 'waiting' returning id`
  return rows.length > 0
}

type TestResult = { status: 'ok' } | { status: 'error'; errorMessage: string }

const recheckMs = 250
/** After this time the caller receives the current state. */
const resultTimeoutMs = 15_000

/**
 * Sends the message of one action, and waits for its outcome. It is recorded in the audit log, not in the alert's log.
 */
export const testAction = async (
  call: AlertingCall<'member'>,
  alertId: number,
  actionId: number,
): Promise<TestResult> => {
  const { orgId, db, alerting, now } = call
  const alert = await alertWithParts(db.sql, orgId, alertId)
  const action = alert?.actions.find(({ id }) => id === actionId)
  if (alert === null || action === undefined) throw new Refusal('ObjectNotFound')
  const { type, recepient } = action
  if (type === 'write-param') return failed('To test it would write to the device: nothing is written as a test.')
  const waitMs = alerting.takeTest(orgId)
  if (waitMs > 0)
    throw tooManyRequests(waitMs, `At most ${Alerting.testsPerMinute} messages a minute are sent as a test`)
  const on = now()
  const snapshot = snapshotOf(alert.alert, on)
  const messageId = await db.tx(async (tx) => {
    const after = { actionId, type, recepient }
    await record(tx, orgId, call, { action: 'alert.test-action', objectKind: 'alert', objectId: alertId, after })
    return insertTestMessage(tx, { orgId, alertId, item: `t${randomUUID()}`, action, snapshot, on })
  })
  return resultOf(call, messageId)
}

const failed = (errorMessage: string): TestResult => ({ status: 'error', errorMessage })

const resultOf = async (
  { clock, db: { sql }, orgId }: AlertingCall<'member'>,
  messageId: number,
): Promise<TestResult> => {
  const endMs = clock.now() + resultTimeoutMs
  for (;;) {
    const { state = 'dropped', reason = null } = (await messageState(sql, orgId, messageId)) ?? {}
    if (state === 'sent') return { status: 'ok' }
    const reasonText = reason === null ? '' : ` ${failureText(reason, 'en')}`
    if (state !== 'waiting' && state !== 'sending') return failed(`It was not sent.${reasonText}`)
    const isTried = state === 'waiting' && reason !== null
    if ((isTried || clock.now() >= endMs) && (await dropTestMessage(sql, orgId, messageId)))
      return failed(`It was not sent${isTried ? '' : ' in time'}.${reasonText}`)
    if (clock.now() >= endMs) return failed('It is still being sent.')
    await new Promise<void>((resolve) => void clock.after(recheckMs, resolve))
  }
}

/** It must be plain at once that nothing is wrong. */
const snapshotOf = ({ name, logAs, conditionLogic }: AlertRow, on: Date): MessageSnapshot => ({
  name: `TEST: ${name}`,
  logAs,
  conditionLogic,
  startedOn: on.getTime(),
  confirmed: null,
  resolvedOn: null,
  additions: 0,
  conditions: [],
  params: {},
  outage: null,
  held: null,
})
