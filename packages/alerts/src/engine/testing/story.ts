import type { Action, Alert, Stage } from '../../alert.ts'
import type { ItemKey } from '../../alert-state.ts'
import type { HoldReason } from '../../holds.ts'

/** An action and its delay after the start of its stage. */
export interface PlannedAction {
  key: ItemKey
  stage: Stage
  wait: number
  isOfTrouble: boolean
  isWrite: boolean
  isForPeople: boolean
}

export const itemsOf = ({ actions, followUps }: Alert): PlannedAction[] => [
  ...actions.map((action) => itemOf(`a${action.id}`, 'active', action)),
  ...followUps.map((action) => itemOf(`f${action.id}`, action.stage, action)),
]

const itemOf = (key: ItemKey, stage: Stage, { timeoutMinutes, type }: Action): PlannedAction => ({
  key,
  stage,
  wait: timeoutMinutes * 60,
  isWrite: type === 'write-param',
  isForPeople: !['write-param', 'webhook'].includes(type),
  isOfTrouble: stage === 'active' || stage === 'not-confirmed',
})

/** An alert event of the model. */
export interface ModelOccurrence {
  no: number
  started: number
  isLogged: boolean
  confirmed: number | null
  cleared: number | null
  closed: number | null
  muted: number | null
  mutedWhy: HoldReason
  /** Name of the cause; null: the model only checks if there is one. */
  mutedName: string | null
  isNotified: boolean
  noticed: Set<ItemKey>
  isUnknown: boolean
  lines: number
  plan: Map<ItemKey, number | 'done'>
  /** How many messages came of each item. */
  sends: Map<ItemKey, number>
  /** Added conditions where any is enough: true, or the time since they are not. Null: not needed. */
  known: Map<number, number | true> | null
  notified: Map<ItemKey, Set<number>>
  additions: number
}

export const newOccurrence = (no: number, started: number, isLogged: boolean): ModelOccurrence => ({
  no,
  started,
  isLogged,
  confirmed: null,
  cleared: null,
  closed: null,
  muted: null,
  mutedWhy: 'hours',
  mutedName: null,
  isNotified: false,
  noticed: new Set(),
  isUnknown: false,
  lines: 0,
  plan: new Map(),
  sends: new Map(),
  known: null,
  notified: new Map(),
  additions: 0,
})

/** Returns the due time of an item; null before its stage, and after the alert has resolved. */
export const dueOf = (
  { stage, wait }: PlannedAction,
  { started, confirmed, closed }: ModelOccurrence,
): number | null => {
  if (stage === 'resolved') return closed === null ? null : closed + wait
  if (closed !== null) return null
  if (stage === 'confirmed') return confirmed === null ? null : confirmed + wait
  return confirmed === null ? started + wait : null
}

/** These have waited until now: the first is due now, and the others as long after it as ever. */
export const postpone = ({ plan }: ModelOccurrence, items: readonly PlannedAction[], at: number): void => {
  const waited = items.flatMap(({ key, stage }) => {
    const planned = plan.get(key)
    return stage !== 'resolved' && typeof planned === 'number' ? [{ key, planned }] : []
  })
  const first = Math.min(at, ...waited.map(({ planned }) => planned))
  for (const { key, planned } of waited) plan.set(key, planned + at - first)
}

/** After an edit, new items ignore past stages and resolved events. */
export const editPlan = (state: ModelOccurrence, items: readonly PlannedAction[], at: number): void => {
  const plan: ModelOccurrence['plan'] = new Map()
  for (const item of items) {
    const old = state.plan.get(item.key)
    const due = dueOf(item, state)
    if (old !== undefined) plan.set(item.key, old)
    else if (due !== null && state.closed === null) {
      plan.set(item.key, due < at ? 'done' : due)
      if (due < at) state.sends.set(item.key, 1)
    }
  }
  state.plan = plan
}
