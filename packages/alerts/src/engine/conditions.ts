import type { Condition, JudgedAlert } from '../alert.ts'
import type { ConditionState, NetFact, ReadingFact, ReadValue } from '../alert-state.ts'
import { oldOnAt, pollWaitMs } from './age.rules.ts'
import { isMetBy } from './compare.rules.ts'
import { changeOccurrence, type Draft, isOpen, putCondition } from './draft.ts'
import { withReading } from './extremes.ts'

const never = Number.POSITIVE_INFINITY

/** After a start, silence is called so only when there was time for one poll: without a request there is no answer. */
export const graceMs = (alert: JudgedAlert, { paramId }: Condition): number =>
  (alert.params.get(paramId)?.periodSec ?? 0) * 1000 + pollWaitMs

/** When time alone makes a condition count; infinite where it does not. */
export function triggerOn({ kind, value, holdSec }: Condition, state: ConditionState): number {
  if (state.isTriggered) return never
  if (kind === 'no-data') return Math.max(state.goodOn + (value + holdSec) * 1000, state.graceTill)
  if (state.sinceOn === null) return never
  if (kind === 'net-down') return state.sinceOn + holdSec * 1000
  return state.isFresh ? state.sinceOn + holdSec * 1000 + pollWaitMs : never
}

/** As it stands when time has done its part. */
function afterTime({ on }: Draft, condition: Condition, state: ConditionState): ConditionState {
  if (triggerOn(condition, state) > on) return state
  const sinceOn = condition.kind === 'no-data' ? state.goodOn + condition.value * 1000 : state.sinceOn
  return { ...state, sinceOn, isTriggered: true }
}

/** Makes those count whose time has come. */
export function triggerDue(draft: Draft): void {
  for (const [index, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[index]
    if (state) putCondition(draft, index, condition, afterTime(draft, condition, state))
  }
}

/** As it stands after it was, or was not, so at `on`. */
function judged(state: ConditionState, isTrue: boolean, on: number, holdMs: number): ConditionState {
  const sinceOn = isTrue ? (state.sinceOn ?? on) : null
  const isTriggered = sinceOn !== null && (state.isTriggered || on >= sinceOn + holdMs)
  const isSame = sinceOn === state.sinceOn && isTriggered === state.isTriggered
  return isSame ? state : { ...state, sinceOn, isTriggered }
}

function afterChange(condition: Condition, state: ConditionState, on: number, value: ReadValue): ConditionState {
  const spanMs = condition.holdSec * 1000
  const highs = withReading(state.highs ?? [], 1, on, value, spanMs)
  const lows = withReading(state.lows ?? [], -1, on, value, spanMs)
  const isTrue = isMetBy(condition, highs[1] ?? value, state.isTriggered, lows[1] ?? value)
  return judged({ ...state, highs, lows }, isTrue, on, 0)
}

/** A failed read says nothing about a value: what was so stays so. */
function afterReading(draft: Draft, condition: Condition, state: ConditionState, fact: ReadingFact): ConditionState {
  const { on, reason } = fact
  const isGood = reason === null
  const value = isGood ? fact.value : null
  const { kind, holdSec } = condition
  const isFresh = on >= draft.freshFrom && (value !== null || kind === 'reading-error')
  const goodOn = isGood ? on : state.goodOn
  const seen = { ...state, seenOn: on, reason, goodOn, isFresh, value: value === null ? state.value : Number(value) }
  if (kind === 'no-data' && isGood) {
    // The grace after a start puts off a new silence, and ends none: a reading as old as that changes nothing.
    const isSilent = state.isTriggered && draft.on >= on + (condition.value + holdSec) * 1000
    return isSilent ? { ...seen, sinceOn: on + condition.value * 1000 } : judged(seen, false, on, 0)
  }
  if (kind === 'no-data') return seen
  if (kind === 'reading-error') return judged(seen, !isGood, on, holdSec * 1000)
  if (value === null) return seen
  if (kind === 'change-over') return afterChange(condition, seen, on, value)
  return judged(seen, isMetBy(condition, value, state.sinceOn !== null), on, holdSec * 1000)
}

/** Returns true if the reading is new for at least one condition. */
export function isNews({ alert, conditions }: Draft, { paramId, on }: ReadingFact): boolean {
  for (let index = 0; index < alert.conditions.length; index++) {
    if (alert.conditions[index]?.paramId === paramId && on > (conditions[index]?.seenOn ?? 0)) return true
  }
  return false
}

/** How a condition stands after a reading. One that comes late may be as old as a silence or a hold: then time has done its part already. */
function withFact(draft: Draft, condition: Condition, state: ConditionState, fact: ReadingFact): ConditionState {
  if (condition.paramId !== fact.paramId || fact.on <= state.seenOn) return state
  return afterTime(draft, condition, afterReading(draft, condition, state, fact))
}

/** Returns the conditions after all these readings and the elapsed time, without storing them in the draft. */
export const afterReadings = (draft: Draft, facts: readonly ReadingFact[]): ConditionState[] =>
  draft.alert.conditions.flatMap((condition, index) => {
    const state = draft.conditions[index]
    if (!state) return []
    // Elapsed time takes effect before these readings.
    const due = afterTime(draft, condition, state)
    return [facts.reduce((last, fact) => withFact(draft, condition, last, fact), due)]
  })

export function takeReading(draft: Draft, fact: ReadingFact): void {
  for (let index = 0; index < draft.alert.conditions.length; index++) {
    const condition = draft.alert.conditions[index]
    const state = draft.conditions[index]
    if (!condition || !state || condition.paramId !== fact.paramId || fact.on <= state.seenOn) continue
    // It may be what the alert waited for, and puts off when its value is too old.
    if (isOpen(draft.occurrence) || oldOnAt(draft, index) <= draft.on) draft.nextOn = null
    putCondition(draft, index, condition, withFact(draft, condition, state, fact))
  }
}

/** An outage silences no alert of the network's devices. What they remember of it is for those who send messages. */
export function takeNet(draft: Draft, fact: NetFact): void {
  const { netId, on, isConnected } = fact
  takeParent(draft, -netId, !isConnected)
  draft.nets = { ...draft.nets, [netId]: { on, isConnected } }
  draft.nextOn = null
  draft.isWorthStoring = true
  for (const [index, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[index]
    if (!state || condition.kind !== 'net-down' || condition.value !== netId) continue
    const next = judged({ ...state, seenOn: on }, !isConnected, on, condition.holdSec * 1000)
    putCondition(draft, index, condition, afterTime(draft, condition, next))
  }
}

/** An alert that this one depends on fired or resolved: messages may have to wait, or no longer. */
export function takeParent(draft: Draft, id: number, isActive: boolean): void {
  const { parents = {}, occurrence, on } = draft
  if (!draft.alert.dependsOn.some((one) => one.id === id) || (parents[id]?.isActive ?? false) === isActive) return
  draft.parents = { ...parents, [id]: { on, isActive } }
  draft.nextOn = null
  draft.isWorthStoring = true
  if (occurrence && occurrence.mutedTill !== null) changeOccurrence(draft, occurrence, { mutedTill: on })
}
