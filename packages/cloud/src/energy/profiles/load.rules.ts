import { at } from '@busbar/kit'
import { isoTime } from '../../fields/iso-time.ts'
import { figureOf } from '../figures.ts'
import type { Tally } from '../stored/tally.ts'
import type { Load } from './profiles.contract.ts'

const quartersPerHour = 4
const nightQuartersMin = 8
const percents = 100

/** What is counted by the hour: kWh come as kW, anything else as so much an hour. */
export const powerUnit = (unit: string | null): string | null => {
  if (unit === null || unit === '') return null
  return /^[kMGT]?(Wh|varh|VAh)$/.test(unit) ? unit.slice(0, -1) : `${unit}/h`
}

/** How the power of quarter-hours is spread. Those that were not read all the time are left out: a gap's end has the amount of the whole gap. */
export const loadOf = (
  tally: Tally | null,
  edges: readonly number[],
  isNight: readonly boolean[],
): Pick<Load, 'quarters' | 'known' | 'peak' | 'standby' | 'duration'> => {
  const quarters = Math.max(0, edges.length - 1)
  const powers = tally === null ? [] : powersOf(tally, edges, isNight)
  // The first of equals.
  const sorted = powers.toSorted((a, b) => b.power - a.power || a.on - b.on)
  const [highest] = sorted
  const nights = sorted.filter((one) => one.isNight)
  return {
    quarters,
    known: powers.length,
    peak: highest === undefined ? null : { on: isoTime(highest.on), power: highest.power },
    standby: nights.length < nightQuartersMin ? null : at(nights, Math.floor(nights.length / 2)).power,
    duration:
      sorted.length === 0
        ? []
        : Array.from({ length: percents + 1 }, (_, percent) => {
            const index = Math.min(sorted.length - 1, Math.floor((percent / percents) * sorted.length))
            return at(sorted, index).power
          }),
  }
}

interface QuarterPower {
  on: number
  power: number
  isNight: boolean
}

const powersOf = (tally: Tally, edges: readonly number[], isNight: readonly boolean[]): QuarterPower[] =>
  edges.slice(0, -1).flatMap((on, index) => {
    const energy = tally.isCovered(index, 1) ? figureOf(tally.energy.at(index)) : null
    return energy === null ? [] : [{ on, power: energy * quartersPerHour, isNight: at(isNight, index) }]
  })
