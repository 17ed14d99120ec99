import type { Condition, JudgedAlert } from '../alert.ts'
import type { AlertState } from '../alert-state.ts'

/** A poll that began before may still be on its way: so long is waited for it before time alone decides. */
export const pollWaitMs = 10_000

/** Of the device: so long a value counts where the alert does not say for how long. */
const periodsMax = 3

const never = Number.POSITIVE_INFINITY

/** From when a value that was read at `goodOn` is too old to say what is so now. Failures and silence do not grow old. */
export function oldOn(
  { maxAgeSec }: Pick<JudgedAlert, 'maxAgeSec'>,
  { kind, periodSec }: Pick<Condition, 'kind'> & { periodSec: number },
  goodOn: number,
): number {
  if (kind === 'reading-error' || kind === 'no-data' || kind === 'net-down') return never
  return goodOn + (maxAgeSec ?? periodsMax * periodSec) * 1000 + pollWaitMs
}

/** What an alert is judged by. */
interface EvaluationInput extends Pick<AlertState, 'conditions' | 'on'> {
  alert: JudgedAlert
}

/** The same for the condition in its place. */
export function oldOnAt({ alert, conditions }: EvaluationInput, index: number): number {
  const condition = alert.conditions[index]
  const state = conditions[index]
  if (!condition || !state) return never
  const periodSec = alert.params.get(condition.paramId)?.periodSec ?? 0
  return oldOn(alert, { kind: condition.kind, periodSec }, state.goodOn)
}

/** Whether an alert that has begun goes on: old values do not end it. */
export function isUpheld({ alert, conditions }: EvaluationInput): boolean {
  if (alert.conditionLogic === 'any') return conditions.some((state) => state.isTriggered)
  return conditions.length > 0 && conditions.every((state) => state.isTriggered)
}

/** Whether there is reason for the alert to begin. Where all conditions are needed, none may rest on a value that is too old. */
export function isMet(input: EvaluationInput): boolean {
  if (!isUpheld(input)) return false
  const { alert, conditions, on } = input
  return alert.conditionLogic === 'any' || conditions.every((_, index) => oldOnAt(input, index) > on)
}

/**
 * From when values are too old to say that an alert goes on: all that speaks for it is too old, or, where all conditions are
 * needed, any of it. `isPatient`: after a start there must have been time for a poll.
 */
export function unknownOn(input: EvaluationInput, isPatient: boolean): number {
  const times = input.conditions.flatMap(({ isTriggered, graceTill }, index) =>
    isTriggered ? [Math.max(oldOnAt(input, index), isPatient ? graceTill : 0)] : [],
  )
  if (times.length === 0) return never
  return input.alert.conditionLogic === 'any' ? Math.max(...times) : Math.min(...times)
}

/** Whether what is known is too old to say if there is reason for an alert: some is, and no other condition decides it alone. */
export function isUnknown(
  logic: JudgedAlert['conditionLogic'],
  conditions: readonly { isTriggered: boolean; isOld: boolean }[],
): boolean {
  const decidingValue = logic === 'any'
  const isDecided = conditions.some(({ isTriggered, isOld }) => !isOld && isTriggered === decidingValue)
  return !isDecided && conditions.some(({ isOld }) => isOld)
}
