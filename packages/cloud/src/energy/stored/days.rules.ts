import { at } from '@busbar/kit'
import type { Decimal } from '@busbar/modbus/decimal'
import type { Readings } from '@busbar/series'
import { CounterWalk } from '../counters/counter.rules.ts'
import { bookLegs, type CountedSegments, isUnbooked, legTimes, type SetAsideStep } from '../counters/counter-book.ts'
import type { Meter } from '../counters/meter.rules.ts'
import { numberAt } from '../number-at.ts'
import type { StepJudge } from '../usage-baseline.rules.ts'
import { dayMs, holdReadings, quarterMs, quartersPerDay } from './hold.rules.ts'
import type { EnergyStep } from './packed.ts'

/** A reading that the days after it are worked out from. */
export interface Anchor {
  on: number
  value: number
}

/** A UTC day of a series, worked out. */
export interface ComputedDay {
  /** Since 1970. */
  day: number
  steps: EnergyStep[]
  start: Anchor | null
  end: Anchor | null
  /** Is there anything in it? */
  isKnown: boolean
  setAside: SetAsideStep[]
}

export interface SeriesFacts {
  kind: 'energy' | 'power'
  meter: Meter
  holdMs: number
  /** Evaluates steps by the counter's history; null where it does not matter. */
  stepJudge: StepJudge | null
}

/** The digits of readings at these times, where a double does not hold them. */
export type DigitsOf = (times: readonly number[]) => Promise<ReadonlyMap<number, string>>

/**
 * Works out days that follow each other. `readings` are all from `start` to some hours after the last day; `start` is the reading that the
 * day before ended with. Working out one day after the other comes to the same as all at once.
 */
export const computeDays = async (
  { kind, meter, holdMs, stepJudge }: SeriesFacts,
  readings: Readings,
  start: Anchor | null,
  firstDay: number,
  dayCount: number,
  now: number,
  digitsOf: DigitsOf,
): Promise<ComputedDay[]> => {
  const from = firstDay * dayMs
  const quarterCount = dayCount * quartersPerDay
  const ends: (Anchor | undefined)[] = []
  const onAnchor = (on: number, value: number): void => {
    const index = Math.floor(on / dayMs) - firstDay
    if (index >= 0) ends[index] = { on, value }
  }
  const { amounts, coveredMs, setAside } =
    kind === 'power'
      ? holdPower(meter, readings, from, quarterCount, holdMs, now, onAnchor)
      : await countEnergy(meter, stepJudge, readings, from, quarterCount, holdMs, now, onAnchor, digitsOf)
  const asides = Map.groupBy(setAside, ({ on }) => Math.floor(on / dayMs))
  const days: ComputedDay[] = []
  for (let place = 0, before = start; place < dayCount; place += 1) {
    const steps = Array.from({ length: quartersPerDay }, (_, quarter): EnergyStep => {
      const index = place * quartersPerDay + quarter
      return { amount: at(amounts, index), coverage: at(coveredMs, index) / quarterMs }
    })
    const end = ends[place] ?? before
    const asideSteps = asides.get(firstDay + place) ?? []
    const hasStep = steps.some(({ amount, coverage }) => amount !== null || coverage > 0)
    const isKnown = ends[place] !== undefined || asideSteps.length > 0 || hasStep
    days.push({ day: firstDay + place, steps, start: before, end, isKnown, setAside: asideSteps })
    before = end
  }
  return days
}

interface QuarterHours {
  amounts: readonly (Decimal | null)[]
  coveredMs: Float64Array
  setAside: readonly SetAsideStep[]
}

/** Power holds from one reading to the next. */
const holdPower = (
  { allOnes }: Meter,
  all: Readings,
  from: number,
  quarterCount: number,
  holdMs: number,
  now: number,
  onAnchor: (on: number, value: number) => void,
): QuarterHours => {
  const isGood = (value: number): boolean => value !== allOnes
  const readings = all.values.every(isGood) ? all : only(all, (index) => isGood(numberAt(all.values, index)))
  for (const [index, on] of readings.times.entries()) onAnchor(on, numberAt(readings.values, index))
  const { coveredMs, products } = holdReadings(readings, from, quarterCount, holdMs, now)
  return { amounts: products, coveredMs, setAside: [] }
}

/** Good readings hold; but a quarter-hour has not its own energy alone when it ends a gap, nor all of it when a step was not booked. */
const countEnergy = async (
  meter: Meter,
  stepJudge: StepJudge | null,
  readings: Readings,
  from: number,
  quarterCount: number,
  holdMs: number,
  now: number,
  onAnchor: (on: number, value: number) => void,
  digitsOf: DigitsOf,
): Promise<QuarterHours> => {
  const edges = Array.from({ length: quarterCount + 1 }, (_, index) => from + index * quarterMs)
  const goodOn: number[] = []
  const gapEnds: number[] = []
  const noteGood = (on: number, value: number, sinceMs: number): void => {
    goodOn.push(on)
    if (sinceMs > holdMs) gapEnds.push(on)
    onAnchor(on, value)
  }
  const walk = new CounterWalk(edges, meter, noteGood, stepJudge)
  walk.feed(readings)
  const counted: CountedSegments = walk.close()
  if (counted.legs.length > 0) bookLegs(counted, await digitsOf(legTimes(counted)))
  const { coveredMs } = holdReadings(
    { times: Float64Array.from(goodOn), values: new Float64Array(goodOn.length) },
    from,
    quarterCount,
    holdMs,
    now,
  )
  const uncover = (since: number, on: number): void => {
    const first = Math.max(Math.floor((since - from) / quarterMs), 0)
    coveredMs.fill(0, first, Math.max(Math.floor((on - from) / quarterMs) + 1, first))
  }
  for (const on of gapEnds) uncover(on, on)
  for (const one of counted.setAside) if (isUnbooked(one)) uncover(one.since, one.on)
  return { amounts: counted.amounts, coveredMs, setAside: counted.setAside }
}

const only = ({ times, values }: Readings, isWanted: (index: number) => boolean): Readings => ({
  times: times.filter((_, index) => isWanted(index)),
  values: values.filter((_, index) => isWanted(index)),
})
