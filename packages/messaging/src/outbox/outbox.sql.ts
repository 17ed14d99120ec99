import { type MessageType } from '@busbar/alerts/channels'
import type { Stage } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'
import type { Verdict } from '../message/retry.rules.ts'
import { isInTurn } from './order.sql.ts'

export interface MessageRow {
  orgId: number
  id: number
  alertId: number
  episode: number
  item: string
  stage: Stage
  type: MessageType
  recepient: string | null
  /** Contact of the recipient; null if only the address is known. */
  contactId: number | null
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
  org_id as "orgId", id, alert_id as "alertId", episode, item, stage, type, recepient, contact_id as "contactId", param_id as "paramId", value, snapshot,
  attempts, due_on as "dueOn", next_try_on as "nextTryOn", reason, cost`

export interface OutboxQuery {
  type: MessageType
  /** The organization of each that is under way here. */
  busy: readonly number[]
  /** How many of them an organization may have. */
  shareMax: number
  limit: number
  now: Date
  /** End of the lease of the messages that are taken. */
  till: Date
}

/** Types of unsent messages: one query, mostly without results, replaces a transaction for each type. */
export const unsentTypes = (sql: Queries, now: Date): Promise<{ type: MessageType; isAbandoned: boolean }[]> => sql<
  { type: MessageType; isAbandoned: boolean }[]
>`
  select type, bool_or(state = 'sending' and next_try_on <= ${now}) as "isAbandoned" from message
  where state in ('waiting', 'sending') or (state = 'digested' and sent_on is null)
  group by type`

/**
 * Selects due messages and locks them until the transaction ends; rows that another node locked are skipped. Critical
 * messages go first, and new ones before failed ones. Messages about one alert keep their order for each recipient. An
 * organization gets at most its share.
 */
export const dueMessages = async (
  tx: Queries,
  { type, busy, shareMax, limit, now }: OutboxQuery,
): Promise<{ rows: MessageRow[]; isMore: boolean }> => {
  const rows: MessageRow[] = []
  const shares = new Map<number, number>()
  for (const orgId of busy) shares.set(orgId, (shares.get(orgId) ?? 0) + 1)
  for (;;) {
    const full = [...shares].flatMap(([orgId, share]) => (share >= shareMax ? orgId : []))
    const takenIds = rows.map(({ id }) => id)
    const limitLeft = limit - rows.length
    const found = await tx<MessageRow[]>`
      select ${columns(tx)} from message m
      where state = 'waiting' and type = ${type} and next_try_on <= ${now} and not org_id = any(${full}::bigint[])
        and not id = any(${takenIds}::bigint[]) and ${isInTurn(tx, now)}
      order by snapshot ->> 'logAs' is distinct from 'critical', attempts > 0, next_try_on, id limit ${limitLeft}
      for update of m skip locked`
    const before = rows.length
    for (const row of found) {
      const share = shares.get(row.orgId) ?? 0
      if (share >= shareMax) continue
      shares.set(row.orgId, share + 1)
      rows.push(row)
    }
    // If an organization had more than its share, the others get the rest.
    if (rows.length - before === found.length) return { rows, isMore: found.length === limitLeft }
  }
}

/** Messages whose sender never finished: the lease ended by `till`, or at any time where it is null. `own` are being sent here. */
export const abandonedMessages = (
  tx: Queries,
  own: readonly Attempt[],
  till: Date | null,
  limit: number,
): Promise<MessageRow[]> => tx<MessageRow[]>`
    select ${columns(tx)} from message
    where state = 'sending' and (${till}::timestamptz is null or next_try_on <= ${till}) and not id = any(${own.map(({ id }) => id)}::bigint[])
    order by next_try_on, id limit ${limit}
    for update skip locked`

/** Extends this node's leases until `till`. */
export const renewLeases = (sql: Queries, leased: readonly Attempt[], till: Date) => sql`
  update message m set next_try_on = ${till}
  from unnest(${leased.map(({ id }) => id)}::bigint[], ${leased.map(({ attempts }) => attempts)}::int[]) one (id, attempts)
  where m.id = one.id and m.attempts = one.attempts and m.state = 'sending'`

/** When the oldest was due that has not left; null where there is none. */
export const oldestUnsent = async (sql: Queries): Promise<Date | null> => {
  const [row] = await sql<[{ dueOn: Date | null }]>`
    select min(due_on) as "dueOn" from message where state in ('waiting', 'sending')`
  return row.dueOn
}

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

export const markDropped = async (
  tx: Queries,
  { orgId, id }: Pick<Attempt, 'orgId' | 'id'>,
  reason: string,
  undeliveredOn: Date | null,
): Promise<void> => {
  await tx`
    update message set state = 'dropped', reason = ${reason}, undelivered_on = ${undeliveredOn}
    where org_id = ${orgId} and id = ${id}`
}

export interface Attempt {
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
      undelivered_on = case when ${state}::text in ('failed', 'unclear') and type <> 'push' then ${now}::timestamptz end,
      cost = case when ${isCostGivenBack} then null else cost end
    where org_id = ${orgId} and id = ${id} and state = 'sending' and attempts = ${attempts}
    returning id`
  return row !== undefined
}
