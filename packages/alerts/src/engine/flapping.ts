import { type Action, type JudgedAlert, pushIds } from '../alert.ts'
import type { FlapState, ItemKey } from '../alert-state.ts'
import { changeOccurrence, type Draft, isOpen } from './draft.ts'
import { holdAt, isHeldFor, isSilent, steadyOn } from './hold.rules.ts'
import { isOfTrouble, itemsOf, sendsOf } from './items.rules.ts'

const never = Number.POSITIVE_INFINITY
const minuteMs = 60_000

/** Counts a change of state: the alert fired or resolved. */
export function countChange(draft: Draft): void {
  const { alert, on, occurrence, flap: old } = draft
  const { flapping = null } = alert
  if (flapping === null) return
  const since = old?.since ?? null
  const recent = (old?.changes ?? []).filter((time) => time > on - flapping.minutes * minuteMs)
  const changes = [...recent, on].slice(-flapping.changes)
  const isBeginning = since === null && changes.length >= flapping.changes
  draft.flap = { changes, since: isBeginning ? on : since, isNotified: !isBeginning && (old?.isNotified ?? false) }
  draft.nextOn = null
  draft.isWorthStoring = true
  if (isBeginning && occurrence?.isLogged)
    draft.effects.push({ kind: 'detail', occurrence: occurrence.no, on, detail: { what: 'flapping', ...flapping } })
}

/**
 * Returns the end of any other reason to delay messages. The short wait for a possible cause can repeat, so it does not
 * count.
 */
function otherHoldTill(draft: Draft): number | null {
  const hold = holdAt(draft.alert, { ...draft, flap: null }, draft.on)
  return hold === null || isSilent(hold) ? null : hold.till
}

/** When time alone takes flapping further; infinite where it does not. */
export function flapOn(draft: Draft): number {
  const { flap, alert } = draft
  if (flap?.since == null || !alert.flapping) return never
  const [steady, heldTill] = [steadyOn(alert.flapping, flap), otherHoldTill(draft)]
  if (heldTill === null) return steady
  return flap.isNotified ? Math.max(steady, heldTill) : Math.min(steady, heldTill)
}

/**
 * Reports once that the alert flaps, and its state when it is stable again. These messages wait while others wait for
 * another reason.
 */
export function flapDue(draft: Draft): void {
  const { flap, alert } = draft
  if (flap?.since == null) return
  if (!alert.flapping) {
    draft.flap = null
    draft.isWorthStoring = true
    return
  }
  const isHeld = otherHoldTill(draft) !== null
  if (steadyOn(alert.flapping, flap) <= draft.on && !(flap.isNotified && isHeld)) endFlapping(draft, flap)
  else if (!flap.isNotified && !isHeld) {
    draft.flap = { ...flap, isNotified: true }
    draft.isWorthStoring = true
    notifyAll(draft, 'w')
  }
}

function endFlapping(draft: Draft, { isNotified }: FlapState): void {
  const { occurrence, on, alert } = draft
  draft.flap = { changes: [], since: null, isNotified: false }
  draft.nextOn = null
  draft.isWorthStoring = true
  if (!occurrence) return
  const detail = { what: 'steady', isActive: isOpen(occurrence) } as const
  if (occurrence.isLogged) draft.effects.push({ kind: 'detail', occurrence: occurrence.no, on, detail })
  // Messages of a critical alert were not delayed.
  if (!isNotified || alert.logAs === 'critical') return
  notifyAll(draft, 's')
  const covered = itemsOf(alert).filter((item) => {
    const due = occurrence.dues[item.key] ?? null
    const isCurrent = isOpen(occurrence) ? isOfTrouble(item) : item.stage === 'resolved'
    return isHeldFor('flapping', item) && isCurrent && due !== null && due <= on
  })
  for (const { key, stage } of covered) {
    const nth = sendsOf(occurrence, key) + 1
    draft.effects.push({ kind: 'drop', occurrence: occurrence.no, on, key, nth, stage, why: 'flapping' })
  }
  const { hold, mutedTill } = occurrence
  const isOfFlapping = hold?.why === 'flapping' && mutedTill !== null
  changeOccurrence(draft, occurrence, {
    dues: { ...occurrence.dues, ...Object.fromEntries(covered.map(({ key }) => [key, null])) },
    isTold: true,
    ...(isOfFlapping && { mutedTill: null, hold: { ...hold, till: on } }),
  })
}

/** Each recipient once: by the first action that has it. */
function notifyAll({ alert, occurrence, effects, on }: Draft, prefix: 'w' | 's'): void {
  if (!occurrence || !alert.flapping) return
  const stage = isOpen(occurrence) ? 'active' : 'resolved'
  const flapping = { ...alert.flapping, isSteady: prefix === 's' }
  const recipients = [...recipientsOf(alert), ...(alert.isPushed === true ? [{ id: pushIds.active }] : [])]
  for (const { id } of recipients) {
    const key: ItemKey = `${prefix}${id}`
    effects.push({ kind: 'notify', occurrence: occurrence.no, on, key, nth: 1, stage, dueOn: on, flapping })
  }
}

function recipientsOf({ actions, followUps }: JudgedAlert): Action[] {
  const seen = new Set<string>()
  return [...actions, ...followUps].filter(({ type, recepient }) => {
    const name = `${type} ${recepient?.trim().toLowerCase()}`
    const isNew = type !== 'write-param' && !seen.has(name)
    seen.add(name)
    return isNew
  })
}
