import { type MessageType } from '@busbar/alerts/channels'
import type { Queries } from '@busbar/database'
import type { EarlierMessage } from '../message/message.ts'

interface Row {
  orgId: number
  id: number
  alertId: number
  /** Outcome of the last attempt. */
  reason: string | null
}

/** The reason of a message that was merged into another one. */
export const reasonOf = (digestId: number): string => `digest: ${digestId}`

/**
 * Merges messages into another one and returns its new reason: if one of them may have arrived already, the merged
 * message may repeat it.
 */
export const mergeInto = async (
  tx: Queries,
  orgId: number,
  ids: readonly number[],
  toId: number,
): Promise<string | null> => {
  const [to] = await tx<{ reason: string | null }[]>`
    with put as (
      update message e set state = 'digested', reason = ${reasonOf(toId)} from message before
      where e.org_id = ${orgId} and e.id = any(${[...ids]}::bigint[]) and before.org_id = e.org_id and before.id = e.id
      returning before.reason)
    update message set reason = coalesce(
      (select min(put.reason) from put where put.reason ~ '^[a-z]+-answer:' and message.reason !~ '^[a-z]+-answer:' is not false),
      message.reason)
    where org_id = ${orgId} and id = ${toId} returning reason`
  return to?.reason ?? null
}

/** Number of additions in a message: a further condition is another state of the alert. */
const additionsOf = (tx: Queries, name: 'e' | 'm') => tx`coalesce(${tx(name)}.snapshot ->> 'additions', '0')`

/**
 * `e` has not left, and tells the same person by the same channel of another state of the alert of `m`. The index is by these words. That
 * a recipient was not reached (`n`) is no state of it.
 */
const isOther = (tx: Queries) => tx`
  e.org_id = m.org_id and e.alert_id = m.alert_id and m.alert_id <> 0 and e.type = m.type
  and lower(trim(e.recepient)) = lower(trim(m.recepient)) and (e.episode, e.stage, ${additionsOf(tx, 'e')})
    <> (m.episode, m.stage, ${additionsOf(tx, 'm')})
  and e.item not like 'n%' and m.item not like 'n%'
  and (e.state in ('waiting', 'sending') or (e.state = 'digested' and e.sent_on is null))`

/**
 * True if `m` may be sent now: no message about the same alert is being sent to the recipient, and no newer state
 * waits, which would include `m`. New messages to programs are sent in order. Members of a digest that is closed, or of
 * a message about an outage, go first.
 */
export const isInTurn = (tx: Queries, now: Date) => tx`
  not exists (
    select from message e where ${isOther(tx)} and case e.state
      when 'sending' then true
      when 'waiting' then case when m.type = 'webhook' and m.attempts = 0 and e.attempts = 0 then e.id < m.id
        else e.id > m.id and e.next_try_on <= ${now} end
      else e.id < m.id and exists (
        select from message c
        where c.org_id = e.org_id and c.id = nullif(regexp_replace(e.reason, '[^0-9]', '', 'g'), '')::bigint and c.alert_id = 0
          and (c.state = 'sending' or (c.state = 'waiting' and (c.attempts > 0 or c.item like 'o%'))))
      end)`

/** Takes along what waits of the same alert for the same person. False where another node is at it: then it is not this one's turn yet. */
export const mergeEarlier = async (tx: Queries, row: Row): Promise<boolean> => {
  const { orgId, id } = row
  const earlier = await tx<{ id: number }[]>`
    select e.id from message m join message e on ${isOther(tx)}
    where m.org_id = ${orgId} and m.id = ${id} and e.id < m.id and e.state = 'waiting'
    for update of e skip locked`
  const ids = earlier.map((one) => one.id)
  if (ids.length > 0) row.reason = await mergeInto(tx, orgId, ids, id)
  for (const one of ids) await passOn(tx, orgId, one, id)
  const [left] = await tx`
    select from message m join message e on ${isOther(tx)}
    where m.org_id = ${orgId} and m.id = ${id} and (e.state = 'sending' or (e.state = 'waiting' and e.id < m.id)) limit 1`
  return left === undefined
}

/** Moves the members of one message to another one. */
export const passOn = async (tx: Queries, orgId: number, fromId: number, toId: number): Promise<void> => {
  await tx`
    update message e set reason = ${reasonOf(toId)}
    from message m
    where m.org_id = ${orgId} and m.id = ${fromId} and e.org_id = m.org_id and e.alert_id = m.alert_id
      and e.state = 'digested' and e.sent_on is null and e.reason = ${reasonOf(fromId)}`
}

/** In their order. */
export const earlierOf = (tx: Queries, { orgId, id, alertId }: Omit<Row, 'reason'>): Promise<EarlierMessage[]> =>
  tx<EarlierMessage[]>`
    select id, episode, stage, due_on as "dueOn" from message
    where org_id = ${orgId} and alert_id = ${alertId} and state = 'digested' and sent_on is null and reason = ${reasonOf(id)}
    order by id`

/** True if an earlier state of the alert is in an unsent digest, which this message then joins. */
export const isEarlierInDigest = async (tx: Queries, { orgId, id }: Pick<Row, 'orgId' | 'id'>): Promise<boolean> => {
  const [row] = await tx`
    select from message m
    join message e on ${isOther(tx)} and e.state = 'digested' and e.id < m.id and e.reason <> ${reasonOf(id)}
    where m.org_id = ${orgId} and m.id = ${id} limit 1`
  return row !== undefined
}

/**
 * People made an alert critical while messages about it wait: so are those from now on, and what waits in a digest or in a message about an
 * outage waits there no longer. What another node is sending is left to it.
 */
export const releaseCritical = async (tx: Queries, type: MessageType): Promise<void> => {
  await tx`
    update message set state = 'waiting', reason = null, snapshot = snapshot || '{"logAs": "critical"}'
    where (org_id, id) in (
      select m.org_id, m.id from message m
      join alert a on a.org_id = m.org_id and a.id = m.alert_id and a.log_as = 'critical'
      join message c on c.org_id = m.org_id and c.id = nullif(regexp_replace(m.reason, '[^0-9]', '', 'g'), '')::bigint
      where m.state = 'digested' and m.sent_on is null and m.type = ${type} and m.reason like 'digest: %'
        and m.snapshot ->> 'logAs' is distinct from 'critical' and c.alert_id = 0 and c.state = 'waiting'
      for update of m, c skip locked)`
  await tx`
    update message set snapshot = snapshot || '{"logAs": "critical"}'
    where (org_id, id) in (
      select m.org_id, m.id from message m
      join alert a on a.org_id = m.org_id and a.id = m.alert_id and a.log_as = 'critical'
      where m.state = 'waiting' and m.type = ${type} and m.snapshot ->> 'logAs' is distinct from 'critical'
      for update of m skip locked)`
}
