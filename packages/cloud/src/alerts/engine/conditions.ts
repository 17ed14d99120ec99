import type { Condition, ConditionState, JudgedAlert, NetFact, ReadingFact, ReadValue } from '../alert.ts'
import { type Draft, putCondition } from './draft.ts'
import { withReading } from './extremes.ts'
import { netIdOf } from './quiet.rules.ts'
import { isMetBy } from './verdict.rules.ts'

/** A poll that began before may still be on its way: so long is waited for it before time alone decides. */
const onItsWayMs = 10_000

/** The one reason that is the network's and not the device's. */
const netReason = 'NoConnection'

const never = Number.POSITIVE_INFINITY

/** Silence is called so when it has lasted, and after there was time for one poll since it could be read again. */
export const graceMs = (alert: JudgedAlert, { paramId }: Condition): number =>
  (alert.params.get(paramId)?.periodSec ?? 0) * 1000 + onItsWayMs

const isOfSilence = ({ kind }: Condition): boolean => kind === 'reading-error' || kind === 'no-data'

/** Whether its network is down, and says so itself. */
const isHeldBack = ({ alert, nets }: Draft, condition: Condition): boolean =>
  alert.isOutageHeldBack && isOfSilence(condition) && nets[netIdOf(alert, condition) ?? 0]?.isConnected === false

/** When time alone makes a condition count; infinite where it does not. */
export function triggerOn(draft: Draft, condition: Condition, state: ConditionState): number {
  const { kind, value, holdSec } = condition
  if (state.isTriggered) return never
  if (kind === 'no-data') {
    if (isHeldBack(draft, condition)) return never
    return Math.max(state.goodOn + (value + holdSec) * 1000 + onItsWayMs, state.graceTill)
  }
  if (state.sinceOn === null) return never
  if (kind === 'net-down') return state.sinceOn + holdSec * 1000
  return state.isFresh ? state.sinceOn + holdSec * 1000 + onItsWayMs : never
}

/** As it stands when time has done its part. */
function ripened(draft: Draft, condition: Condition, state: ConditionState): ConditionState {
  if (triggerOn(draft, condition, state) > draft.on) return state
  const sinceOn = condition.kind === 'no-data' ? state.goodOn + condition.value * 1000 : state.sinceOn
  return { ...state, sinceOn, isTriggered: true }
}

/** Makes those count whose time has come. */
export function triggerDue(draft: Draft): void {
  for (const [place, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[place]
    if (state) putCondition(draft, place, condition, ripened(draft, condition, state))
  }
}

/** As it stands after it was, or was not, so at `on`. */
function judged(state: ConditionState, isSo: boolean, on: number, holdMs: number): ConditionState {
  const sinceOn = isSo ? (state.sinceOn ?? on) : null
  const isTriggered = sinceOn !== null && (state.isTriggered || on >= sinceOn + holdMs)
  const isSame = sinceOn === state.sinceOn && isTriggered === state.isTriggered
  return isSame ? state : { ...state, sinceOn, isTriggered }
}

function afterChange(condition: Condition, state: ConditionState, on: number, value: ReadValue): ConditionState {
  const spanMs = condition.holdSec * 1000
  const highs = withReading(state.highs ?? [], 1, on, value, spanMs)
  const lows = withReading(state.lows ?? [], -1, on, value, spanMs)
  const isSo = isMetBy(condition, highs[1] ?? value, state.isTriggered, lows[1] ?? value)
  return judged({ ...state, highs, lows }, isSo, on, 0)
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
  if (kind === 'no-data') return isGood ? judged(seen, false, on, 0) : seen
  if (kind === 'reading-error') {
    const isOfNet = draft.alert.isOutageHeldBack && reason === netReason
    if (!isGood && (isOfNet || isHeldBack(draft, condition)))
      return seen.isTriggered ? seen : judged(seen, false, on, 0)
    return judged(seen, !isGood, on, holdSec * 1000)
  }
  if (value === null) return seen
  if (kind === 'change-over') return afterChange(condition, seen, on, value)
  return judged(seen, isMetBy(condition, value, state.sinceOn !== null), on, holdSec * 1000)
}

/** Whether there is a condition for which this reading is news. */
export function isNews({ alert, conditions }: Draft, { paramId, on }: ReadingFact): boolean {
  for (let place = 0; place < alert.conditions.length; place++) {
    if (alert.conditions[place]?.paramId === paramId && on > (conditions[place]?.seenOn ?? 0)) return true
  }
  return false
}

/** One that comes late may be as old as a silence or a hold: then time has done its part already. */
export function takeReading(draft: Draft, fact: ReadingFact): void {
  for (let place = 0; place < draft.alert.conditions.length; place++) {
    const condition = draft.alert.conditions[place]
    const state = draft.conditions[place]
    if (!condition || !state || condition.paramId !== fact.paramId || fact.on <= state.seenOn) continue
    putCondition(draft, place, condition, ripened(draft, condition, afterReading(draft, condition, state, fact)))
  }
}

function afterNet(
  draft: Draft,
  condition: Condition,
  state: ConditionState,
  { on, isConnected }: NetFact,
): ConditionState {
  const { kind } = condition
  if (kind === 'net-down') return judged({ ...state, seenOn: on }, !isConnected, on, condition.holdSec * 1000)
  if (kind === 'no-data' && isConnected) return { ...state, graceTill: draft.on + graceMs(draft.alert, condition) }
  // What was about to count is the network's affair now.
  const isPending = kind === 'reading-error' && state.sinceOn !== null && !state.isTriggered
  return isPending && isHeldBack(draft, condition) ? { ...state, sinceOn: null } : state
}

export function takeNet(draft: Draft, fact: NetFact): void {
  const { netId, on, isConnected } = fact
  draft.nets = { ...draft.nets, [netId]: { on, isConnected } }
  draft.nextOn = null
  draft.isWorthStoring = true
  for (const [place, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[place]
    if (!state || netIdOf(draft.alert, condition) !== netId) continue
    putCondition(draft, place, condition, ripened(draft, condition, afterNet(draft, condition, state, fact)))
  }
}
