import { openFrom, type Policy } from './contact.ts'
import { dutyOrder } from './duty.rules.ts'
import { endEscalation, type Recipient, recipientsOf, setDue, settleRecipient, toldContacts } from './escalation.sql.ts'
import type { Telling } from './telling.ts'

/** What holds messages back may end early: it is looked at again after so long at most. */
const holdLookMs = 60_000

/** In quiet times, maintenance and other holds nobody is told, and what is due waits for their end. Answers whether it waits. */
export async function isHeldBack(telling: Telling): Promise<boolean> {
  const { hold, on, escalation } = telling
  const { round, step, isMuted } = escalation
  if (hold !== null) {
    if (!isMuted)
      telling.say({ what: 'muted', why: hold.why, till: hold.till, ...(hold.name !== null && { name: hold.name }) })
    await setDue(telling.tx, escalation, { round, step, dueOn: Math.min(hold.till, on + holdLookMs), isMuted: true })
    return true
  }
  if (isMuted) telling.say({ what: 'unmuted' })
  return false
}

/** Tells the step that is due, and says when the next one is. Who is on duty, and how they are reached, is found out now. */
export async function tellStep(telling: Telling, policy: Policy): Promise<void> {
  const { escalation, on } = telling
  const { round } = escalation
  // People may have taken away steps since.
  const step = Math.min(escalation.step, policy.steps.length - 1)
  const isGone = step < escalation.step
  const isNobody = isGone ? false : await tellAll(telling, policy, round, step)
  const next = nextDue(policy, { round, step }, escalation.dueOn?.getTime() ?? on, on)
  if (next === null) {
    telling.say({ what: 'escalation-ended', rounds: round + 1 })
    return setDue(telling.tx, escalation, { round, step: step + 1, dueOn: null, isMuted: false })
  }
  const isAtOnce = isNobody && next.round === round
  await setDue(telling.tx, escalation, { ...next, dueOn: isAtOnce ? on : next.dueOn, isMuted: false })
}

/** Answers whether the next step must not wait: nobody can be reached, or nobody of a group. */
async function tellAll(telling: Telling, policy: Policy, round: number, step: number): Promise<boolean> {
  const { contactIds = [], groupIds = [] } = policy.steps[step] ?? {}
  const place = { round, step }
  const told: string[] = []
  const isLast = step === policy.steps.length - 1
  let isNobody = false
  for (const contactId of new Set(contactIds)) {
    const name = await telling.tell({ ...place, contactId, groupId: null })
    if (name !== null) told.push(name)
  }
  for (const group of await telling.groups(groupIds)) {
    const [onDuty] = dutyOrder(group, telling.on, telling.occasion.timeZone)
    // Named by the step, or on duty in two of its groups.
    if (onDuty !== undefined && (await telling.recipients(round, step)).has(onDuty)) continue
    const name = await telling.tellNextOf(group, place)
    if (name !== null) told.push(name)
    else isNobody = sayNobody(telling, { group: group.name, step, isLast })
  }
  if (told.length > 0) telling.say({ what: 'escalated', round, step, to: told })
  else if (!isNobody) isNobody = sayNobody(telling, { group: null, step, isLast })
  return isNobody
}

function sayNobody(telling: Telling, said: { group: string | null; step: number; isLast: boolean }): true {
  telling.say({ what: 'nobody-reached', ...said })
  return true
}

const failedStates: ReadonlySet<string> = new Set(['failed', 'dropped', 'unclear'])

/** What became of the messages of an escalation. One that did not arrive is followed by another at once, while it is of use. */
export async function settleMessages(telling: Telling): Promise<void> {
  const { escalation, tx } = telling
  const { confirmed, overOn, isHeld } = escalation
  const isNeeded = confirmed === null && overOn === null
  for (const one of await recipientsOf(tx, escalation)) {
    if (one.state !== 'open') continue
    if (one.messageState === 'sent' || (one.messageState === 'digested' && one.isSent))
      await settleRecipient(tx, escalation, one, 'told')
    else if (!failedStates.has(one.messageState)) continue
    else if (!isNeeded) await settleRecipient(tx, escalation, one, 'failed')
    else if (!isHeld && telling.hold === null && telling.snapshot !== null) await tellInstead(telling, one)
  }
}

/** By the contact's next channel; then the next of the group; then the next step. */
async function tellInstead(telling: Telling, failed: Recipient): Promise<void> {
  const { escalation, tx } = telling
  if ((await telling.tell(failed)) !== null) return
  await settleRecipient(tx, escalation, failed, 'failed')
  const { round, step, groupId } = failed
  const groupIds = groupId === null ? (escalation.policy?.steps[step]?.groupIds ?? []) : [groupId]
  const groups = await telling.groups(groupIds)
  for (const group of groups) {
    const name = await telling.tellNextOf(group, { round, step })
    if (name !== null) return telling.say({ what: 'escalated', round, step, to: [name] })
  }
  const others = await recipientsOf(tx, escalation)
  const isSomebody = others.some((one) => one.round === round && one.step === step && one.state !== 'failed')
  if (groupId === null && isSomebody) return
  const isNext = escalation.dueOn !== null && escalation.round === round && escalation.step === step + 1
  const group = groupId === null ? null : (groups[0]?.name ?? null)
  sayNobody(telling, { group, step, isLast: !isNext })
  if (!isNext) return
  escalation.dueOn = new Date(Math.min(escalation.dueOn?.getTime() ?? telling.on, telling.on))
  await setDue(tx, escalation, {
    round,
    step: step + 1,
    dueOn: escalation.dueOn.getTime(),
    isMuted: escalation.isMuted,
  })
}

/** Somebody has confirmed: everybody who was told hears of it, with what was said, and no other step follows. */
export async function tellConfirmed(telling: Telling): Promise<void> {
  if (await isHeldBack(telling)) return
  const { confirmed, round, step } = telling.escalation
  await tellEverybody(telling, 'confirmed', 'ec', { confirmed })
  await setDue(telling.tx, telling.escalation, { round, step, dueOn: null, isMuted: false })
}

/** The alert is over: everybody who was told hears of it, and the escalation ends. */
export async function tellOver(telling: Telling): Promise<void> {
  const { overOn, confirmed, isEndTold } = telling.escalation
  if (isEndTold) {
    if (await isHeldBack(telling)) return
    await tellEverybody(telling, 'resolved', 'er', { confirmed, resolvedOn: overOn?.getTime() ?? telling.on })
  }
  await endEscalation(telling.tx, telling.escalation)
}

/** By the channel that was used last and may have arrived; outside their hours, when those begin. */
async function tellEverybody(
  telling: Telling,
  stage: 'confirmed' | 'resolved',
  prefix: string,
  news: object,
): Promise<void> {
  const { tx, escalation, occasion, snapshot: known } = telling
  for (const { contactId, type, address, snapshot } of await toldContacts(tx, escalation)) {
    const contact = await telling.contact(contactId)
    const from = contact ? openFrom(contact, type, occasion) : occasion.on
    const said = { ...snapshot, ...known, ...news }
    await telling.send({ item: `${prefix}${contactId}`, stage, contactId, type, address, from, snapshot: said })
  }
}

/** A step of a round, both counted from 0. */
export interface Place {
  round: number
  step: number
}

const minuteMs = 60_000
/** Who is later than this was kept from it, by a stop of the service or quiet times: what follows keeps its distance. */
const lateMs = 60_000

const gapMinutes = ({ steps }: Policy, from: number, to: number): number =>
  (steps[to]?.afterMinutes ?? 0) - (steps[from]?.afterMinutes ?? 0)

/** Which step follows one that was due at `dueOn` and told at `on`, and when; null: it was the last. */
export function nextDue(
  policy: Policy,
  { round, step }: Place,
  dueOn: number,
  on: number,
): (Place & { dueOn: number }) | null {
  const base = on - dueOn > lateMs ? on : dueOn
  const last = policy.steps.length - 1
  if (step < last) {
    return { round, step: step + 1, dueOn: base + gapMinutes(policy, step, step + 1) * minuteMs }
  }
  if (policy.repeatMinutes === null || round + 1 >= policy.rounds) return null
  const gap = policy.repeatMinutes + gapMinutes(policy, Math.min(step, last), 0)
  return { round: round + 1, step: 0, dueOn: base + Math.max(1, gap) * minuteMs }
}
