import type { Condition, Flapping, JudgedAlert, QuietTimes } from '../alert.ts'
import type { AlertState, ConditionState, FlapState } from '../alert-state.ts'
import { type CoveringWindow, type Hold, type HoldReason, openEnd } from '../holds.ts'
import { activeFrom, isActiveAt } from './active-hours.rules.ts'
import type { Draft } from './draft.ts'
import type { PlannedAction } from './items.rules.ts'
import { windowTill } from './maintenance.rules.ts'

type HoldFacts = Pick<Draft, 'conditions' | 'occurrence' | 'parents' | 'flap'>

/** A dependency is often detected a little later than the alert itself. */
const beginWaitMs = 30_000
/** And when it is well again, the alert needs a moment to be so too: the first polls, or a pump that starts. */
const endWaitMs = 60_000

/** Maximum number of consecutive times that one search covers; the next search starts at the end of the last. */
const iterationsMax = 100

const noAuthor = { reason: null, by: null }

export function mutedBy({ mute }: Pick<JudgedAlert, 'mute'>, on: number): Hold | null {
  if (mute === null || mute.till <= on) return null
  return { why: 'mute', till: mute.till, name: null, reason: mute.comment, by: mute.by }
}

/** In quiet times everything waits; for the other reasons messages do, and what is written to devices is no message. */
export const isHeldFor = (why: HoldReason, { isWrite, stage }: Pick<PlannedAction, 'isWrite' | 'stage'>): boolean => {
  // Requests for acknowledgement and actions of users do not repeat often, so flapping does not delay them.
  if (why === 'flapping') return !isWrite && (stage === 'active' || stage === 'resolved')
  return !isWrite || why === 'maintenance' || why === 'hours'
}

/** A moment in which it is only looked whether something else is the cause is not worth a word; of flapping the log says more. */
export const isSilent = ({ why, name }: { why: HoldReason; name: string | null }): boolean =>
  why === 'flapping' || (why === 'dependency' && name === null)

/** When an alert that flaps is steady, if nothing changes. */
export const steadyOn = ({ minutes }: Flapping, { changes, since }: FlapState): number =>
  (changes.at(-1) ?? since ?? 0) + minutes * 60_000

/** Flapping never delays critical alerts. */
function flappingBy({ flapping, logAs }: JudgedAlert, { flap }: HoldFacts, on: number): Hold | null {
  if (!flapping || logAs === 'critical' || flap?.since == null) return null
  const till = steadyOn(flapping, flap)
  return on < till ? { why: 'flapping', till, name: null, ...noAuthor } : null
}

function dependentBy({ dependsOn }: JudgedAlert, { occurrence, parents = {} }: HoldFacts, on: number): Hold | null {
  if (dependsOn.length === 0) return null
  const why = 'dependency'
  for (const { id, name } of dependsOn) {
    if (parents[id]?.isActive) return { why, till: openEnd, name, ...noAuthor, parentId: id }
  }
  for (const { id, name } of dependsOn) {
    const till = (parents[id]?.on ?? Number.NEGATIVE_INFINITY) + endWaitMs
    if (on < till) return { why, till, name, ...noAuthor }
  }
  const till = (occurrence?.startedOn ?? Number.NEGATIVE_INFINITY) + beginWaitMs
  return on < till ? { why, till, name: null, ...noAuthor } : null
}

/**
 * Why messages about an alert wait at `on`, and until when; null: they do not. All that sends messages about an alert asks here:
 * the engine, those who show how it stands, and escalation.
 */
export const holdAt = (alert: JudgedAlert, facts: HoldFacts, on: number): Hold | null =>
  mutedAt(alert, facts.conditions, on) ??
  mutedBy(alert, on) ??
  dependentBy(alert, facts, on) ??
  flappingBy(alert, facts, on)

/** The same of a state. */
export const holdOf = (alert: JudgedAlert, state: AlertState | null, on: number): Hold | null =>
  holdAt(alert, { conditions: [], ...state, occurrence: state?.episode ?? null, flap: state?.flap ?? null }, on)

/** Returns the time from which a triggered condition may be reported: `on` if now, infinite if unknown. */
export function sendableOn(alert: JudgedAlert, facts: HoldFacts, condition: Condition, on: number): number {
  let sendOn = on
  for (let iteration = 0; iteration < iterationsMax; iteration++) {
    const hold =
      mutedFor(alert, condition, sendOn) ??
      mutedBy(alert, sendOn) ??
      dependentBy(alert, facts, sendOn) ??
      flappingBy(alert, facts, sendOn)
    if (hold === null) return sendOn
    if (hold.till >= openEnd) return Number.POSITIVE_INFINITY
    sendOn = hold.till
  }
  return sendOn
}

const noDetails = { name: null, reason: null, by: null }

function mutedByTimes({ windows, activeHours }: QuietTimes, on: number): Hold | null {
  for (const { from, till } of windows) if (from <= on && on < till) return { why: 'maintenance', till, ...noDetails }
  if (!activeHours || isActiveAt(activeHours, on)) return null
  return { why: 'hours', till: activeFrom(activeHours, on), ...noDetails }
}

function plannedBy(windows: readonly CoveringWindow[], paramId: number | null, on: number): Hold | null {
  for (const window of windows) {
    const isCovered = paramId === null ? window.paramIds === null : window.paramIds?.includes(paramId)
    const till = isCovered ? windowTill(window, on) : null
    if (till !== null) return { why: 'maintenance', till, name: window.name, reason: window.reason, by: null }
  }
  return null
}

/** Network of the parameter's device, or the network that the condition itself monitors. */
export const netIdOf = ({ params }: JudgedAlert, { kind, value, paramId }: Condition): number | undefined =>
  kind === 'net-down' ? value : params.get(paramId)?.netId

/** Why no messages are sent about one condition that counts now, or null. */
function mutedFor(alert: JudgedAlert, condition: Condition, on: number): Hold | null {
  return ownMute(alert, on) ?? mutedAround(alert, condition, on)
}

const ownMute = (alert: JudgedAlert, on: number): Hold | null =>
  mutedByTimes(alert, on) ?? plannedBy(alert.maintenance, null, on)

/** Mute or maintenance of the condition's network or device. */
function mutedAround(alert: JudgedAlert, condition: Condition, on: number): Hold | null {
  const net = alert.nets.get(netIdOf(alert, condition) ?? 0)
  return (net && mutedByTimes(net, on)) ?? plannedBy(alert.maintenance, condition.paramId, on)
}

/**
 * Returns why no messages are sent, or null. If any condition is enough, all networks and devices of triggered
 * conditions must be muted; if all are needed, one muted condition mutes the alert.
 */
function mutedAt(alert: JudgedAlert, states: readonly ConditionState[], on: number): Hold | null {
  const { nets, maintenance } = alert
  const own = ownMute(alert, on)
  if (own || (nets.size === 0 && maintenance.length === 0)) return own
  const isTriggered = states.some((state) => state.isTriggered)
  let first: Hold | null = null
  for (const [place, condition] of alert.conditions.entries()) {
    if (isTriggered && !states[place]?.isTriggered) continue
    const quiet = mutedAround(alert, condition, on)
    if (quiet && alert.conditionLogic === 'all') return quiet
    if (!quiet && alert.conditionLogic === 'any') return null
    if (quiet && (!first || quiet.till < first.till)) first = quiet
  }
  return first
}
