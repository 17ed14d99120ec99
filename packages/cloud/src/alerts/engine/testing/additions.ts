import type { Alert, Condition } from '../../alert.ts'
import { itemsOf, type ModelOccurrence, type PlannedAction } from './story.ts'

type ConditionTruth = ReadonlyMap<number, boolean>

export const isOfSeveral = ({ conditionLogic, conditions }: Alert): boolean =>
  conditionLogic === 'any' && conditions.length > 1

/** Who was told by now was told of what is true. */
export function beginKnown(story: ModelOccurrence, alert: Alert, on: ConditionTruth): void {
  if (story.closed !== null) return
  const ids = [...on].filter(([, isOn]) => isOn).map(([id]) => id)
  story.known = new Map(ids.map((id) => [id, true]))
  story.told = new Map()
  for (const item of itemsOf(alert)) {
    const isBefore = story.confirmed === null || story.started + item.wait <= story.confirmed
    if (item.isOfTrouble && story.plan.get(item.key) === 'done' && isBefore) story.told.set(item.key, new Set(ids))
  }
}

/** What an edit has found to be true is no news. */
export function keepKnown(story: ModelOccurrence, alert: Alert, on: ConditionTruth, old: ReadonlySet<number>): void {
  if (story.known === null || story.closed !== null) return
  if (!isOfSeveral(alert)) {
    story.known = null
    return
  }
  const found = alert.conditions.filter(({ id }) => on.get(id) && !old.has(id))
  for (const { id } of found) {
    story.known.set(id, true)
    for (const ids of story.told.values()) ids.add(id)
  }
}

/** The conditions that are news now. */
export function additions(
  { known, told, confirmed }: ModelOccurrence,
  { conditions, holdOffSec }: Alert,
  on: ConditionTruth,
  at: number,
  isQuiet: (condition: Condition) => boolean,
): Condition[] {
  if (known === null) return []
  const news: Condition[] = []
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
      news.push(condition)
      for (const ids of told.values()) ids.delete(id)
    }
    known.set(id, true)
  }
  return news
}

/** The news is not confirmed: contacts that were not told yet, and those that learn of the missing confirmation. */
export function askAgain(story: ModelOccurrence, alert: Alert, at: number): void {
  for (const { key, stage, wait, isOfTrouble } of itemsOf(alert)) {
    if (stage === 'confirmed') story.plan.delete(key)
    else if (isOfTrouble && (stage === 'not-confirmed' || !story.told.has(key))) story.plan.set(key, at + wait)
  }
}

/** What is true and known, and was not told by an item that told of something. */
export const untold = (
  { known, told, confirmed }: ModelOccurrence,
  { key, isWrite }: PlannedAction,
  { conditions }: Alert,
  on: ConditionTruth,
) => {
  const ids = told.get(key)
  if (ids === undefined || isWrite || known === null || confirmed !== null) return []
  return conditions.filter(({ id }) => on.get(id) && known.get(id) === true && !ids.has(id))
}

/** An item has told of all that is true. */
export function addTold(
  { known, told }: ModelOccurrence,
  { key, isOfTrouble }: PlannedAction,
  on: ConditionTruth,
): void {
  if (!isOfTrouble || !known) return
  const ids = told.get(key) ?? new Set()
  for (const [id, isOn] of on) if (isOn) ids.add(id)
  told.set(key, ids)
}
