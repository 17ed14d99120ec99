import type { Queries, Tx } from '@busbar/database'
import { assignSlugs, slugPatterns } from '../fields/assign-slugs.rules.ts'
import { type AlertWithParts, actionContent, conditionContent } from './alerts.rules.ts'
import {
  actionsOf,
  alertById,
  alertSlugs,
  conditionsOf,
  deleteActions,
  deleteConditions,
  insertActions,
  insertAlert,
  insertConditions,
  updateAlert,
} from './alerts.sql.ts'
import type { Definition } from './definition/definition.rules.ts'

/** An alert with its items, or null. */
export const alertWithParts = async (sql: Queries, orgId: number, id: number): Promise<AlertWithParts | null> => {
  const [alert, conditions, actions] = await Promise.all([
    alertById(sql, orgId, id),
    conditionsOf(sql, orgId, id),
    actionsOf(sql, orgId, id),
  ])
  return alert === undefined ? null : { alert, conditions, actions }
}

/** Stores a new alert and gives its id. The organization is locked already. */
export const addAlert = async (tx: Tx, orgId: number, definition: Definition, now: Date): Promise<number> => {
  const slugRequest = { name: definition.name }
  const taken = await alertSlugs(tx, orgId, slugPatterns([slugRequest]))
  const assigned = assignSlugs([slugRequest], taken)
  const slug = 'slugs' in assigned ? assigned.slugs[0] : undefined
  if (slug === undefined) throw new Error('there is always a slug for a name')
  const complete = { ...definition, holdOffSec: definition.holdOffSec ?? 0 }
  const id = await insertAlert(tx, orgId, complete, slug, now)
  await insertConditions(tx, orgId, id, definition.conditions)
  await insertActions(tx, orgId, id, definition.actions)
  return id
}

/** Makes an alert what the definition says. Its slug stays: others may know it by that. */
export const replaceAlert = async (tx: Tx, orgId: number, before: AlertWithParts, to: Definition): Promise<void> => {
  const { id } = before.alert
  const conditions = itemChanges(before.conditions, to.conditions, conditionContent)
  const actions = itemChanges(before.actions, to.actions, actionContent)
  await updateAlert(tx, orgId, id, to)
  await deleteConditions(tx, orgId, conditions.removed.map(idOf))
  await deleteActions(tx, orgId, actions.removed.map(idOf))
  await insertConditions(tx, orgId, id, conditions.added)
  await insertActions(tx, orgId, id, actions.added)
}

const idOf = ({ id }: { id: number }): number => id

/** Which of the stored items stay, which go, and which are new. */
interface ItemChanges<Stored, Wanted> {
  unchanged: Stored[]
  removed: Stored[]
  added: Wanted[]
}

/** Items that are the same in all but their id keep it. Of two alike, each stays for one. */
const itemChanges = <Wanted extends object, Stored extends Wanted & { id: number }>(
  stored: readonly Stored[],
  wanted: readonly Wanted[],
  contentOf: (item: Wanted) => string,
): ItemChanges<Stored, Wanted> => {
  const free = Map.groupBy(stored, contentOf)
  const unchanged: Stored[] = []
  const added: Wanted[] = []
  for (const item of wanted) {
    const same = free.get(contentOf(item))?.shift()
    if (same === undefined) added.push(item)
    else unchanged.push(same)
  }
  return { unchanged, removed: [...free.values()].flat(), added }
}
