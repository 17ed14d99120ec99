import { createHash } from 'node:crypto'
import { peopleTypes } from '@busbar/alerts/channels'
import type { Queries } from '@busbar/database'
import type { PartRow } from './describe.ts'
import { mergeInto, passOn, reasonOf } from './order.sql.ts'
import type { MessageRow } from './outbox.sql.ts'

const digestWindowMs = 600_000
/**
 * Maximum time between the due time of a message and its sending, quiet hours included. Older messages are not
 * searched.
 */
const lookBackMs = 8 * 86_400_000

/** Locks the organization's count of messages until the transaction ends. */
export const holdCount = async (tx: Queries, orgId: number): Promise<void> => {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`busbar messages of ${orgId}`}, 0))`
}

/**
 * How many messages the people of an organization got within the last window, or are getting now. What is pushed to a device counts for that
 * device alone: others are not told less because of it.
 */
export const recentCount = async (
  tx: Queries,
  { orgId, type, recepient }: Pick<MessageRow, 'orgId' | 'type' | 'recepient'>,
  now: Date,
): Promise<number> => {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from message
    where org_id = ${orgId} and due_on > ${before(now, lookBackMs)} and (alert_id <> 0 or item like 'o%')
      and case when ${type}::text = 'push' then type = 'push' and recepient = ${recepient}
        else type <> 'push' and type = any(${peopleTypes}) end
      and (state = 'sending' or (state in ('sent', 'unclear') and sent_on > ${before(now, digestWindowMs)}))`
  return row.count
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/**
 * Adds a message to the digest of its recipient. The digest is a message itself, due at the end of its window; the
 * reason of each member names it.
 */
export const putInDigest = async (tx: Queries, row: MessageRow, now: Date): Promise<void> => {
  const window = Math.floor(now.getTime() / digestWindowMs)
  const id = (await openDigest(tx, row, window)) ?? (await openDigest(tx, row, window + 1)) ?? 0
  await mergeInto(tx, row.orgId, [row.id], id)
  // Members of a combined message move into the digest themselves.
  if (row.alertId !== 0) await passOn(tx, row.orgId, row.id, id)
  else await moveMembers(tx, row.orgId, row.id, id, now)
}

const moveMembers = async (tx: Queries, orgId: number, fromId: number, toId: number, now: Date): Promise<void> => {
  await tx`
    update message set reason = ${reasonOf(toId)}
    where org_id = ${orgId} and due_on > ${before(now, lookBackMs)} and state = 'digested' and reason = ${reasonOf(fromId)}`
  await tx`update message set state = 'dropped' where org_id = ${orgId} and id = ${fromId}`
}

/** Undefined where that of the window is on its way already. */
const openDigest = async (
  tx: Queries,
  { orgId, type, recepient, snapshot }: MessageRow,
  window: number,
): Promise<number | undefined> => {
  const dueOn = new Date((window + 1) * digestWindowMs)
  const item = `d${createHash('sha256').update(`${type} ${recepient}`).digest('hex').slice(0, 32)}`
  const [digest] = await tx<{ id: number }[]>`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on)
    values (${orgId}, 0, ${window}, ${item}, 'active', ${type}, ${recepient}, ${JSON.stringify(snapshot)}::text::jsonb, ${dueOn}, ${dueOn})
    on conflict (org_id, alert_id, episode, item) do update set due_on = excluded.due_on where message.state = 'waiting'
    returning id`
  return digest?.id
}

type MemberRow = PartRow & { count: number }

/** Members of a digest, most severe first and then by time; each row contains the total count. */
export const digestMembers = (
  tx: Queries,
  orgId: number,
  digestId: number,
  now: Date,
  limit: number,
): Promise<MemberRow[]> =>
  tx<MemberRow[]>`
    select id, alert_id as "alertId", episode, stage, snapshot, (count(*) over ())::int as count from message
    where org_id = ${orgId} and due_on > ${before(now, lookBackMs)} and state = 'digested' and reason = ${reasonOf(digestId)}
    order by array_position(array['critical', 'failure', 'warning', 'info'], snapshot ->> 'logAs') nulls last, id limit ${limit}`

interface DigestOutcome {
  state: 'sent' | 'failed' | 'dropped' | 'unclear'
  reason: string | null
  /** When it was sent. */
  leftOn: Date
  /** When it was given up; null where it arrived, or was not to. */
  undeliveredOn: Date | null
}

/** Stores the outcome of a digest for its members, and returns their IDs. */
export const settleMembers = async (
  tx: Queries,
  orgId: number,
  digestId: number,
  { state, reason, leftOn, undeliveredOn }: DigestOutcome,
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    update message
    set state = case when ${state}::text = 'sent' then 'digested' else ${state}::text end,
      reason = case when ${state}::text = 'sent' then reason else ${reason}::text end,
      sent_on = case when ${state}::text in ('sent', 'unclear') then ${leftOn}::timestamptz end,
      undelivered_on = ${undeliveredOn}
    where org_id = ${orgId} and due_on > ${before(leftOn, lookBackMs)} and state = 'digested' and reason = ${reasonOf(digestId)}
    returning id`
  return rows.map(({ id }) => id)
}
