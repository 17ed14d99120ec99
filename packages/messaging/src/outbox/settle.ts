import type { Tx } from '@busbar/database'
import { settleMembers } from '../message/digest.sql.ts'
import type { MessageType } from '../message/message.ts'
import { type Attempt, markDone, markDropped } from './outbox.sql.ts'
import type { Verdict } from './retry.rules.ts'
import { notifyOthers } from './unreached.sql.ts'

/** As much of a message as its end needs. */
export interface SettledMessage extends Attempt {
  alertId: number
  item: string
  type: MessageType
  recepient: string | null
  /** What goes along with it, where that is known. */
  earlier?: readonly unknown[]
}

/** Dropped, though it was needed. What the organization switched off itself is none of these. */
const missedDrops: readonly string[] = ['sms-limit', 'sms-off', 'no-recipient', 'too-late']

/** Whether the recipient was not reached, or may not have been. */
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
  // What may have arrived is not told to others as if it had not.
  if (isMissed && state !== 'unclear') await notifyOthers(tx, { ...message, type }, members, reason ?? '', now)
}
