import type { Alert, Condition } from '../../alert.ts'
import { itemsOf, type ModelOccurrence, type PlannedAction } from './story.ts'

type ConditionTruth = ReadonlyMap<number, boolean>

export const isOfSeveral = ({ conditionLogic, conditions }: Alert): boolean =>
  conditionLogic === 'any' && conditions.length > 1

/** Recipients up to now know the true conditions. */
export function beginKnown(state: ModelOccurrence, alert: Alert, on: ConditionTruth): void {
  if (state.closed !== null) return
  const ids = [...on].filter(([, isOn]) => isOn).map(([id]) => id)
  state.known = new Map(ids.map((id) => [id, true]))
  state.notified = new Map()
  for (const item of itemsOf(alert)) {
    const isBefore = state.confirmed === null || state.started + item.wait <= state.confirmed
    if (item.isOfTrouble && state.plan.get(item.key) === 'done' && isBefore) state.notified.set(item.key, new Set(ids))
  }
}

/** Conditions that an edit finds true are not new. */
export function editKnown(state: ModelOccurrence, alert: Alert, on: ConditionTruth, old: ReadonlySet<number>): void {
  if (state.known === null || state.closed !== null) return
  if (!isOfSeveral(alert)) {
    state.known = null
    return
  }
  const newlyTrue = alert.conditions.filter(({ id }) => on.get(id) && !old.has(id))
  for (const { id } of newlyTrue) {
    state.known.set(id, true)
    for (const ids of state.notified.values()) ids.add(id)
  }
}

/** The conditions that are news now. */
export function additions(
  { known, notified, confirmed }: ModelOccurrence,
  { conditions, holdOffSec }: Alert,
  on: ConditionTruth,
  at: number,
  isQuiet: (condition: Condition) => boolean,
): Condition[] {
  if (known === null) return []
  const added: Condition[] = []
  for (const condition of conditions) {
    const { id } = condition
    const was = known.get(id)
    if (!on.get(id)) {
      if (was === true) known.set(id, at)
      continue
    }
    if (was === true) continue
    const isOver = was !== undefined && at - was >= holdOffSec && confirmed !== null
    if (was === undefined || isOver) {
      if (isQuiet(condition)) continue
      added.push(condition)
      for (const ids of notified.values()) ids.delete(id)
    }
    known.set(id, true)
  }
  return added
}

/** The news is not confirmed: contacts that were not told yet, and those that learn of the missing confirmation. */
export function askAgain(state: ModelOccurrence, alert: Alert, at: number): void {
  for (const { key, stage, wait, isOfTrouble } of itemsOf(alert)) {
    if (stage === 'confirmed') state.plan.delete(key)
    else if (isOfTrouble && (stage === 'not-confirmed' || !state.notified.has(key))) state.plan.set(key, at + wait)
  }
}

/** True and known conditions that an item with a message has not reported. */
export const unnotified = (
  { known, notified, confirmed }: ModelOccurrence,
  { key, isWrite }: PlannedAction,
  { conditions }: Alert,
  on: ConditionTruth,
) => {
  const ids = notified.get(key)
  if (ids === undefined || isWrite || known === null || confirmed !== null) return []
  return conditions.filter(({ id }) => on.get(id) && known.get(id) === true && !ids.has(id))
}

/** Marks all true conditions as reported by the item. */
export function markNotified(
  { known, notified }: ModelOccurrence,
  { key, isOfTrouble }: PlannedAction,
  on: ConditionTruth,
): void {
  if (!isOfTrouble || !known) return
  const ids = notified.get(key) ?? new Set()
  for (const [id, isOn] of on) if (isOn) ids.add(id)
  notified.set(key, ids)
}
