import type { Condition, JudgedAlert } from '../alert.ts'
import type { ConditionState, ItemKey, ReadingFact } from '../alert-state.ts'
import { editSeen } from './additions.ts'
import { isUpheld } from './age.rules.ts'
import { afterReadings } from './conditions.ts'
import { changeOccurrence, type Draft, isOpen, putCondition } from './draft.ts'
import { netIdOf } from './hold.rules.ts'
import { dueOf, itemsOf } from './items.rules.ts'

/** A condition of which nothing is known yet. */
const newCondition = ({ id }: Condition, on: number): ConditionState => ({
  id,
  seenOn: 0,
  value: null,
  goodOn: on,
  reason: null,
  sinceOn: null,
  isTriggered: false,
  isFresh: false,
  graceTill: 0,
})

/** The facts about networks that still matter. */
function remainingNets(alert: JudgedAlert, nets: Draft['nets']): Draft['nets'] {
  const ids = new Set(alert.conditions.map((condition) => netIdOf(alert, condition)))
  for (const { id } of alert.dependsOn) ids.add(-id)
  return Object.fromEntries(Object.entries(nets).filter(([id]) => ids.has(Number(id))))
}

/** Removed dependencies delay nothing any more. */
function remainingParents({ dependsOn }: JudgedAlert, parents: Draft['parents'] = {}): typeof parents {
  const ids = new Set(dependsOn.map(({ id }) => id))
  return Object.fromEntries(Object.entries(parents).filter(([id]) => ids.has(Number(id))))
}

/** Plans the items that are new to an active alert event: they ignore stages that have passed, and resolved events. */
function editDues(draft: Draft): void {
  const { occurrence, on, alert } = draft
  if (!occurrence) return
  const notices = Object.entries(occurrence.dues).filter(([key]) => key.startsWith('p'))
  const dues: Partial<Record<ItemKey, number | null>> = Object.fromEntries(notices)
  for (const item of itemsOf(alert)) {
    const planned = occurrence.dues[item.key]
    const due = isOpen(occurrence) ? dueOf(item, occurrence) : null
    if (planned !== undefined) dues[item.key] = planned
    else if (due !== null) dues[item.key] = due < on ? null : due
  }
  changeOccurrence(draft, occurrence, { dues, mutedTill: occurrence.mutedTill === null ? null : on })
}

/** If new conditions replace others in an active alert and are met by the same state, their delay counts as elapsed. */
function withoutHolds(draft: Draft, states: readonly ConditionState[], isNew: (id: number) => boolean): typeof states {
  const { occurrence } = draft
  const isOngoing = isOpen(occurrence) && occurrence.clearedOn === null
  if (!isOngoing || isUpheld({ ...draft, conditions: states })) return states
  const counting = states.map((state) =>
    isNew(state.id) && state.sinceOn !== null ? { ...state, isTriggered: true } : state,
  )
  return isUpheld({ ...draft, conditions: counting }) ? counting : states
}

/**
 * Applies an edit of the alert or of its dependencies. Unchanged parts keep their state, and new conditions use the
 * last readings before the alert can resolve.
 */
export function edit(draft: Draft, on: number, readings: readonly ReadingFact[]): void {
  draft.on = Math.max(draft.on, on)
  const oldStates = new Map(draft.conditions.map((state) => [state.id, state]))
  const { conditions } = draft.alert
  draft.conditions = conditions.map((condition) => oldStates.get(condition.id) ?? newCondition(condition, draft.on))
  draft.nets = remainingNets(draft.alert, draft.nets)
  draft.parents = remainingParents(draft.alert, draft.parents)
  draft.nextOn = null
  draft.isWorthStoring = true
  editDues(draft)
  const current = afterReadings(
    draft,
    readings.filter((fact) => fact.on <= draft.on),
  )
  const states = withoutHolds(draft, current, (id) => !oldStates.has(id))
  for (const [place, condition] of conditions.entries()) {
    const state = states[place]
    if (state) putCondition(draft, place, condition, state)
  }
  editSeen(draft, (id) => !oldStates.has(id))
}
