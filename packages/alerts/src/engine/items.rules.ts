import { type Action, type JudgedAlert, pushIds, type Stage } from '../alert.ts'
import type { ItemKey, OccurrenceState } from '../alert-state.ts'

export interface PlannedAction {
  key: ItemKey
  stage: Stage
  timeoutMs: number
  /** To a device: it is no message. */
  isWrite: boolean
  isForPeople: boolean
}

const itemOf = (action: Action, prefix: 'a' | 'f', stage: Stage): PlannedAction => ({
  key: `${prefix}${action.id}`,
  stage,
  timeoutMs: action.timeoutMinutes * 60_000,
  isWrite: action.type === 'write-param',
  isForPeople: action.type !== 'write-param' && action.type !== 'webhook',
})

const pushItem = (key: ItemKey, stage: Stage): PlannedAction => ({
  key,
  stage,
  timeoutMs: 0,
  isWrite: false,
  isForPeople: true,
})
const pushItems: readonly PlannedAction[] = [
  pushItem(`a${pushIds.active}`, 'active'),
  pushItem(`f${pushIds.confirmed}`, 'confirmed'),
  pushItem(`f${pushIds.resolved}`, 'resolved'),
]

/** All that is to be done, in the order in which it is done when due at once. */
export function itemsOf({ actions, followUps, isPushed }: JudgedAlert): readonly PlannedAction[] {
  const items: PlannedAction[] = []
  for (const action of actions) items.push(itemOf(action, 'a', 'active'))
  for (const followUp of followUps) items.push(itemOf(followUp, 'f', followUp.stage))
  if (isPushed === true) items.push(...pushItems)
  return items
}

/** Returns the due time of an item; null before its stage, and after the alert has resolved. */
export function dueOf(
  { stage, timeoutMs }: PlannedAction,
  { startedOn, confirmed, closedOn }: OccurrenceState,
): number | null {
  switch (stage) {
    case 'active':
    case 'not-confirmed':
      return confirmed === null && closedOn === null ? startedOn + timeoutMs : null
    case 'confirmed':
      return confirmed !== null && closedOn === null ? confirmed.on + timeoutMs : null
    case 'resolved':
      return closedOn === null ? null : closedOn + timeoutMs
  }
}

/** Returns true for stages of an unacknowledged alert. */
export const isOfTrouble = ({ stage }: PlannedAction): boolean => stage === 'active' || stage === 'not-confirmed'

/** Messages about trouble wait while all is well for the moment. */
export const isWaiting = (item: PlannedAction, { clearedOn, closedOn }: OccurrenceState): boolean =>
  clearedOn !== null && closedOn === null && isOfTrouble(item)

/** How many messages came of an item in the occurrence. */
export const sendsOf = ({ sends, dues }: OccurrenceState, key: ItemKey): number =>
  sends?.[key] ?? (dues[key] === null ? 1 : 0)
