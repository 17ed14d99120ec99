import { CounterWalk, type Meter } from '../../../energy/counter.rules.ts'
import type { Readings } from '../../../readings/readings.ts'
import { dayMs, holdReadings, quarterMs, quartersPerDay } from './held.rules.ts'
import type { Step } from './packed.ts'

/** A reading that the days after it are worked out from. */
export interface Anchor {
  on: number
  value: number
}

/** A UTC day of a series, worked out. */
export interface WorkedDay {
  /** Since 1970. */
  day: number
  steps: Step[]
  start: Anchor | null
  end: Anchor | null
  /** Is there anything in it? */
  isKnown: boolean
}

export interface SeriesFacts {
  kind: 'energy' | 'power'
  meter: Meter
  holdMs: number
}

/**
 * Works out days that follow each other. `readings` are all from `start` to an hour after the last day; `start` is the reading that the day
 * before ended with. Working out one day after the other comes to the same as all at once.
 */
export const workOut = (
  facts: SeriesFacts,
  readings: Readings,
  start: Anchor | null,
  firstDay: number,
  dayCount: number,
  now: number,
): WorkedDay[] => {
  const from = firstDay * dayMs
  const quarterCount = dayCount * quartersPerDay
  const { coveredMs, products } = holdReadings(readings, from, quarterCount, facts.holdMs, now)
  const ends: (Anchor | undefined)[] = []
  const wentOn = (on: number, value: number): void => {
    const at = Math.floor(on / dayMs) - firstDay
    if (at >= 0) ends[at] = { on, value }
  }
  const amounts = facts.kind === 'power' ? products : countQuarters(facts.meter, readings, from, quarterCount, wentOn)
  if (facts.kind === 'power') for (const [at, on] of readings.times.entries()) wentOn(on, readings.values[at] ?? 0)
  const days: WorkedDay[] = []
  for (let at = 0, before = start; at < dayCount; at += 1) {
    const steps = Array.from({ length: quartersPerDay }, (_, quarter): Step => {
      const place = at * quartersPerDay + quarter
      return { amount: amounts[place] ?? null, isCovered: coveredMs[place] === quarterMs }
    })
    const end = ends[at] ?? before
    const isKnown = ends[at] !== undefined || steps.some(({ amount, isCovered }) => amount !== null || isCovered)
    days.push({ day: firstDay + at, steps, start: before, end, isKnown })
    before = end
  }
  return days
}

const countQuarters = (
  meter: Meter,
  readings: Readings,
  from: number,
  quarterCount: number,
  wentOn: (on: number, value: number) => void,
) => {
  const edges = Array.from({ length: quarterCount + 1 }, (_, at) => from + at * quarterMs)
  const walk = new CounterWalk(edges, meter, wentOn)
  walk.feed(readings)
  return walk.close().amounts
}
