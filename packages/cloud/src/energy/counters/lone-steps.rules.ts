import { at } from '@busbar/kit'
import type { Point } from '@busbar/readings/history'
import type { Readings } from '@busbar/series'
import { type Hour, hoursOf, noHours } from '../hours.rules.ts'
import { type StepJudge, UsageBaseline } from '../usage-baseline.rules.ts'
import type { Meter } from './meter.rules.ts'

const hourMs = 3_600_000

// A month of history is dear. No step is unusual that is not alone among the hours around it, and those are at hand.

/** Finds out while a counter is walked whether its history is needed. `till` is where the readings end. */
export class HistoryProbe implements StepJudge {
  readonly #near: UsageBaseline
  isNeeded = false

  constructor(readings: Readings, till: number, meter: Meter) {
    const hours = hoursOf(noHours, readings).filter(({ on }) => on + hourMs <= till + 1)
    this.#near = new UsageBaseline(hours, meter)
  }

  isUnusual(since: number, on: number, rise: number): boolean {
    this.isNeeded ||= this.#near.isAlone(since, on, rise)
    return false
  }
}

/** May there be a lone step between the first edge and the last? An hour that does not only rise may hide one. */
export const mayHaveLoneStep = (
  start: Point,
  hours: readonly Hour[],
  edges: readonly number[],
  meter: Meter,
): boolean => {
  const near = new UsageBaseline(hours, meter)
  const [from, till] = [at(edges, 0), at(edges, edges.length - 1)]
  return hours.some((hour, index) => {
    if (hour.lastOn < from || hour.firstOn >= till) return false
    if (hour.known === 'parts' || !hour.isRising || near.isAlone(hour.firstOn, hour.lastOn, hour.last - hour.first))
      return true
    const last = hours[index - 1]
    const before = last === undefined ? start : { on: last.lastOn, value: last.last }
    if (before === null) return false
    return (
      hour.first < before.value ||
      last?.known === 'parts' ||
      near.isAlone(before.on, hour.firstOn, hour.first - before.value)
    )
  })
}
