import { channels } from '@busbar/alerts/channels'
import { isActiveAt } from '@busbar/alerts/engine'
import type { Tx } from '@busbar/database'
import { type PushUser, pushUser } from '../channels/push.sql.ts'
import { pushIdOf } from '../channels/push.ts'
import type { Message } from '../message/message.ts'
import { readSnapshot } from '../message/snapshot.ts'
import { isConfirmable } from '../texts/title.ts'
import { addConfirmToken } from './confirm-token.sql.ts'
import { describe, localeFor, type MessageLocale } from './describe.ts'
import { digestMembers, holdCount, putInDigest, recentCount } from './digest.sql.ts'
import { earlierOf, isEarlierInDigest, mergeEarlier, releaseCritical } from './order.sql.ts'
import { isOutage, isParentNotified, putInOutage } from './outage.sql.ts'
import { dueMessages, type MessageRow, markSending, type OutboxQuery } from './outbox.sql.ts'
import { drop } from './settle.ts'
import { bookSms, type SmsRates } from './sms-spending.sql.ts'

export interface TakeOptions {
  locale: MessageLocale
  sms: SmsRates
  /** How many short messages an SMS comes to. */
  smsCount: (message: Message) => number
  publicUrl: () => string
  newToken: () => string
  /** How many messages a window may have before the others are put together. */
  digestAfter: number
}

/** A message that is this node's to send. */
export interface TakenMessage {
  message: Message
  takenOn: Date
  /** Counted already, for so many short messages. */
  booked: { cost: string; parts: number } | null
}

interface TakenBatch {
  taken: TakenMessage[]
  /** Messages that are not sent at all. */
  dropped: DroppedMessage[]
  /** True if further messages may be due. */
  isMore: boolean
}

interface DroppedMessage {
  row: MessageRow
  reason: string
}

/** A message that is sent later than this after its due time reports the delay. */
const lateMs = 60_000
/** Maximum number of lines in a digest by mail. */
const mailLinesMax = 500
/** Maximum number of sections in other combined messages. */
const sectionsMax = 50
/** A command that comes later than this does more harm than good. */
const writeLateMsMax = 300_000

/** Takes what is due, and settles what is not to be sent after all. What is answered may be sent once the transaction is committed. */
export const takeMessages = async (tx: Tx, query: OutboxQuery, options: TakeOptions): Promise<TakenBatch> => {
  if (isForPeople(query)) await releaseCritical(tx, query.type)
  const { rows, isMore } = await dueMessages(tx, query)
  const taken: TakenMessage[] = []
  const dropped: DroppedMessage[] = []
  const merged = new Set<number>()
  // Messages that are settled without being sent leave their organization's share to others.
  let isShareFree = false
  // In the order of organizations: no deadlock.
  for (const row of rows.toSorted((a, b) => a.orgId - b.orgId || a.id - b.id)) {
    if (merged.has(row.id)) continue
    if (!isDigest(row) && row.recepient?.trim() && !(await mergeEarlier(tx, row))) continue
    const { outage } = readSnapshot(row.snapshot)
    if (outage !== null && isForPeople(row) && !isDigest(row) && row.recepient?.trim()) {
      if (await isParentNotified(tx, row, outage)) {
        await drop(tx, row, 'parent-told', query.now)
        isShareFree = true
        continue
      }
      for (const id of await putInOutage(tx, row, outage, query.now)) merged.add(id)
      isShareFree = true
      continue
    }
    const result = await takeOne(tx, row, query, options)
    if (result !== null && 'message' in result) taken.push(result)
    else isShareFree = true
    if (result !== null && 'reason' in result) dropped.push(result)
  }
  return { taken, dropped, isMore: isMore || isShareFree }
}

/** Null where it goes along with others. */
const takeOne = async (
  tx: Tx,
  row: MessageRow,
  { now, till }: OutboxQuery,
  options: TakeOptions,
): Promise<TakenMessage | DroppedMessage | null> => {
  const dropFor = async (reason: string): Promise<DroppedMessage> => {
    await drop(tx, row, reason, now)
    return { row, reason }
  }
  if (row.type === 'write-param' && now.getTime() - row.nextTryOn.getTime() > writeLateMsMax) return dropFor('too-late')
  if (row.type !== 'write-param' && !row.recepient?.trim()) return dropFor('no-recipient')
  if (row.type === 'push') {
    const user = await pushUser(tx, row.orgId, pushIdOf(row.recepient ?? ''))
    if (user === undefined) return dropFor('device-gone')
    if (!isPushedNow(user, row, now)) return dropFor('hours')
  }
  if (await isForDigest(tx, row, now, options.digestAfter)) {
    await putInDigest(tx, row, now)
    return null
  }
  const message = await messageOf(tx, row, now, options)
  // All that it was made of has become critical, and went by itself.
  if (isDigest(row) && message.parts.length === 0) return dropFor('empty')
  const parts = row.type === 'sms' ? options.smsCount(message) : 0
  // An earlier attempt that may have been sent is paid for already.
  const isPaid = row.cost !== null
  const booking = { orgId: row.orgId, parts: isPaid ? 0 : parts, on: now }
  const booked = row.type === 'sms' ? await bookSms(tx, booking, options.sms) : null
  if (booked !== null && 'reason' in booked) return dropFor(booked.reason)
  await markSending(tx, row, till, row.cost ?? booked?.cost ?? null)
  return { message, takenOn: now, booked: booked === null || isPaid ? null : { cost: booked.cost, parts } }
}

const isDigest = ({ alertId }: MessageRow): boolean => alertId === 0

const isForPeople = ({ type }: Pick<MessageRow, 'type'>): boolean => channels[type].isForPeople

const isForDigest = async (tx: Tx, row: MessageRow, now: Date, digestAfter: number): Promise<boolean> => {
  if ((isDigest(row) && !isOutage(row)) || !isForPeople(row)) return false
  // Critical messages never wait for the end of a window.
  if (readSnapshot(row.snapshot).logAs === 'critical') return false
  if (!isDigest(row) && (await isEarlierInDigest(tx, row))) return true
  await holdCount(tx, row.orgId)
  return (await recentCount(tx, row, now)) >= digestAfter
}

const messageOf = async (tx: Tx, row: MessageRow, now: Date, options: TakeOptions): Promise<Message> => {
  const { orgId, id, alertId, episode, item, stage, type, recepient, paramId, value, attempts, reason } = row
  const membersMax = type === 'email' && !isOutage(row) ? mailLinesMax : sectionsMax
  const members = isDigest(row) ? await digestMembers(tx, orgId, id, now, membersMax) : [row]
  const locale = await localeFor(tx, row, options.locale)
  const parts = []
  for (const member of members) parts.push(await describe(tx, orgId, member, locale))
  const earlier = isDigest(row) ? [] : await earlierOf(tx, row)
  const dueOn = Math.min(row.dueOn.getTime(), ...earlier.map((result) => result.dueOn.getTime()))
  const needsConfirmation = parts.some((part) => isConfirmable(part) && part.snapshot.resolvedOn === null)
  return {
    orgId,
    id,
    alertId,
    episode,
    item,
    stage,
    type,
    recepient: recepient ?? '',
    paramId,
    value,
    reason,
    parts,
    earlier,
    lateFrom: !isDigest(row) && now.getTime() - dueOn > lateMs ? dueOn : null,
    outage: isOutage(row) ? (readSnapshot(row.snapshot).outage?.net ?? '') : null,
    dueOn: row.dueOn.getTime(),
    isOfParent: isOutage(row) && (readSnapshot(row.snapshot).outage?.netId ?? 0) < 0,
    partCount: members[0] !== undefined && 'count' in members[0] ? members[0].count : parts.length,
    attempts: attempts + 1,
    confirmUrl: needsConfirmation ? await confirmUrlOf(tx, row, now, { ...options, locale }) : null,
  }
}

/**
 * A member who is a contact has notification hours; outside them nothing is pushed later, because the console shows the
 * alert.
 */
const isPushedNow = (user: PushUser, { snapshot }: MessageRow, now: Date): boolean => {
  if (user.hours === null || (user.isAlwaysForCritical && readSnapshot(snapshot).logAs === 'critical')) return true
  const spans = user.hours.filter(({ types }) => types === undefined)
  return isActiveAt({ timeZone: user.timeZone, spans }, now.getTime())
}

/**
 * Returns the acknowledge link for mails, chats and devices of members who may acknowledge; recipients of an SMS reply
 * instead. The link of a combined message acknowledges all its alerts, that of a device only the reported state.
 */
const confirmUrlOf = async (
  tx: Tx,
  row: MessageRow,
  now: Date,
  { publicUrl, newToken, locale }: TakeOptions,
): Promise<string | null> => {
  const link = { ...row, messageId: isDigest(row) ? row.id : null }
  if (row.type === 'push') {
    const user = await pushUser(tx, row.orgId, pushIdOf(row.recepient ?? ''))
    if (user?.mayConfirm !== true) return null
    const token = newToken()
    await addConfirmToken(tx, { ...link, confirmedBy: user.name }, token, now)
    return `/confirm/${token}?episode=${row.episode}&additions=${additionsOf(row)}`
  }
  if (!channels[row.type].hasAcknowledgeLink) return null
  const token = newToken()
  await addConfirmToken(tx, { ...link, confirmedBy: row.type }, token, now)
  return `${publicUrl()}/confirm/${token}?lang=${locale.language}`
}

const additionsOf = ({ snapshot }: MessageRow): number => {
  const { additions } = (snapshot ?? {}) as { additions?: unknown }
  return typeof additions === 'number' ? additions : 0
}
