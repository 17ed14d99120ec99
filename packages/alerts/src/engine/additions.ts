import type { JudgedAlert } from '../alert.ts'
import type { AlertState, ConditionKey, ItemKey, OccurrenceState } from '../alert-state.ts'
import { changeOccurrence, type Draft, isOpen } from './draft.ts'
import { sendableOn } from './hold.rules.ts'
import { isOfTrouble, itemsOf, type PlannedAction, sendsOf } from './items.rules.ts'

/** True if any condition is enough: a further condition is then reported too, and requires its own acknowledgement. */
const isOfSeveral = ({ conditionLogic, conditions }: JudgedAlert): boolean =>
  conditionLogic === 'any' && conditions.length > 1

/** IDs of the triggered conditions. */
const trueIds = (conditions: AlertState['conditions']): number[] =>
  conditions.flatMap(({ id, isTriggered }) => (isTriggered ? [id] : []))

/** Initial state of an alert event: the first messages report the conditions that are true at its start. */
export const initialSeen = ({ alert, conditions }: Draft): Pick<OccurrenceState, 'seen' | 'told'> =>
  isOfSeveral(alert) ? { seen: allSeen(trueIds(conditions)), told: {} } : {}

const allSeen = (ids: readonly number[]): Record<number, null> => Object.fromEntries(ids.map((id) => [id, null]))

/**
 * An alert event from before an upgrade, or from before its alert had several conditions, lacks this state: its
 * finished items count as having reported the true conditions, unless they were due after the acknowledgement.
 */
export function withSeen(alert: JudgedAlert, { episode: occurrence, conditions }: AlertState): OccurrenceState | null {
  if (!isOpen(occurrence) || occurrence.seen !== undefined || !isOfSeveral(alert)) return occurrence
  const ids = trueIds(conditions)
  const { startedOn, confirmed, dues } = occurrence
  const sentItems = itemsOf(alert).filter(
    (item) =>
      isOfTrouble(item) && dues[item.key] === null && (!confirmed || startedOn + item.timeoutMs <= confirmed.on),
  )
  return { ...occurrence, seen: allSeen(ids), told: Object.fromEntries(sentItems.map(({ key }) => [key, ids])) }
}

/** After an edit: what new conditions found to be true is no news, and what is gone is forgotten. */
export function editSeen(draft: Draft, isNew: (id: number) => boolean): void {
  const { occurrence, alert } = draft
  if (!isOpen(occurrence) || occurrence.seen === undefined) return
  if (!isOfSeveral(alert)) {
    const { seen: _seen, told: _told, ...rest } = occurrence
    draft.occurrence = rest
    return
  }
  const newIds = trueIds(draft.conditions).filter(isNew)
  const isStillThere = (id: number): boolean => alert.conditions.some((condition) => condition.id === id)
  const seen = Object.entries(occurrence.seen).filter(([id]) => isStillThere(Number(id)))
  const notified = itemsOf(alert).flatMap(({ key }) => {
    const ids = occurrence.told?.[key]
    return ids ? [[key, [...ids.filter(isStillThere), ...newIds]] as const] : []
  })
  changeOccurrence(draft, occurrence, {
    seen: { ...Object.fromEntries(seen), ...allSeen(newIds) },
    told: Object.fromEntries(notified),
  })
}

/** All that is true is confirmed. */
export const confirmedSeen = ({ conditions }: Draft, { seen }: OccurrenceState): Pick<OccurrenceState, 'seen'> =>
  seen === undefined ? {} : { seen: { ...seen, ...allSeen(trueIds(conditions)) } }

export const trueKeys = ({ alert, conditions }: Draft): ConditionKey[] =>
  alert.conditions.flatMap(({ id, paramId }, index) =>
    conditions[index]?.isTriggered ? [{ conditionId: id, paramId }] : [],
  )

/**
 * Adds true conditions to the alert event. A condition is new if it was not true before in the event, or if it returns
 * after an acknowledgement and was not met for long enough in between: a flapping one is reported once for each
 * acknowledgement. While messages wait, nothing is new yet.
 */
export function takeAdditions(draft: Draft): ConditionKey[] {
  const { occurrence, alert, on } = draft
  if (!isOpen(occurrence) || occurrence.seen === undefined) return []
  const seen: Record<number, number | null> = { ...occurrence.seen }
  const added: ConditionKey[] = []
  for (const [index, condition] of alert.conditions.entries()) {
    const { id, paramId } = condition
    const clearOn = seen[id]
    if (!draft.conditions[index]?.isTriggered) {
      if (clearOn === null) seen[id] = on
      continue
    }
    if (clearOn === null) continue
    const isReturned = clearOn !== undefined && !(occurrence.confirmed && on - clearOn >= alert.holdOffSec * 1000)
    if (!isReturned && sendableOn(alert, draft, condition, on) > on) continue
    seen[id] = null
    if (!isReturned) added.push({ conditionId: id, paramId })
  }
  const isSame = alert.conditions.every(({ id }) => seen[id] === occurrence.seen?.[id])
  if (!isSame) changeOccurrence(draft, occurrence, { seen, ...(added.length > 0 && withAdditions(occurrence, added)) })
  return added
}

function withAdditions(
  { told = {}, additions = 0 }: OccurrenceState,
  added: readonly ConditionKey[],
): Partial<OccurrenceState> {
  const isOld = (id: number): boolean => !added.some(({ conditionId }) => conditionId === id)
  const remaining = Object.entries(told).map(([key, ids]) => [key, ids?.filter(isOld)])
  return { additions: additions + 1, told: Object.fromEntries(remaining) }
}

/**
 * Restarts everything that requires an acknowledgement, except first messages: their recipients are notified of the
 * addition at once.
 */
export function restartedDues(draft: Draft, occurrence: OccurrenceState): Pick<OccurrenceState, 'dues' | 'sends'> {
  const dues: Partial<Record<ItemKey, number | null>> = { ...occurrence.dues }
  const sends: Partial<Record<ItemKey, number>> = { ...occurrence.sends }
  for (const item of itemsOf(draft.alert)) {
    const { key, stage, timeoutMs } = item
    const isAgain = isOfTrouble(item) && (stage === 'not-confirmed' || occurrence.told?.[key] === undefined)
    if (!isAgain && stage !== 'confirmed') continue
    const count = sendsOf(occurrence, key)
    if (count > 0) sends[key] = count
    if (isAgain) dues[key] = draft.on + timeoutMs
    else delete dues[key]
  }
  return { dues, sends }
}

/** Conditions that are true and of which an item that was sent has not told. */
function unnotifiedConditions(
  { alert, conditions }: Draft,
  { told, seen, confirmed }: OccurrenceState,
  item: PlannedAction,
) {
  const ids = told?.[item.key]
  if (ids === undefined || item.isWrite || confirmed) return []
  return alert.conditions.filter(
    ({ id }, index) => conditions[index]?.isTriggered && seen?.[id] === null && !ids.includes(id),
  )
}

/** Returns the conditions that the item may report now. */
export function additionsFor(draft: Draft, occurrence: OccurrenceState, item: PlannedAction): number[] {
  const { alert, on } = draft
  return unnotifiedConditions(draft, occurrence, item).flatMap((one) =>
    sendableOn(alert, draft, one, on) > on ? [] : [one.id],
  )
}

/** Marks all true conditions as reported by the item. */
export const markNotified = (
  { conditions }: Draft,
  { seen, told }: OccurrenceState,
  item: PlannedAction,
): Pick<OccurrenceState, 'told'> =>
  seen === undefined || !isOfTrouble(item)
    ? {}
    : { told: { ...told, [item.key]: [...new Set([...(told?.[item.key] ?? []), ...trueIds(conditions)])] } }

/** When messages wait no more, and something becomes news by that; infinite where it does not. */
export function additionOn(draft: Draft): number {
  const { occurrence, alert, conditions, on } = draft
  let next = Number.POSITIVE_INFINITY
  if (!isOpen(occurrence) || occurrence.seen === undefined) return next
  const waiting = new Set(itemsOf(alert).flatMap((item) => unnotifiedConditions(draft, occurrence, item)))
  for (const [index, condition] of alert.conditions.entries()) {
    const isNew = conditions[index]?.isTriggered && occurrence.seen[condition.id] !== null
    if (isNew || waiting.has(condition)) next = Math.min(next, sendableOn(alert, draft, condition, on))
  }
  return next
}
