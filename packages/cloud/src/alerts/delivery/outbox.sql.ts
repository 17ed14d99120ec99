import type { Queries } from '../../db/sql.ts'
import type { Stage } from '../alert.ts'
import type { MessageType } from './message.ts'
import { isInTurn } from './order.sql.ts'
import type { Verdict } from './retry.rules.ts'

export interface MessageRow {
  orgId: number
  id: number
  alertId: number
  episode: number
  item: string
  stage: Stage
  type: MessageType
  recepient: string | null
  paramId: number | null
  value: string | null
  snapshot: unknown
  attempts: number
  dueOn: Date
  nextTryOn: Date
  reason: string | null
  cost: string | null
}

const columns = (tx: Queries) => tx`
  org_id as "orgId", id, alert_id as "alertId", episode, item, stage, type, recepient, param_id as "paramId", value, snapshot,
  attempts, due_on as "dueOn", next_try_on as "nextTryOn", reason, cost`

export interface Wanted {
  type: MessageType
  /** Organizations that have enough under way. */
  without: readonly number[]
  limit: number
  now: Date
}

/**
 * Those that are due, held until the transaction ends; what another node holds is passed over. Critical ones go first, and new ones before
 * those that failed. Of one alert a person is told in order.
 */
export const dueMessages = (tx: Queries, { type, without, limit, now }: Wanted): Promise<MessageRow[]> =>
  tx<MessageRow[]>`
    select ${columns(tx)} from message m
    where state = 'waiting' and type = ${type} and next_try_on <= ${now} and not org_id = any(${[...without]}::bigint[])
      and ${isInTurn(tx, now)}
    order by snapshot ->> 'logAs' is distinct from 'critical', attempts > 0, next_try_on, id limit ${limit}
    for update of m skip locked`

/** Those that somebody began to send and never finished: their time is over. */
export const abandonedMessages = (tx: Queries, now: Date, limit: number): Promise<MessageRow[]> =>
  tx<MessageRow[]>`
    select ${columns(tx)} from message
    where state = 'sending' and next_try_on <= ${now}
    order by next_try_on, id limit ${limit}
    for update skip locked`

/** Until `till` it is this node's. Committed before anything is sent. */
export const markSending = async (
  tx: Queries,
  { orgId, id }: MessageRow,
  till: Date,
  cost: string | null,
): Promise<void> => {
  await tx`
    update message set state = 'sending', attempts = attempts + 1, next_try_on = ${till}, cost = ${cost}
    where org_id = ${orgId} and id = ${id}`
}

export const markDropped = async (tx: Queries, { orgId, id }: MessageRow, reason: string): Promise<void> => {
  await tx`update message set state = 'dropped', reason = ${reason} where org_id = ${orgId} and id = ${id}`
}

interface Attempt {
  orgId: number
  id: number
  attempts: number
}

/** `leftOn`: when it was sent, or last may have been. False when the message is not this attempt's any more. */
export const markDone = async (
  tx: Queries,
  { orgId, id, attempts }: Attempt,
  { state, reason, tryInMs }: Verdict,
  { leftOn, isCostGivenBack }: { leftOn: Date; isCostGivenBack: boolean },
  now: Date,
): Promise<boolean> => {
  const [row] = await tx`
    update message
    set state = ${state}, reason = ${reason}, next_try_on = ${new Date(now.getTime() + tryInMs)},
      sent_on = case when ${state}::text in ('sent', 'unclear') then ${leftOn}::timestamptz end,
      cost = case when ${isCostGivenBack} then null else cost end
    where org_id = ${orgId} and id = ${id} and state = 'sending' and attempts = ${attempts}
    returning id`
  return row !== undefined
}
