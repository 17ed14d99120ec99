import { dayMs, hourMs, installedMs, zoneMs } from '../processes/clock.ts'
import { type Curve, integralAt, valueAt } from '../processes/curves.ts'

/** Power with its closed integral, so that a counter is exactly the energy under the power that is shown. */
export interface PowerFlow {
  /** W at an instant. */
  at(now: number): number
  /** Wh from the plant's first day to an instant. */
  to(now: number): number
}

export const none: PowerFlow = { at: () => 0, to: () => 0 }

export function curveFlow(curve: Curve): PowerFlow {
  const before = integralAt(curve, installedMs)
  return { at: (now) => valueAt(curve, now), to: (now) => integralAt(curve, now) - before }
}

export const sum = (...flows: readonly PowerFlow[]): PowerFlow => ({
  at: (now) => flows.reduce((total, flow) => total + flow.at(now), 0),
  to: (now) => flows.reduce((total, flow) => total + flow.to(now), 0),
})

export const scaled = (flow: PowerFlow, by: number): PowerFlow => ({
  at: (now) => by * flow.at(now),
  to: (now) => by * flow.to(now),
})

/**
 * The positive part of `mean` + `swing` x the height of the sun, a sine of the day that is above zero from six to six.
 */
export function tide(mean: number, swing: number): PowerFlow {
  const lift = swing < 0 ? Math.PI : 0
  const size = Math.abs(swing)
  const angleOf = (now: number): number => (2 * Math.PI * (now + zoneMs - dayMs / 4)) / dayMs + lift
  const rise = Math.asin(Math.min(1, Math.max(-1, -mean / size)))
  const fall = Math.PI - rise
  /** From where it rises above zero to an angle of the same turn. */
  const within = (angle: number): number => mean * (angle - rise) + size * (Math.cos(rise) - Math.cos(angle))
  const upTo = (now: number): number => {
    const turns = (angleOf(now) - rise) / (2 * Math.PI)
    const part = rise + 2 * Math.PI * (turns - Math.floor(turns))
    return ((Math.floor(turns) * within(fall) + within(Math.min(part, fall))) * dayMs) / hourMs / (2 * Math.PI)
  }
  const before = upTo(installedMs)
  return { at: (now) => Math.max(0, mean + size * Math.sin(angleOf(now))), to: (now) => upTo(now) - before }
}
