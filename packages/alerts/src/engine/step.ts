import { type JudgedAlert } from '../alert.ts'
import {
  type AlertState,
  type EndKind,
  type EvaluationTime,
  type Fact,
  stateVersion,
  type Transition,
} from '../alert-state.ts'
import { openEnd } from '../holds.ts'
import { withSeen } from './additions.ts'
import { isNews, takeNet, takeParent, takeReading, triggerDue, triggerOn } from './conditions.ts'
import { type Draft, isOpen } from './draft.ts'
import { edit } from './edit.ts'
import { netIdOf } from './hold.rules.ts'
import { close, confirm, dropRest, occurrenceDue, occurrenceOn, update } from './occurrence.ts'
import { keepTime } from './time-shift.ts'

/** A reading that is this far ahead is from before the clock was set back: it says nothing. */
const aheadMaxMs = 60_000

const never = Number.POSITIVE_INFINITY

/** State of an alert before its first evaluation. */
export const newState = ({ revision }: JudgedAlert, { on, aheadMs, runOn }: EvaluationTime): AlertState => ({
  version: stateVersion,
  // Differs from the alert's, so that the first step takes up its conditions.
  revision: revision - 1,
  on,
  aheadMs,
  runOn,
  freshFrom: Math.min(runOn, on),
  conditions: [],
  nets: {},
  parents: {},
  episode: null,
  wakeOn: null,
})

const draftOf = (alert: JudgedAlert, state: AlertState): Draft => ({
  alert,
  on: state.on,
  aheadMs: state.aheadMs,
  runOn: state.runOn,
  freshFrom: state.freshFrom,
  conditions: state.conditions,
  nets: state.nets,
  parents: state.parents ?? {},
  occurrence: withSeen(alert, state),
  flap: state.flap ?? null,
  nextOn: state.wakeOn ?? never,
  effects: [],
  shifted: null,
  isWorthStoring: false,
})

function nextOn(draft: Draft): number {
  if (draft.nextOn !== null) return draft.nextOn
  const { conditions } = draft.alert
  let on = occurrenceOn(draft)
  for (let index = 0; index < conditions.length; index++) {
    const condition = conditions[index]
    const state = draft.conditions[index]
    if (condition && state) on = Math.min(on, triggerOn(condition, state))
  }
  draft.nextOn = on
  return on
}

/** Executes everything that is due. */
function pass(draft: Draft): void {
  triggerDue(draft)
  update(draft)
  occurrenceDue(draft)
}

/** Lets time pass: what comes due on the way happens in its order, each at its own time. */
function advance(draft: Draft, till: number): void {
  for (let on = nextOn(draft); on <= till; on = nextOn(draft)) {
    draft.on = Math.max(draft.on, on)
    draft.nextOn = null
    pass(draft)
  }
}

const isAboutNet = (alert: JudgedAlert, netId: number): boolean =>
  alert.conditions.some((condition) => netIdOf(alert, condition) === netId) ||
  alert.dependsOn.some(({ id }) => id === -netId)

function isOfInterest(draft: Draft, fact: Fact, now: EvaluationTime): boolean {
  switch (fact.kind) {
    case 'reading':
      return fact.on <= now.on + aheadMaxMs && isNews(draft, fact)
    case 'net':
      if (fact.on <= (draft.nets[fact.netId]?.on ?? 0)) return false
      return isAboutNet(draft.alert, fact.netId)
    case 'parent':
      return (draft.parents?.[fact.alertId]?.isActive ?? false) !== fact.isActive
    case 'confirm':
      return true
  }
}

function take(draft: Draft, fact: Fact, now: EvaluationTime): void {
  if (!isOfInterest(draft, fact, now)) return
  const on = fact.kind === 'reading' ? fact.on : Math.min(fact.on, now.on)
  const till = Math.max(draft.on, on)
  advance(draft, till)
  draft.on = till
  if (fact.kind === 'reading') takeReading(draft, fact)
  else if (fact.kind === 'net') takeNet(draft, { ...fact, on })
  else if (fact.kind === 'parent') takeParent(draft, fact.alertId, fact.isActive)
  else confirm(draft, { ...fact, on })
  // No relevant change.
  if (draft.nextOn !== null) return
  pass(draft)
  advance(draft, draft.on)
}

const inOrder = (facts: readonly Fact[]): readonly Fact[] =>
  facts.length < 2 ? facts : facts.toSorted((one, other) => one.on - other.on)

function stepOf(draft: Draft, old: AlertState, revision: number): Transition {
  const {
    on,
    aheadMs,
    runOn,
    freshFrom,
    conditions,
    nets,
    parents = {},
    occurrence,
    flap,
    effects,
    shifted,
    isWorthStoring,
  } = draft
  const isSame = on === old.on && conditions === old.conditions && runOn === old.runOn && aheadMs === old.aheadMs
  if (isSame && !isWorthStoring) return { state: old, effects, shifted, isWorthStoring }
  const next = nextOn(draft)
  const wakeOn = next >= openEnd ? null : next
  const core = { version: stateVersion, revision, on, aheadMs, runOn, freshFrom } as const
  return {
    state: { ...core, conditions, nets, parents, episode: occurrence, wakeOn, ...(flap && { flap }) },
    effects,
    shifted,
    isWorthStoring,
  }
}

/**
 * Judges an alert: what became of it by these facts, and by the time that passed. Facts that were judged already, or are older than one
 * that was, change nothing. With no facts it is a tick of the timer, and an alert that was edited is taken up again; with that, and in a
 * step of their own after each start of the service, hand in the last good reading of each parameter, and a failure after it.
 */
export function step(alert: JudgedAlert, state: AlertState, facts: readonly Fact[], now: EvaluationTime): Transition {
  if (!alert.isEnabled) return end(alert, state, now, 'disabled')
  const draft = draftOf(alert, state)
  keepTime(draft, now)
  const ordered = inOrder(facts)
  if (state.revision !== alert.revision) {
    edit(
      draft,
      now.on,
      ordered.filter((fact) => fact.kind === 'reading'),
    )
    pass(draft)
  }
  for (const fact of ordered) take(draft, fact, now)
  advance(draft, Math.max(draft.on, now.on))
  return stepOf(draft, state, alert.revision)
}

/** The alert is judged no more. Nothing is sent about that; when it is enabled again, it begins with nothing. */
export function end(alert: JudgedAlert, state: AlertState, now: EvaluationTime, how: EndKind): Transition {
  if (state.conditions.length === 0 && !isOpen(state.episode))
    return { state, effects: [], shifted: null, isWorthStoring: false }
  const draft = draftOf(alert, state)
  keepTime(draft, now)
  draft.on = Math.max(draft.on, now.on)
  draft.conditions = []
  draft.nets = {}
  draft.parents = {}
  draft.flap = null
  draft.nextOn = null
  draft.isWorthStoring = true
  if (isOpen(draft.occurrence)) close(draft, draft.occurrence, how)
  if (draft.occurrence) dropRest(draft, draft.occurrence)
  if (draft.occurrence) draft.occurrence = { ...draft.occurrence, dues: {} }
  return stepOf(draft, state, alert.revision)
}
