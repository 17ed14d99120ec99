import type { Condition, ConditionState, JudgedAlert, QuietReason, QuietTimes } from '../alert.ts'
import { activeFrom, isActiveAt } from './active-hours.rules.ts'

export interface Quiet {
  why: QuietReason
  /** When to look again; later than now. */
  till: number
}

/** Windows that follow each other are looked through up to so many; then it is looked again at the end of the last. */
const looksMax = 100

function quietBy({ windows, activeHours }: QuietTimes, on: number): Quiet | null {
  for (const { from, till } of windows) if (from <= on && on < till) return { why: 'maintenance', till }
  if (!activeHours || isActiveAt(activeHours, on)) return null
  return { why: 'hours', till: activeFrom(activeHours, on) }
}

/** Of the parameter's device, or the network that the condition itself is about. */
export const netIdOf = ({ params }: JudgedAlert, { kind, value, paramId }: Condition): number | undefined =>
  kind === 'net-down' ? value : params.get(paramId)?.netId

/** From when people may be told of a condition that counts now; `on` where they may at once. */
export function loudOn(alert: JudgedAlert, condition: Condition, on: number): number {
  const net = alert.nets.get(netIdOf(alert, condition) ?? 0)
  let loud = on
  for (let looks = 0; looks < looksMax; looks++) {
    const quiet = quietBy(alert, loud) ?? (net ? quietBy(net, loud) : null)
    if (quiet === null) return loud
    loud = quiet.till
  }
  return loud
}

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
