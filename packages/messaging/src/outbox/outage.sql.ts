import { createHash } from 'node:crypto'
import type { Queries } from '@busbar/database'
import type { StoredSnapshot } from '../message/snapshot.ts'
import type { SeenOccurrence } from './confirm-token.sql.ts'
import { holdCount } from './digest.sql.ts'
import { isInTurn, mergeInto, passOn, reasonOf } from './order.sql.ts'
import type { MessageRow } from './outbox.sql.ts'

/** How long the first message about an outage waits for the others behind it. */
const gatherMs = 30_000
/** Time until all simultaneous failures are recorded; a critical message waits no longer. */
const gatherCriticalMs = 5000
/** Between two about the same network for the same person, unless one is critical: a network may come and go all night. */
const apartMs = 600_000
/** At once; the others come with the next. */
const similarMax = 1000

/** True for a message that combines the alerts behind a network outage. */
export const isOutage = ({ alertId, item }: MessageRow): boolean => alertId === 0 && item.startsWith('o')

/**
 * Merges a message, and all that wait like it, with the others about the outage for the same recipient and stage. The
 * result is a message of the outbox, and the reason of each member names it. Returns the merged IDs.
 */
export const putInOutage = async (
  tx: Queries,
  row: MessageRow,
  { netId }: NonNullable<StoredSnapshot['outage']>,
  now: Date,
): Promise<number[]> => {
  await holdCount(tx, row.orgId)
  const person = row.recepient?.trim().toLowerCase() ?? ''
  const similar = await tx<{ id: number; isCritical: boolean }[]>`
    select id, snapshot ->> 'logAs' = 'critical' as "isCritical" from message m
    where org_id = ${row.orgId} and alert_id <> 0 and type = ${row.type} and stage = ${row.stage}
      and state = 'waiting' and next_try_on <= ${now}
      and (snapshot -> 'outage' ->> 'netId')::bigint = ${netId} and lower(trim(recepient)) = ${person}
      and ${isInTurn(tx, now)}
    order by id limit ${similarMax} for update of m skip locked`
  const isCritical = similar.some((one) => one.isCritical)
  const ids = similar.map(({ id }) => id)
  const item = `o${hashOf(`${netId} ${row.type} ${row.stage} ${person}`)}`
  const id = (await joinOpen(tx, row, item, isCritical, now)) ?? (await open(tx, row, item, isCritical, now))
  await mergeInto(tx, row.orgId, ids, id)
  for (const one of ids) await passOn(tx, row.orgId, one, id)
  return ids
}

/**
 * True if the recipient also receives the messages of the alert that this one depends on: one message is enough then.
 */
export const isParentNotified = async (
  tx: Queries,
  { orgId, item, type, recepient }: MessageRow,
  { netId }: NonNullable<StoredSnapshot['outage']>,
): Promise<boolean> => {
  if (!item.startsWith('p') || netId > 0) return false
  const [row] = await tx`
    select from alert_state s
    join message m on m.org_id = s.org_id and m.alert_id = s.alert_id and m.episode = (s.state -> 'episode' ->> 'no')::int
    where s.org_id = ${orgId} and s.alert_id = ${-netId} and m.type = ${type} and m.stage in ('active', 'not-confirmed')
      and lower(trim(m.recepient)) = ${recepient?.trim().toLowerCase() ?? ''} and m.state not in ('dropped', 'failed') limit 1`
  return row !== undefined
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** Undefined where there is none, or it is on its way: its sender is not waited for. */
const joinOpen = async (
  tx: Queries,
  { orgId }: MessageRow,
  item: string,
  isCritical: boolean,
  now: Date,
): Promise<number | undefined> => {
  const [found] = await tx<{ id: number }[]>`
    select id from message
    where org_id = ${orgId} and alert_id = 0 and item = ${item} and state = 'waiting' and attempts = 0
    order by id desc limit 1 for update skip locked`
  if (found && isCritical) {
    await tx`
      update message set next_try_on = least(next_try_on, ${after(now, gatherCriticalMs)}::timestamptz),
        snapshot = snapshot || '{"logAs": "critical"}'
      where org_id = ${orgId} and id = ${found.id}`
  }
  return found?.id
}

const open = async (
  tx: Queries,
  { orgId, type, stage, recepient, snapshot }: MessageRow,
  item: string,
  isCritical: boolean,
  now: Date,
): Promise<number> => {
  const soonest = after(now, isCritical ? gatherCriticalMs : gatherMs)
  const [created] = await tx<[{ id: number }]>`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    select ${orgId}, 0, before.episode + 1, ${item}, ${stage}, ${type}, ${recepient}, ${JSON.stringify(snapshot)}::text::jsonb, leave.due, leave.due
    from (select coalesce(max(episode), 0) as episode, max(due_on) as due from message
      where org_id = ${orgId} and alert_id = 0 and item = ${item}) before
    cross join lateral (select case when ${isCritical} then ${soonest}::timestamptz
      else greatest(${soonest}::timestamptz, before.due + ${apartMs} * interval '1 millisecond') end as due) leave
    returning id`
  return created.id
}

interface AlertInMessage extends SeenOccurrence {
  messageId: number
  name: string
}

/** Alert events in a combined message, each with its first message and the number of reported additions. */
export const alertsInMessage = (sql: Queries, orgId: number, digestId: number): Promise<AlertInMessage[]> =>
  sql<AlertInMessage[]>`
    select org_id as "orgId", alert_id as "alertId", episode, min(id) as "messageId",
      max(coalesce((snapshot ->> 'additions')::int, 0)) as additions, coalesce(max(snapshot ->> 'name'), '?') as name from message
    where org_id = ${orgId} and reason = ${reasonOf(digestId)} and stage in ('active', 'not-confirmed')
    group by 1, 2, 3 order by 2, 3`
