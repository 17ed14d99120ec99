import type { Condition, ConditionState, JudgedAlert, QuietTimes } from '../alert.ts'
import type { CoveringWindow, Hold } from '../holds.ts'
import { activeFrom, isActiveAt } from './active-hours.rules.ts'
import { windowTill } from './maintenance.rules.ts'

const unnamed = { name: null, reason: null, by: null }

function quietBy({ windows, activeHours }: QuietTimes, on: number): Hold | null {
  for (const { from, till } of windows) if (from <= on && on < till) return { why: 'maintenance', till, ...unnamed }
  if (!activeHours || isActiveAt(activeHours, on)) return null
  return { why: 'hours', till: activeFrom(activeHours, on), ...unnamed }
}

function plannedBy(windows: readonly CoveringWindow[], paramId: number | null, on: number): Hold | null {
  for (const window of windows) {
    const isOf = paramId === null ? window.paramIds === null : window.paramIds?.includes(paramId)
    const till = isOf ? windowTill(window, on) : null
    if (till !== null) return { why: 'maintenance', till, name: window.name, reason: window.reason, by: null }
  }
  return null
}

/** Of the parameter's device, or the network that the condition itself is about. */
export const netIdOf = ({ params }: JudgedAlert, { kind, value, paramId }: Condition): number | undefined =>
  kind === 'net-down' ? value : params.get(paramId)?.netId

/** Why nobody is to be told of one condition that counts now, or null. */
export function quietFor(alert: JudgedAlert, condition: Condition, on: number): Hold | null {
  return ownQuiet(alert, on) ?? quietAround(alert, condition, on)
}

const ownQuiet = (alert: JudgedAlert, on: number): Hold | null =>
  quietBy(alert, on) ?? plannedBy(alert.maintenance, null, on)

/** By its network and its device. */
function quietAround(alert: JudgedAlert, condition: Condition, on: number): Hold | null {
  const net = alert.nets.get(netIdOf(alert, condition) ?? 0)
  return (net && quietBy(net, on)) ?? plannedBy(alert.maintenance, condition.paramId, on)
}

/**
 * Why nobody is to be told, or null. Networks and devices count as far as they have to do with it: where any condition is enough, those
 * whose conditions count now must all be quiet; where all are needed, one that is quiet leaves the whole in doubt.
 */
export function quietAt(alert: JudgedAlert, states: readonly ConditionState[], on: number): Hold | null {
  const { nets, maintenance } = alert
  const own = ownQuiet(alert, on)
  if (own || (nets.size === 0 && maintenance.length === 0)) return own
  const isTriggered = states.some((state) => state.isTriggered)
  let first: Hold | null = null
  for (const [place, condition] of alert.conditions.entries()) {
    if (isTriggered && !states[place]?.isTriggered) continue
    const quiet = quietAround(alert, condition, on)
    if (quiet && alert.conditionLogic === 'all') return quiet
    if (!quiet && alert.conditionLogic === 'any') return null
    if (quiet && (!first || quiet.till < first.till)) first = quiet
  }
  return first
}
