import { openFrom, type Policy } from './contact.ts'
import { dutyOrder } from './duty.rules.ts'
import { endEscalation, setDue } from './escalation.sql.ts'
import type { EscalationTurn } from './escalation-turn.ts'
import {
  dropPassed,
  holdRecipients,
  notifiedContacts,
  passOver,
  type Recipient,
  settleRecipient,
} from './recipients.sql.ts'

/** The reason for a delay may end early, so it is checked again after this time at most. */
const holdRecheckMs = 60_000

/** In quiet times, maintenance and other holds what is due waits for their end. Answers whether it waits. */
export async function isHeldBack(turn: EscalationTurn): Promise<boolean> {
  const { hold, on, escalation } = turn
  const { round, step, isMuted } = escalation
  if (hold !== null) {
    if (!isMuted)
      turn.log({ what: 'muted', why: hold.why, till: hold.till, ...(hold.name !== null && { name: hold.name }) })
    await setDue(turn.tx, escalation, { round, step, dueOn: Math.min(hold.till, on + holdRecheckMs), isMuted: true })
    return true
  }
  if (isMuted) turn.log({ what: 'unmuted' })
  return false
}

/** Tells the step that is due, and says when the next one is. Who is on duty, and how they are reached, is found out now. */
export async function notifyStep(turn: EscalationTurn, policy: Policy): Promise<void> {
  const { escalation, on } = turn
  const { round } = escalation
  // People may have taken away steps since.
  const step = Math.min(escalation.step, policy.steps.length - 1)
  const isGone = step < escalation.step
  const isUnreached = isGone ? false : await notifyAll(turn, policy, round, step)
  const next = nextDue(policy, { round, step }, escalation.dueOn?.getTime() ?? on, on)
  if (next === null) {
    turn.log({ what: 'escalation-ended', rounds: round + 1 })
    return setDue(turn.tx, escalation, { round, step: step + 1, dueOn: null, isMuted: false })
  }
  const isAtOnce = isUnreached && next.round === round
  await setDue(turn.tx, escalation, { ...next, dueOn: isAtOnce ? on : next.dueOn, isMuted: false })
}

/** Answers whether the next step must not wait: the step, or one of its groups, cannot be reached. */
async function notifyAll(turn: EscalationTurn, policy: Policy, round: number, step: number): Promise<boolean> {
  const { contactIds = [], groupIds = [] } = policy.steps[step] ?? {}
  const stepKey = { round, step }
  const notified: string[] = []
  const isLast = step === policy.steps.length - 1
  let isUnreached = false
  for (const contactId of new Set(contactIds)) {
    const name = await turn.notify({ ...stepKey, contactId, groupId: null })
    if (name !== null) notified.push(name)
  }
  for (const group of await turn.groups(groupIds)) {
    const [onDuty] = dutyOrder(group, turn.on, turn.moment.timeZone)
    // Named by the step, or on duty in two of its groups.
    if (onDuty !== undefined && (await turn.recipients(round, step)).has(onDuty)) continue
    const name = await turn.notifyNextOf(group, stepKey)
    if (name !== null) notified.push(name)
    else isUnreached = logUnreached(turn, { group: group.name, step, isLast })
  }
  if (notified.length > 0) turn.log({ what: 'escalated', round, step, to: notified })
  else if (!isUnreached) isUnreached = logUnreached(turn, { group: null, step, isLast })
  return isUnreached
}

function logUnreached(turn: EscalationTurn, merged: { group: string | null; step: number; isLast: boolean }): true {
  turn.log({ what: 'nobody-reached', ...merged })
  return true
}

const failedStates: ReadonlySet<string> = new Set(['failed', 'dropped', 'unclear'])

/**
 * Processes the outcomes of an escalation's messages. An undelivered or late message is followed by another, while that
 * is useful.
 */
export async function settleMessages(turn: EscalationTurn): Promise<void> {
  const { escalation, tx, hold, on } = turn
  const { confirmed, overOn, isHeld } = escalation
  const isNeeded = confirmed === null && overOn === null
  const mayFollow = !isHeld && hold === null && turn.snapshot !== null
  let isWaiting = false
  for (const one of await turn.allRecipients()) {
    if (one.state !== 'open') continue
    const hasFailed = failedStates.has(one.messageState)
    if (one.messageState === 'sent' || (one.messageState === 'digested' && one.isSent))
      await settleRecipient(tx, escalation, one, 'told')
    else if (!hasFailed && !one.isLate) continue
    else if (await turn.hasReached(one)) await settleRecipient(tx, escalation, one, 'told')
    else if (hasFailed && (!isNeeded || one.isPassedOver)) await settleRecipient(tx, escalation, one, 'failed')
    else if (!isNeeded) await passOver(tx, escalation, one)
    else if (!mayFollow) isWaiting = true
    else if (hasFailed) await notifyByFallback(turn, one)
    else await notifyInParallel(turn, one)
  }
  if (isWaiting) await holdRecipients(tx, escalation, Math.min(hold?.till ?? Infinity, on + holdRecheckMs))
}

/** Falls back to the contact's next channel, then to the next contact of the group, then to the next step. */
async function notifyByFallback(turn: EscalationTurn, failed: Recipient): Promise<void> {
  if ((await turn.notify(failed)) !== null) return
  await settleRecipient(turn.tx, turn.escalation, failed, 'failed')
  await notifyNext(turn, failed)
}

/** The same while the message goes on being tried: it may still arrive. */
async function notifyInParallel(turn: EscalationTurn, late: Recipient): Promise<void> {
  if (await turn.notifyInParallel(late)) return
  await passOver(turn.tx, turn.escalation, late)
  await notifyNext(turn, late)
}

async function notifyNext(turn: EscalationTurn, { round, step, groupId }: Recipient): Promise<void> {
  const { escalation, tx } = turn
  const groupIds = groupId === null ? (escalation.policy?.steps[step]?.groupIds ?? []) : [groupId]
  const groups = await turn.groups(groupIds)
  for (const group of groups) {
    const name = await turn.notifyNextOf(group, { round, step })
    if (name !== null) return turn.log({ what: 'escalated', round, step, to: [name] })
  }
  const others = (await turn.allRecipients()).filter((one) => one.round === round && one.step === step)
  const isReached = others.some(({ state, isPassedOver }) => state === 'told' || (state === 'open' && !isPassedOver))
  if (groupId === null && isReached) return
  const isNext = escalation.dueOn !== null && escalation.round === round && escalation.step === step + 1
  const group = groupId === null ? null : (groups[0]?.name ?? null)
  logUnreached(turn, { group, step, isLast: !isNext })
  if (!isNext) return
  escalation.dueOn = new Date(Math.min(escalation.dueOn?.getTime() ?? turn.on, turn.on))
  await setDue(tx, escalation, {
    round,
    step: step + 1,
    dueOn: escalation.dueOn.getTime(),
    isMuted: escalation.isMuted,
  })
}

/** Informs all notified contacts of the acknowledgement, with its comment, and ends the steps. */
export async function notifyConfirmed(turn: EscalationTurn): Promise<void> {
  if (await isHeldBack(turn)) return
  const { confirmed, round, step } = turn.escalation
  await notifyContacts(turn, 'confirmed', 'ec', { confirmed })
  await setDue(turn.tx, turn.escalation, { round, step, dueOn: null, isMuted: false })
}

/** Informs all notified contacts that the alert has resolved, and ends the escalation. */
export async function notifyResolved(turn: EscalationTurn): Promise<void> {
  const { overOn, confirmed, isEndTold } = turn.escalation
  if (isEndTold) {
    if (await isHeldBack(turn)) return
    await notifyContacts(turn, 'resolved', 'er', { confirmed, resolvedOn: overOn?.getTime() ?? turn.on })
  }
  await endEscalation(turn.tx, turn.escalation)
}

/** Notifies contacts by the last channel that may have worked; outside their hours, when the next ones start. */
async function notifyContacts(
  turn: EscalationTurn,
  stage: 'confirmed' | 'resolved',
  prefix: string,
  changes: object,
): Promise<void> {
  const { tx, escalation, moment, snapshot: current } = turn
  for (const { contactId, type, address, snapshot } of await notifiedContacts(tx, escalation)) {
    const contact = await turn.contact(contactId)
    const from = contact ? openFrom(contact, type, moment) : moment.on
    const merged = { ...snapshot, ...current, ...changes }
    await turn.send({ item: `${prefix}${contactId}`, stage, contactId, type, address, from, snapshot: merged })
    await dropPassed(tx, escalation, { contactId, type, address })
  }
}

/** A step of a round, both counted from 0. */
interface PolicyStepKey {
  round: number
  step: number
}

const minuteMs = 60_000
/** A longer delay was caused by a stopped service or quiet times: the following steps keep their distance. */
const lateMs = 60_000

const gapMinutes = ({ steps }: Policy, from: number, to: number): number =>
  (steps[to]?.afterMinutes ?? 0) - (steps[from]?.afterMinutes ?? 0)

/** Which step follows one that was due at `dueOn` and notified at `on`, and when; null: it was the last. */
function nextDue(
  policy: Policy,
  { round, step }: PolicyStepKey,
  dueOn: number,
  on: number,
): (PolicyStepKey & { dueOn: number }) | null {
  const base = on - dueOn > lateMs ? on : dueOn
  const last = policy.steps.length - 1
  if (step < last) {
    return { round, step: step + 1, dueOn: base + gapMinutes(policy, step, step + 1) * minuteMs }
  }
  if (policy.repeatMinutes === null || round + 1 >= policy.rounds) return null
  const gap = policy.repeatMinutes + gapMinutes(policy, Math.min(step, last), 0)
  return { round: round + 1, step: 0, dueOn: base + Math.max(1, gap) * minuteMs }
}
