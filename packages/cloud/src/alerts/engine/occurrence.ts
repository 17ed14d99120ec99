import type { ConfirmFact, Detail, DropReason, EndKind, ItemKey, OccurrenceState } from '../alert-state.ts'
import { type Hold, type HoldReason, someDay } from '../holds.ts'
import {
  additionOn,
  additionsFor,
  confirmedSeen,
  duesAnew,
  firstSeen,
  nowTold,
  takeAdditions,
  trueKeys,
} from './additions.ts'
import { isMet, isUpheld, oldOnAt, unknownOn } from './age.rules.ts'
import { changeOccurrence, type Draft, isOpen, note, noteTriggered } from './draft.ts'
import { holdAt, isHeldFor } from './hold.rules.ts'
import { dueOf, type Item, isOfTrouble, isWaiting, itemsOf, sendsOf } from './items.rules.ts'

const never = Number.POSITIVE_INFINITY

/** Items whose stage is over fall away; those whose stage has come get their time. Those that are done with stay so. */
function plan(draft: Draft, episode: OccurrenceState): void {
  const dues: Partial<Record<ItemKey, number | null>> = { ...episode.dues }
  const counts: Partial<Record<ItemKey, number>> = {}
  for (const item of itemsOf(draft.alert)) {
    const due = dueOf(item, episode)
    const planned = dues[item.key]
    if (due !== null && planned === undefined) dues[item.key] = due
    if (due !== null || planned === undefined || planned === null) continue
    dues[item.key] = null
    drop(draft, episode, item, 'stage-passed')
    Object.assign(counts, counted(episode, item))
  }
  changeOccurrence(draft, episode, { dues, ...(episode.sends && { sends: { ...episode.sends, ...counts } }) })
}

function drop(draft: Draft, episode: OccurrenceState, item: Item, why: DropReason): void {
  draft.effects.push({ kind: 'drop', ...effectOf(draft, episode, item), why })
}

const effectOf = ({ on }: Draft, episode: OccurrenceState, { key, stage }: Item) => ({
  episode: episode.no,
  on,
  key,
  nth: sendsOf(episode, key) + 1,
  stage,
})

/** With one more message of an item. Of the first, `dues` will tell. */
const counted = ({ sends = {} }: OccurrenceState, { key }: Item): Partial<Record<ItemKey, number>> => {
  const count = sends[key]
  return count === undefined ? {} : { [key]: count + 1 }
}

/** What was still to follow an episode that is over. */
export function dropRest(draft: Draft, episode: OccurrenceState): void {
  const rest = itemsOf(draft.alert).filter(({ key }) => typeof episode.dues[key] === 'number')
  for (const item of rest) drop(draft, episode, item, 'stage-passed')
}

function open(draft: Draft, last: OccurrenceState | null): void {
  const { on, alert } = draft
  if (last) dropRest(draft, last)
  const times = draft.conditions.flatMap(({ isTriggered, sinceOn }) =>
    isTriggered && sinceOn !== null ? [sinceOn] : [],
  )
  const sinceOn = alert.conditionLogic === 'any' ? Math.min(...times) : Math.max(...times)
  const episode: OccurrenceState = {
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
    ...firstSeen(draft),
  }
  const { no, isLogged } = episode
  if (isLogged) draft.effects.push({ kind: 'open', episode: no, on, startedOn: on, sinceOn, logAs: alert.logAs })
  plan(draft, episode)
  noteTriggered(draft)
}

export function close(draft: Draft, episode: OccurrenceState, how: EndKind): void {
  const { on } = draft
  const resolvedOn = episode.clearedOn ?? on
  if (episode.isLogged) draft.effects.push({ kind: 'close', episode: episode.no, on, resolvedOn, how })
  plan(draft, { ...episode, clearedOn: resolvedOn, closedOn: on, mutedTill: null })
}

/** After any change of conditions: an alert begins, goes on, or begins to end. */
export function update(draft: Draft): void {
  const { episode } = draft
  if (!isOpen(episode)) {
    if (isMet(draft)) open(draft, episode)
  } else {
    const isSo = episode.clearedOn === null ? isUpheld(draft) : isMet(draft)
    if (isSo !== (episode.clearedOn === null)) changeOccurrence(draft, episode, { clearedOn: isSo ? null : draft.on })
  }
  noteUnknown(draft)
  addTrue(draft)
}

/** Of further conditions nobody has confirmed anything: what was confirmed before them asks again. */
function addTrue(draft: Draft): void {
  const conditions = takeAdditions(draft)
  const { episode, on } = draft
  if (conditions.length === 0 || !isOpen(episode) || !episode.confirmed) return
  const detail = { what: 'unconfirmed', conditions } as const
  if (episode.isLogged) draft.effects.push({ kind: 'detail', episode: episode.no, on, detail })
  plan(draft, { ...episode, confirmed: null })
  if (draft.episode) changeOccurrence(draft, draft.episode, duesAnew(draft, draft.episode))
}

/** An alert whose values have grown too old goes on, and says so. */
function noteUnknown(draft: Draft): void {
  const { episode, on } = draft
  if (!isOpen(episode)) return
  const wasUnknown = episode.isUnknown === true
  const isUnknown = episode.clearedOn === null && unknownOn(draft, !wasUnknown) <= on
  if (isUnknown === wasUnknown) return
  const told = changeOccurrence(draft, episode, { isUnknown })
  // Where it is over, the log has said why.
  if (isUnknown) note(draft, told, oldest(draft))
  else if (told.clearedOn === null) note(draft, told, { what: 'judged' })
}

/** Of what speaks for the alert. */
function oldest(draft: Draft): Detail {
  let [paramId, readOn] = [0, never]
  for (const [place, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[place]
    if (!state?.isTriggered || state.goodOn >= readOn || oldOnAt(draft, place) === never) continue
    paramId = condition.paramId
    readOn = state.goodOn
  }
  return { what: 'unjudged', paramId, readOn }
}

/** One that was meant for an earlier episode is none for this, nor is one that knows nothing of its latest addition. */
export function confirm(draft: Draft, { on: saidOn, episode: meant, additions, from, comment }: ConfirmFact): void {
  const { episode, on } = draft
  if (!isOpen(episode) || episode.confirmed || saidOn < episode.startedOn) return
  if (meant !== undefined && meant !== episode.no) return
  if (additions !== undefined && additions < (episode.additions ?? 0)) return
  const conditions = episode.seen && trueKeys(draft)
  const detail = { what: 'confirmed', from, comment, ...(conditions && { conditions }) } as const
  if (episode.isLogged) draft.effects.push({ kind: 'detail', episode: episode.no, on, detail })
  plan(draft, { ...episode, ...confirmedSeen(draft, episode), confirmed: { on, from, comment } })
}

const closeOn = ({ alert }: Draft, { clearedOn, closedOn }: OccurrenceState): number =>
  clearedOn === null || closedOn !== null ? never : clearedOn + alert.holdOffSec * 1000

/** Whether an item waits with the others while messages do. */
const isBound = ({ isWrite }: Item, { mutedTill, hold }: OccurrenceState): boolean =>
  mutedTill !== null && isHeldFor(hold?.why ?? 'hours', isWrite)

const noticeKey = ({ key }: Item): ItemKey => `p${Number(key.slice(1))}`

/** Whether its recipient is still to be told of what the alert waits for. */
const isNoticeOwed = (item: Item, { dues, mutedTill, hold }: OccurrenceState): boolean =>
  mutedTill === someDay &&
  hold?.why === 'dependency' &&
  item.isForPeople &&
  isOfTrouble(item) &&
  dues[noticeKey(item)] === undefined

function itemOn(item: Item, episode: OccurrenceState): number {
  const due = episode.dues[item.key] ?? null
  if (due === null || isWaiting(item, episode)) return never
  return isBound(item, episode) && !isNoticeOwed(item, episode) ? Math.max(due, episode.mutedTill ?? 0) : due
}

/** When time alone takes the episode further; infinite where it does not. */
export function occurrenceOn(draft: Draft): number {
  const { episode } = draft
  if (!episode) return never
  let on = Math.min(closeOn(draft, episode), additionOn(draft))
  const isKnown = isOpen(episode) && episode.clearedOn === null && !episode.isUnknown
  if (isKnown) on = Math.min(on, unknownOn(draft, true))
  for (const item of itemsOf(draft.alert)) on = Math.min(on, itemOn(item, episode))
  return on
}

/** A moment in which it is only looked whether something else is the cause is not worth a word. */
const isSilent = ({ why, name }: { why: HoldReason; name: string | null }): boolean =>
  why === 'dependency' && name === null

/** Messages begin to wait, or go on to. */
function holdBack(draft: Draft, episode: OccurrenceState, held: Hold): OccurrenceState {
  const { on } = draft
  const { why, till, name } = held
  const last = episode.mutedTill === null ? null : (episode.hold ?? { why, name })
  const isNew = last === null || last.why !== why || (why === 'dependency' && last.name !== name)
  const detail = { what: 'muted', why, till, ...(name !== null && { name }) } as const
  if (isNew && !isSilent(held) && episode.isLogged)
    draft.effects.push({ kind: 'detail', episode: episode.no, on, detail })
  return changeOccurrence(draft, episode, { mutedTill: till, ...(isNew && { hold: { why, name, on, till: null } }) })
}

/** Whoever would be told of this alert is told once, in its place, of what it waits for. */
function tellOfParent(draft: Draft, episode: OccurrenceState, item: Item, { parentId: id, name }: Hold): void {
  if (id === undefined || !isNoticeOwed(item, episode)) return
  const { on } = draft
  const [key, parent] = [noticeKey(item), { id, name: name ?? '' }]
  changeOccurrence(draft, episode, { dues: { ...episode.dues, [key]: null } })
  draft.effects.push({ kind: 'notify', ...effectOf(draft, episode, { ...item, key }), dueOn: on, parent })
}

/**
 * Messages wait no more. The time that they waited does not count: what was due first is due now, and the others as long after it as
 * ever, so that nobody gets all of them at once, and nobody is called for want of an answer to what was not told.
 */
function release(draft: Draft, episode: OccurrenceState): OccurrenceState {
  const { on, alert } = draft
  const isWorthALine = episode.isLogged && !(episode.hold && isSilent(episode.hold))
  if (isWorthALine) draft.effects.push({ kind: 'detail', episode: episode.no, on, detail: { what: 'unmuted' } })
  const bound = itemsOf(alert).filter((item) => item.stage !== 'resolved' && isBound(item, episode))
  const waiting = bound.flatMap(({ key }) => {
    const due = episode.dues[key] ?? null
    return due === null ? [] : [[key, due] as const]
  })
  const waitedMs = Math.max(0, on - Math.min(on, ...waiting.map(([, due]) => due)))
  const dues = { ...episode.dues, ...Object.fromEntries(waiting.map(([key, due]) => [key, due + waitedMs])) }
  return changeOccurrence(draft, episode, {
    mutedTill: null,
    dues,
    ...(episode.hold && { hold: { ...episode.hold, till: on } }),
  })
}

/**
 * Does an item whose time has come, or lets it wait. What tells of the end cannot wait: in quiet times it is dropped, and where the alert
 * waits for another, unless somebody was told that it began.
 */
function perform(draft: Draft, episode: OccurrenceState, item: Item): void {
  const { on } = draft
  const held = holdAt(draft.alert, draft, on)
  const isHeld = held !== null && isHeldFor(held.why, item.isWrite)
  if (isHeld && item.stage !== 'resolved') return tellOfParent(draft, holdBack(draft, episode, held), item, held)
  const now = isBound(item, episode) ? release(draft, episode) : episode
  const dueOn = now.dues[item.key]
  if (typeof dueOn !== 'number' || dueOn > on) return
  const isDropped = isHeld && !(held.why === 'dependency' && now.isTold)
  const isTold = now.isTold || (!item.isWrite && !isDropped)
  changeOccurrence(draft, now, {
    dues: { ...now.dues, [item.key]: null },
    ...(isTold && { isTold }),
    ...(now.sends && { sends: { ...now.sends, ...counted(now, item) } }),
    ...(!isDropped && nowTold(draft, now, item)),
  })
  if (isDropped) drop(draft, now, item, 'muted')
  else draft.effects.push({ kind: 'notify', ...effectOf(draft, now, item), dueOn })
}

/** Who was told of the first condition is told of the others. */
function performAlso(draft: Draft, episode: OccurrenceState, item: Item): void {
  const also = additionsFor(draft, episode, item)
  if (also.length === 0) return
  const effect = effectOf(draft, episode, item)
  changeOccurrence(draft, episode, {
    sends: { ...episode.sends, [item.key]: effect.nth },
    ...nowTold(draft, episode, item),
  })
  draft.effects.push({ kind: 'notify', ...effect, dueOn: draft.on, also })
}

/** Takes the episode to where it belongs now. */
export function occurrenceDue(draft: Draft): void {
  if (isOpen(draft.episode) && closeOn(draft, draft.episode) <= draft.on) close(draft, draft.episode, 'resolved')
  for (const item of itemsOf(draft.alert)) {
    if (draft.episode && itemOn(item, draft.episode) <= draft.on) perform(draft, draft.episode, item)
    if (isOpen(draft.episode)) performAlso(draft, draft.episode, item)
  }
}
