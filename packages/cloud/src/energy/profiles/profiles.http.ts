import { type Handlers, Refusal } from '@busbar/wire/server'
import { isoTime } from '../../fields/iso-time.ts'
import type { Call } from '../../start/service.ts'
import { segmentStart } from '../calendar.ts'
import { figureOf } from '../figures.ts'
import { slowSeries } from '../stored/figures.sql.ts'
import { dayMs, quarterMs } from '../stored/hold.rules.ts'
import { quarterSteps, stepsOf, wholeSegments } from '../stored/steps.ts'
import type { Tally } from '../stored/tally.ts'
import { readTallies } from '../tree-energy/read-tallies.ts'
import { branchesAt, readConversion, readUnits, spanOf, storedTree } from '../trees/stored-tree.ts'
import { byId, targetsOf } from '../trees/tree.rules.ts'
import type { StoredTree } from '../trees/trees.sql.ts'
import { loadOf, powerUnit } from './load.rules.ts'
import type { Profile, treeProfiles } from './profiles.contract.ts'

const loadDaysMax = 370
const quarterSec = quarterMs / 1000

export const treeProfilesHandlers: Handlers<typeof treeProfiles, Call> = {
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
  const each = <T>(valueAt: (at: number, quarterCount: number) => T): T[] =>
    Array.from(quarterCounts, (quarterCount, at) => valueAt(at, quarterCount))
  return {
    branchId: id,
    unit,
    energy: each((at) => figureOf(tally.energy.at(at))),
    ...(tally.metered !== null && {
      metered: each((at) => figureOf(tally.metered?.at(at) ?? null)),
      unmetered: each((at, quarterCount) => figureOf(tally.unmeteredAt(at, quarterCount))),
    }),
    coverage: each((at, quarterCount) => Math.floor(tally.coverageOf(at, quarterCount) * 1e6) / 1e6),
  }
}

/** Whole quarter-hours of a span. */
const quartersOf = (from: number, till: number): number[] => {
  const [first, last] = [Math.ceil(from / quarterMs), Math.floor(till / quarterMs)]
  if ((last - first) * quarterMs > loadDaysMax * dayMs) {
    throw new Refusal('IncorrectRequest', `The span is longer than ${loadDaysMax} days.`)
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * quarterMs)
}

/** Branches whose energy is made of a counter that is read less often: its rises are in the quarter-hours of its readings alone. */
const branchesReadSlowly = async ({ db, orgId }: Call, tree: StoredTree): Promise<Set<string | null>> => {
  const slow = await slowSeries(db.sql, orgId, [...new Set(tree.sensors.map(({ seriesId }) => seriesId))], quarterSec)
  const all = byId(tree.branches)
  const mains = new Set(tree.sensors.filter(({ isMain }) => isMain).map(({ branchId }) => branchId))
  const targets = tree.sensors
    .filter(({ seriesId }) => slow.has(seriesId))
    .flatMap((sensor) => targetsOf(sensor, all, mains).filter(({ isSource }) => isSource))
  return new Set(targets.map(({ branchId }) => branchId))
}

/** Of each quarter-hour whether it is one of the five hours after a midnight of the place. */
const nightsOf = (timeZone: string, edges: readonly number[]): boolean[] => {
  const nightMs = 5 * 3_600_000
  let midnight = edges[0] === undefined ? 0 : segmentStart(timeZone, 'day', edges[0])
  return edges.slice(0, -1).map((on) => {
    // A day of a place may be as short as 22 hours.
    if (on - midnight >= 22 * 3_600_000) midnight = segmentStart(timeZone, 'day', on)
    return on - midnight < nightMs
  })
}
