import { toNumber } from '@busbar/modbus/decimal'
import type { Point } from '@busbar/readings/history'
import type { Meter } from './counters/meter.rules.ts'
import { MeterLimit } from './counters/meter-limit.ts'
import { type Hour, startOf } from './hours.rules.ts'
import { returnMsOf } from './look-ahead.ts'
import type { UsageBaseline } from './usage-baseline.rules.ts'

const hourMs = 3_600_000

/**
 * For each hour, returns true if its bounds represent all its readings, so that its first and last reading give the
 * same amount. The hour must only rise, from the end of the hour before, by no more than the meter's limit and the
 * usual amount; the same must be true for all hours that may affect it, or that it may affect; and no edge may cut it.
 * `start` is the reading before the first hour.
 */
export const standIns = (
  start: Point,
  hours: readonly Hour[],
  edges: readonly number[],
  meter: Meter,
  baseline: UsageBaseline | null,
): boolean[] => {
  const limit = new MeterLimit(meter.maxPerHour)
  const zero = toNumber(meter.zero)
  const cut = new Set(edges.filter((edge) => edge % hourMs !== 0).map(startOf))
  const isSound = hours.map((hour, at) => {
    const before = hours[at - 1]
    const from = before === undefined ? start : { on: before.lastOn, value: before.last }
    // The last reading of an hour with partial data is not certain.
    if (before?.known === 'parts' || hour.known === 'parts') return false
    // A value of zero, or of all ones, may be no reading.
    const isFlat = hour.first === hour.last
    if (!isFlat && (hour.first === zero || hour.last === meter.allOnes)) return false
    if (from?.value === zero && hour.last !== zero) return false
    if (baseline?.mayBeUnusual(from?.on ?? hour.firstOn, hour.firstOn, hour.first - (from?.value ?? hour.first)))
      return false
    if (baseline?.mayBeUnusual(hour.firstOn, hour.lastOn, hour.last - hour.first)) return false
    return (
      hour.isRising &&
      limit.follows(hour.first, hour.firstOn, hour.last, hour.firstOn) &&
      (from === null || limit.follows(from.value, from.on, hour.first, hour.firstOn))
    )
  })
  const isDoubtful = nearTo(hours, isSound, returnMsOf(meter.periodMs) + hourMs)
  return hours.map((hour, at) => {
    // The very first reading stands for nothing that was counted; the second may.
    const isFirst = at === 0 && start === null
    return !isFirst && isDoubtful[at] !== true && hour.known === 'bounds' && !cut.has(hour.on)
  })
}

/**
 * The hours that are no further than this from one that is not sound, on either side. Nothing is decided while nothing is read: the first hour
 * after a gap is as doubtful as the last before it.
 */
const nearTo = (hours: readonly Hour[], isSound: readonly boolean[], ms: number): boolean[] => {
  const isNear = hours.map(() => false)
  let last = Number.NaN
  for (const [at, { on }] of hours.entries()) {
    const before = hours[at - 1]
    const isAfterGap = before !== undefined && on - before.on > hourMs
    if (!isSound[at] || (isAfterGap && isNear[at - 1])) last = on
    if (on - last <= ms) isNear[at] = true
  }
  last = Number.NaN
  for (const [at, { on }] of [...hours.entries()].toReversed()) {
    if (!isSound[at]) last = on
    if (last - on <= ms) isNear[at] = true
  }
  return isNear
}
