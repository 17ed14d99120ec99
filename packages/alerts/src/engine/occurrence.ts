import type { ConfirmFact, DropReason, EndKind, ItemKey, LogDetail, OccurrenceState } from '../alert-state.ts'
import { type Hold, openEnd } from '../holds.ts'
import {
  additionOn,
  additionsFor,
  confirmedSeen,
  initialSeen,
  markNotified,
  restartedDues,
  takeAdditions,
  trueKeys,
} from './additions.ts'
import { isMet, isUpheld, oldOnAt, unknownOn } from './age.rules.ts'
import { changeOccurrence, type Draft, isOpen, note, noteTriggered } from './draft.ts'
import { countChange, flapDue, flapOn } from './flapping.ts'
import { holdAt, isHeldFor, isSilent } from './hold.rules.ts'
import { dueOf, isOfTrouble, isWaiting, itemsOf, type PlannedAction, sendsOf } from './items.rules.ts'

const never = Number.POSITIVE_INFINITY

/** Removes items of past stages and sets the due time of items whose stage has come. Finished items stay finished. */
function plan(draft: Draft, occurrence: OccurrenceState): void {
  const dues: Partial<Record<ItemKey, number | null>> = { ...occurrence.dues }
  const counts: Partial<Record<ItemKey, number>> = {}
  for (const item of itemsOf(draft.alert)) {
    const due = dueOf(item, occurrence)
    const planned = dues[item.key]
    if (due !== null && planned === undefined) dues[item.key] = due
    if (due !== null || planned === undefined || planned === null) continue
    dues[item.key] = null
    drop(draft, occurrence, item, 'stage-passed')
    Object.assign(counts, counted(occurrence, item))
  }
  changeOccurrence(draft, occurrence, { dues, ...(occurrence.sends && { sends: { ...occurrence.sends, ...counts } }) })
}

function drop(draft: Draft, occurrence: OccurrenceState, item: PlannedAction, why: DropReason): void {
  draft.effects.push({ kind: 'drop', ...effectOf(draft, occurrence, item), why })
}

const effectOf = ({ on }: Draft, occurrence: OccurrenceState, { key, stage }: PlannedAction) => ({
  occurrence: occurrence.no,
  on,
  key,
  nth: sendsOf(occurrence, key) + 1,
  stage,
})

/** Counts a further message of an item; the first one is implied by `dues`. */
const counted = ({ sends = {} }: OccurrenceState, { key }: PlannedAction): Partial<Record<ItemKey, number>> => {
  const count = sends[key]
  return count === undefined ? {} : { [key]: count + 1 }
}

/** Drops the remaining items of a resolved alert event. */
export function dropRest(draft: Draft, occurrence: OccurrenceState): void {
  const rest = itemsOf(draft.alert).filter(({ key }) => typeof occurrence.dues[key] === 'number')
  for (const item of rest) drop(draft, occurrence, item, 'stage-passed')
}

function open(draft: Draft, last: OccurrenceState | null): void {
  const { on, alert } = draft
  if (last) dropRest(draft, last)
  const times = draft.conditions.flatMap(({ isTriggered, sinceOn }) =>
    isTriggered && sinceOn !== null ? [sinceOn] : [],
  )
  const sinceOn = alert.conditionLogic === 'any' ? Math.min(...times) : Math.max(...times)
  const occurrence: OccurrenceState = {
    no: (last?.no ?? 0) + 1,
    startedOn: on,
    sinceOn,
    isLogged: alert.logAs !== 'none',
    confirmed: null,
    clearedOn: null,
    closedOn: null,
    mutedTill: null,
    changes: 0,
    dues: {},
    ...initialSeen(draft),
  }
  const { no, isLogged } = occurrence
  if (isLogged) draft.effects.push({ kind: 'open', occurrence: no, on, startedOn: on, sinceOn, logAs: alert.logAs })
  plan(draft, occurrence)
  noteTriggered(draft)
  countChange(draft)
}

export function close(draft: Draft, occurrence: OccurrenceState, how: EndKind): void {
  const { on } = draft
  const resolvedOn = occurrence.clearedOn ?? on
  if (occurrence.isLogged) draft.effects.push({ kind: 'close', occurrence: occurrence.no, on, resolvedOn, how })
  plan(draft, { ...occurrence, clearedOn: resolvedOn, closedOn: on, mutedTill: null })
  if (how === 'resolved') countChange(draft)
}

/** After any change of conditions: an alert begins, goes on, or begins to end. */
export function update(draft: Draft): void {
  const { occurrence } = draft
  if (!isOpen(occurrence)) {
    if (isMet(draft)) open(draft, occurrence)
  } else {
    const isTrue = occurrence.clearedOn === null ? isUpheld(draft) : isMet(draft)
    if (isTrue !== (occurrence.clearedOn === null))
      changeOccurrence(draft, occurrence, { clearedOn: isTrue ? null : draft.on })
  }
  noteUnknown(draft)
  addConditions(draft)
}

/** Further conditions are not confirmed: what was confirmed before them asks again. */
function addConditions(draft: Draft): void {
  const conditions = takeAdditions(draft)
  const { occurrence, on } = draft
  if (conditions.length === 0 || !isOpen(occurrence) || !occurrence.confirmed) return
  const detail = { what: 'unconfirmed', conditions } as const
  if (occurrence.isLogged) draft.effects.push({ kind: 'detail', occurrence: occurrence.no, on, detail })
  plan(draft, { ...occurrence, confirmed: null })
  if (draft.occurrence) changeOccurrence(draft, draft.occurrence, restartedDues(draft, draft.occurrence))
}

/** Marks an active alert whose values have become too old. */
function noteUnknown(draft: Draft): void {
  const { occurrence, on } = draft
  if (!isOpen(occurrence)) return
  const wasUnknown = occurrence.isUnknown === true
  const isUnknown = occurrence.clearedOn === null && unknownOn(draft, !wasUnknown) <= on
  if (isUnknown === wasUnknown) return
  const changed = changeOccurrence(draft, occurrence, { isUnknown })
  // The log already contains the reason if the alert has resolved.
  if (isUnknown) note(draft, changed, oldest(draft))
  else if (changed.clearedOn === null) note(draft, changed, { what: 'judged' })
}

/** Returns the oldest value that supports the alert. */
function oldest(draft: Draft): LogDetail {
  let [paramId, readOn] = [0, never]
  for (const [place, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[place]
    if (!state?.isTriggered || state.goodOn >= readOn || oldOnAt(draft, place) === never) continue
    paramId = condition.paramId
    readOn = state.goodOn
  }
  return { what: 'unjudged', paramId, readOn }
}

/** Acknowledges the alert event, unless the user has seen an earlier event or not the latest addition. */
export function confirm(draft: Draft, { on: factOn, occurrence: seenNo, additions, from, comment }: ConfirmFact): void {
  const { occurrence, on } = draft
  if (!isOpen(occurrence) || occurrence.confirmed || factOn < occurrence.startedOn) return
  if (seenNo !== undefined && seenNo !== occurrence.no) return
  if (additions !== undefined && additions < (occurrence.additions ?? 0)) return
  const conditions = occurrence.seen && trueKeys(draft)
  const detail = { what: 'confirmed', from, comment, ...(conditions && { conditions }) } as const
  if (occurrence.isLogged) draft.effects.push({ kind: 'detail', occurrence: occurrence.no, on, detail })
  plan(draft, { ...occurrence, ...confirmedSeen(draft, occurrence), confirmed: { on, from, comment } })
}

const closeOn = ({ alert }: Draft, { clearedOn, closedOn }: OccurrenceState): number =>
  clearedOn === null || closedOn !== null ? never : clearedOn + alert.holdOffSec * 1000

/** Returns true if the item waits while messages wait. */
const isBound = (item: PlannedAction, { mutedTill, hold }: OccurrenceState): boolean =>
  mutedTill !== null && isHeldFor(hold?.why ?? 'hours', item)

const noticeKey = ({ key }: PlannedAction): ItemKey => `p${Number(key.slice(1))}`

/** Returns true if the recipient does not know the cause yet that the alert waits for. */
const isNoticeDue = (item: PlannedAction, { dues, mutedTill, hold }: OccurrenceState): boolean =>
  mutedTill === openEnd &&
  hold?.why === 'dependency' &&
  item.isForPeople &&
  isOfTrouble(item) &&
  dues[noticeKey(item)] === undefined

function itemOn(item: PlannedAction, occurrence: OccurrenceState): number {
  const due = occurrence.dues[item.key] ?? null
  if (due === null || isWaiting(item, occurrence)) return never
  return isBound(item, occurrence) && !isNoticeDue(item, occurrence) ? Math.max(due, occurrence.mutedTill ?? 0) : due
}

/** When time alone takes the occurrence further; infinite where it does not. */
export function occurrenceOn(draft: Draft): number {
  const { occurrence } = draft
  if (!occurrence) return never
  let on = Math.min(closeOn(draft, occurrence), additionOn(draft), flapOn(draft))
  const isKnown = isOpen(occurrence) && occurrence.clearedOn === null && !occurrence.isUnknown
  if (isKnown) on = Math.min(on, unknownOn(draft, true))
  for (const item of itemsOf(draft.alert)) on = Math.min(on, itemOn(item, occurrence))
  return on
}

/** Messages begin to wait, or go on to. */
function holdBack(draft: Draft, occurrence: OccurrenceState, hold: Hold): OccurrenceState {
  const { on } = draft
  const { why, till, name } = hold
  const last = occurrence.mutedTill === null ? null : (occurrence.hold ?? { why, name })
  const isNew = last === null || last.why !== why || (why === 'dependency' && last.name !== name)
  const detail = { what: 'muted', why, till, ...(name !== null && { name }) } as const
  if (isNew && !isSilent(hold) && occurrence.isLogged)
    draft.effects.push({ kind: 'detail', occurrence: occurrence.no, on, detail })
  return changeOccurrence(draft, occurrence, { mutedTill: till, ...(isNew && { hold: { why, name, on, till: null } }) })
}

/** Notifies recipients once of the cause instead of the waiting alert. */
function notifyOfParent(
  draft: Draft,
  occurrence: OccurrenceState,
  item: PlannedAction,
  { parentId: id, name }: Hold,
): void {
  if (id === undefined || !isNoticeDue(item, occurrence)) return
  const { on } = draft
  const [key, parent] = [noticeKey(item), { id, name: name ?? '' }]
  changeOccurrence(draft, occurrence, { dues: { ...occurrence.dues, [key]: null } })
  draft.effects.push({ kind: 'notify', ...effectOf(draft, occurrence, { ...item, key }), dueOn: on, parent })
}

/**
 * Messages wait no more. The time that they waited does not count: what was due first is due now, and the others as long after it as
 * ever, so that they do not come all at once, and none asks for an answer to what was not sent.
 */
function release(draft: Draft, occurrence: OccurrenceState): OccurrenceState {
  const { on, alert } = draft
  const isWorthLogging = occurrence.isLogged && !(occurrence.hold && isSilent(occurrence.hold))
  if (isWorthLogging) draft.effects.push({ kind: 'detail', occurrence: occurrence.no, on, detail: { what: 'unmuted' } })
  const boundItems = itemsOf(alert).filter((item) => item.stage !== 'resolved' && isBound(item, occurrence))
  const waiting = boundItems.flatMap(({ key }) => {
    const due = occurrence.dues[key] ?? null
    return due === null ? [] : [[key, due] as const]
  })
  const waitedMs = Math.max(0, on - Math.min(on, ...waiting.map(([, due]) => due)))
  const dues = { ...occurrence.dues, ...Object.fromEntries(waiting.map(([key, due]) => [key, due + waitedMs])) }
  return changeOccurrence(draft, occurrence, {
    mutedTill: null,
    dues,
    ...(occurrence.hold && { hold: { ...occurrence.hold, till: on } }),
  })
}

/**
 * Executes an item that is due, or lets it wait. The resolve message waits only while the alert flaps: it is dropped in
 * quiet times, and while the alert waits for another one unless its first message was sent.
 */
function perform(draft: Draft, occurrence: OccurrenceState, item: PlannedAction): void {
  const { on } = draft
  const hold = holdAt(draft.alert, draft, on)
  const isHeld = hold !== null && isHeldFor(hold.why, item)
  if (isHeld && (item.stage !== 'resolved' || hold.why === 'flapping'))
    return notifyOfParent(draft, holdBack(draft, occurrence, hold), item, hold)
  const now = isBound(item, occurrence) ? release(draft, occurrence) : occurrence
  const dueOn = now.dues[item.key]
  if (typeof dueOn !== 'number' || dueOn > on) return
  const isDropped = isHeld && !(hold.why === 'dependency' && now.isTold)
  const isTold = now.isTold || (!item.isWrite && !isDropped)
  changeOccurrence(draft, now, {
    dues: { ...now.dues, [item.key]: null },
    ...(isTold && { isTold }),
    ...(now.sends && { sends: { ...now.sends, ...counted(now, item) } }),
    ...(!isDropped && markNotified(draft, now, item)),
  })
  if (isDropped) drop(draft, now, item, 'muted')
  else draft.effects.push({ kind: 'notify', ...effectOf(draft, now, item), dueOn })
}

/** Recipients of the first condition are notified of further ones. */
function notifyAdditions(draft: Draft, occurrence: OccurrenceState, item: PlannedAction): void {
  const also = additionsFor(draft, occurrence, item)
  if (also.length === 0) return
  const effect = effectOf(draft, occurrence, item)
  changeOccurrence(draft, occurrence, {
    sends: { ...occurrence.sends, [item.key]: effect.nth },
    ...markNotified(draft, occurrence, item),
  })
  draft.effects.push({ kind: 'notify', ...effect, dueOn: draft.on, also })
}

/** Takes the occurrence to where it belongs now. */
export function occurrenceDue(draft: Draft): void {
  if (isOpen(draft.occurrence) && closeOn(draft, draft.occurrence) <= draft.on)
    close(draft, draft.occurrence, 'resolved')
  flapDue(draft)
  for (const item of itemsOf(draft.alert)) {
    if (draft.occurrence && itemOn(item, draft.occurrence) <= draft.on) perform(draft, draft.occurrence, item)
    if (isOpen(draft.occurrence)) notifyAdditions(draft, draft.occurrence, item)
  }
}
