import { at } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import { isoTime } from '../../fields/iso-time.ts'
import { segmentStart } from '../calendar.ts'
import { figureOf } from '../figures.ts'
import type { EnergyCall, EnergyNeeds } from '../needs.ts'
import { slowSeries } from '../stored/figures.sql.ts'
import { dayMs, quarterMs } from '../stored/hold.rules.ts'
import { quarterSteps, stepsOf, wholeSegments } from '../stored/steps.ts'
import type { Tally } from '../stored/tally.ts'
import { readTallies } from '../tree-energy/read-tallies.ts'
import { branchesAt, readConversion, readUnits, spanOf, storedTree } from '../trees/stored-tree.ts'
import { byId, targetsOf } from '../trees/tree.rules.ts'
import type { StoredTree } from '../trees/trees.sql.ts'
import type { Load, Profile, treeProfiles } from './profiles.contract.ts'

const quartersPerHour = 4
const nightQuartersMin = 8
const percents = 100

/** Unit of an hourly amount: kW for kWh, otherwise the unit per hour. */
const powerUnit = (unit: string | null): string | null => {
  if (unit === null || unit === '') return null
  return /^[kMGT]?(Wh|varh|VAh)$/.test(unit) ? unit.slice(0, -1) : `${unit}/h`
}

/** How the power of quarter-hours is spread. Those that were not read all the time are left out: a gap's end has the amount of the whole gap. */
const loadOf = (
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

const loadDaysMax = 370
const quarterSec = quarterMs / 1000

export const treeProfilesHandlers: Handlers<typeof treeProfiles, EnergyNeeds> = {
  history: async (call, { treeId, cadence, branchId = null, levels, converted, ...span }) => {
    const tree = await storedTree(call, treeId)
    const branchIds = branchesAt(tree, branchId, levels)
    const { from, till } = spanOf(call, tree, span)
    const edges = wholeSegments(tree.timeZone, cadence, from, till)
    const steps = stepsOf(tree.timeZone, cadence, edges)
    const change = await readConversion(call, tree, converted)
    const { tallies, quarterCounts } = await readTallies(call, tree, branchIds, steps, edges, 'figures', change)
    const units = await readUnits(call, tree, change?.conversion)
    return {
      edges: edges.map(isoTime),
      branches: [...tallies].map(([id, tally]) => profileOf(id, units.get(id) ?? null, tally, quarterCounts)),
    }
  },

  load: async (call, { treeId, branchId = null, levels, converted, ...span }) => {
    const tree = await storedTree(call, treeId)
    const branchIds = branchesAt(tree, branchId, levels)
    const { from, till } = spanOf(call, tree, span)
    const edges = quartersOf(from, Math.min(till, call.now().getTime()))
    const steps = [quarterSteps(edges)]
    const change = await readConversion(call, tree, converted)
    const { tallies } = await readTallies(call, tree, branchIds, steps, edges, 'sources', change)
    const units = await readUnits(call, tree, change?.conversion)
    const slow = await branchesReadSlowly(call, tree)
    const isNight = nightsOf(tree.timeZone, edges)
    return {
      branches: [...tallies].map(([id, tally]) => ({
        branchId: id,
        unit: powerUnit(units.get(id) ?? null),
        isTooCoarse: slow.has(id),
        ...loadOf(slow.has(id) ? null : tally, edges, isNight),
      })),
    }
  },
}

const profileOf = (id: string | null, unit: string | null, tally: Tally, quarterCounts: Int32Array): Profile => {
  const each = <T>(valueAt: (index: number, quarterCount: number) => T): T[] =>
    Array.from(quarterCounts, (quarterCount, index) => valueAt(index, quarterCount))
  return {
    branchId: id,
    unit,
    energy: each((index) => figureOf(tally.energy.at(index))),
    ...(tally.metered !== null && {
      metered: each((index) => figureOf(tally.metered?.at(index) ?? null)),
      unmetered: each((index, quarterCount) => figureOf(tally.unmeteredAt(index, quarterCount))),
    }),
    coverage: each((index, quarterCount) => Math.floor(tally.coverageOf(index, quarterCount) * 1e6) / 1e6),
  }
}

/** Whole quarter-hours of a span. */
const quartersOf = (from: number, till: number): number[] => {
  const [first, last] = [Math.ceil(from / quarterMs), Math.floor(till / quarterMs)]
  if ((last - first) * quarterMs > loadDaysMax * dayMs) {
    throw new Refusal('IncorrectRequest', `The span is longer than ${loadDaysMax} days.`)
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * quarterMs)
}

/** Branches whose energy is made of a counter that is read less often: its rises are in the quarter-hours of its readings alone. */
const branchesReadSlowly = async (
  { db, orgId }: EnergyCall<'member'>,
  tree: StoredTree,
): Promise<Set<string | null>> => {
  const slow = await slowSeries(db.sql, orgId, [...new Set(tree.sensors.map(({ seriesId }) => seriesId))], quarterSec)
  const all = byId(tree.branches)
  const mains = new Set(tree.sensors.filter(({ isMain }) => isMain).map(({ branchId }) => branchId))
  const targets = tree.sensors
    .filter(({ seriesId }) => slow.has(seriesId))
    .flatMap((sensor) => targetsOf(sensor, all, mains).filter(({ isSource }) => isSource))
  return new Set(targets.map(({ branchId }) => branchId))
}

/** For each quarter-hour, true if it is in the five hours after a local midnight. */
const nightsOf = (timeZone: string, edges: readonly number[]): boolean[] => {
  const nightMs = 5 * 3_600_000
  let midnight = edges[0] === undefined ? 0 : segmentStart(timeZone, 'day', edges[0])
  return edges.slice(0, -1).map((on) => {
    // A day of a place may be as short as 22 hours.
    if (on - midnight >= 22 * 3_600_000) midnight = segmentStart(timeZone, 'day', on)
    return on - midnight < nightMs
  })
}
