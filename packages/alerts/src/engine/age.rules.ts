import type { Condition, JudgedAlert } from '../alert.ts'
import type { AlertState } from '../alert-state.ts'

/** A poll that began before may still be on its way: so long is waited for it before time alone decides. */
export const pollWaitMs = 10_000

/** Maximum age of a value, in poll periods, where the alert has no limit of its own. */
const periodsMax = 3

const never = Number.POSITIVE_INFINITY

/** Returns the time from which a value read at `goodOn` is too old. Failures and silence do not expire. */
export function oldOn(
  { maxAgeSec }: Pick<JudgedAlert, 'maxAgeSec'>,
  { kind, periodSec }: Pick<Condition, 'kind'> & { periodSec: number },
  goodOn: number,
): number {
  if (kind === 'reading-error' || kind === 'no-data' || kind === 'net-down') return never
  return goodOn + (maxAgeSec ?? periodsMax * periodSec) * 1000 + pollWaitMs
}

/** Input of an evaluation. */
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

/** Returns true if an alert that has fired stays active: old values do not resolve it. */
export function isUpheld({ alert, conditions }: EvaluationInput): boolean {
  if (alert.conditionLogic === 'any') return conditions.some((state) => state.isTriggered)
  return conditions.length > 0 && conditions.every((state) => state.isTriggered)
}

/**
 * Returns true if the alert should fire. Where all conditions are needed, none may depend on a value that is too old.
 */
export function isMet(input: EvaluationInput): boolean {
  if (!isUpheld(input)) return false
  const { alert, conditions, on } = input
  return alert.conditionLogic === 'any' || conditions.every((_, index) => oldOnAt(input, index) > on)
}

/**
 * Returns the time from which values are too old to decide if an alert continues: all values that support it, or any of
 * them where all conditions are needed. `isPatient`: after a start, a poll needs time.
 */
export function unknownOn(input: EvaluationInput, isPatient: boolean): number {
  const times = input.conditions.flatMap(({ isTriggered, graceTill }, index) =>
    isTriggered ? [Math.max(oldOnAt(input, index), isPatient ? graceTill : 0)] : [],
  )
  if (times.length === 0) return never
  return input.alert.conditionLogic === 'any' ? Math.max(...times) : Math.min(...times)
}

/** Returns true if old values prevent a decision: some are too old, and no other condition decides alone. */
export function isUnknown(
  logic: JudgedAlert['conditionLogic'],
  conditions: readonly { isTriggered: boolean; isOld: boolean }[],
): boolean {
  const decidingValue = logic === 'any'
  const isDecided = conditions.some(({ isTriggered, isOld }) => !isOld && isTriggered === decidingValue)
  return !isDecided && conditions.some(({ isOld }) => isOld)
}
