import type { Condition, ConditionState, JudgedAlert, QuietReason, QuietTimes } from '../alert.ts'
import { activeFrom, isActiveAt } from './active-hours.rules.ts'

interface Quiet {
  why: QuietReason
  /** When to look again; later than now. */
  till: number
}

function quietBy({ windows, activeHours }: QuietTimes, on: number): Quiet | null {
  for (const { from, till } of windows) if (from <= on && on < till) return { why: 'maintenance', till }
  if (!activeHours || isActiveAt(activeHours, on)) return null
  return { why: 'hours', till: activeFrom(activeHours, on) }
}

/** Of the parameter's device, or the network that the condition itself is about. */
export const netIdOf = ({ params }: JudgedAlert, { kind, value, paramId }: Condition): number | undefined =>
  kind === 'net-down' ? value : params.get(paramId)?.netId

/**
 * Why nobody is to be told, or null. Networks count as far as they have to do with it: where any condition is enough, those whose
 * conditions count now must all be quiet; where all are needed, one quiet network leaves the whole in doubt.
 */
export function quietAt(alert: JudgedAlert, states: readonly ConditionState[], on: number): Quiet | null {
  const own = quietBy(alert, on)
  if (own || alert.nets.size === 0) return own
  const isTriggered = states.some((state) => state.isTriggered)
  let first: Quiet | null = null
  for (const [place, condition] of alert.conditions.entries()) {
    if (isTriggered && !states[place]?.isTriggered) continue
    const net = alert.nets.get(netIdOf(alert, condition) ?? 0)
    const quiet = net ? quietBy(net, on) : null
    if (quiet && alert.conditionLogic === 'all') return quiet
    if (!quiet && alert.conditionLogic === 'any') return null
    if (quiet && (!first || quiet.till < first.till)) first = quiet
  }
  return first
}
