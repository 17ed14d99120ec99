import { at, lookUp } from '@busbar/kit'
import { type Decimal, multiply } from '@busbar/modbus/decimal'
import { Refusal } from '@busbar/wire/server'
import { isoTime } from '../../fields/iso-time.ts'
import type { EnergyCall } from '../needs.ts'
import { unitsOfParams } from '../reports/reports.sql.ts'
import { storedAsides, storedTexts } from '../stored/figures.sql.ts'
import type { SegmentSteps } from '../stored/steps.ts'
import { addSensor, Tally } from '../stored/tally.ts'
import { type Conversion, stepsByPeriod } from '../trees/conversion.rules.ts'
import { byId, type Sensor, type Target, targetsOf } from '../trees/tree.rules.ts'
import { countedUnit, mixedBranches, unitsOfBranches } from '../trees/tree-units.rules.ts'
import type { StoredTree } from '../trees/trees.sql.ts'
import { unitFactor } from '../units.rules.ts'
import type { ShownAside } from './energy.contract.ts'

/** Figures of one answer. */
const figuresMax = 500_000
/** Days of quarter-hours that one chart reads: a month of a thousand sensors. */
const dayRowsMax = 40_000
const setAsideMax = 1000

const tooMuch = (): Refusal =>
  new Refusal('IncorrectRequest', 'That is too much for one answer: ask for fewer or longer segments.')

export interface TreeTallies {
  /** Tallies by branch; null is the whole tree. */
  tallies: Map<string | null, Tally>
  /** How many quarter-hours each segment has. */
  quarterCounts: Int32Array
  /** Branches without a sum because the units of their sensors differ and do not convert exactly, with these units. */
  mixedUnits: Map<string | null, string[]>
  /** In the counters that the branches are made of. */
  setAside: ShownAside[]
}

/** Which sensors are read: all; those that figures are made of; or those that the energy is made of. */
type SensorScope = 'all' | 'figures' | 'sources'

const isNeeded = ({ isSource, isBelowMain }: Target, scope: SensorScope): boolean =>
  scope === 'all' || isSource || (scope === 'figures' && isBelowMain)

/** Sensors that the tariff converts. */
export interface ConvertedSensors {
  conversion: Conversion
  /** Factors from the unit of each sensor to the unit that the tariff converts, by sensor. */
  factors: ReadonlyMap<string, Decimal>
}

/**
 * Returns the energy of branches in the segments that these steps belong to. Amounts are converted to the unit of the branch; those of units that
 * do not convert exactly have no sum.
 */
export const readTallies = async (
  { db, energy, orgId }: Pick<EnergyCall<'member'>, 'db' | 'energy' | 'orgId'>,
  tree: StoredTree,
  branchIds: readonly (string | null)[],
  steps: readonly SegmentSteps[],
  edges: readonly number[],
  scope: SensorScope = 'all',
  converted: ConvertedSensors | null = null,
): Promise<TreeTallies> => {
  const { timeZone, branches, sensors } = tree
  const segmentCount = steps[0]?.counts.length ?? 0
  if (branchIds.length * segmentCount > figuresMax) {
    throw tooMuch()
  }
  const mains = new Set(sensors.filter(({ isMain }) => isMain).map(({ branchId }) => branchId))
  const tallies = new Map(branchIds.map((id) => [id, new Tally(segmentCount, id !== null && mains.has(id))]))
  const branchesById = byId(branches)
  const sensorTargets = sensors.flatMap((sensor) => {
    const targets = targetsOf(sensor, branchesById, mains).flatMap((target) => {
      const tally = tallies.get(target.branchId)
      return tally === undefined || !isNeeded(target, scope) ? [] : [{ tally, ...target }]
    })
    return targets.length === 0 ? [] : [{ sensor, targets }]
  })
  const ids = [...new Set(sensorTargets.map(({ sensor }) => sensor.seriesId))]
  const dayRows = steps.reduce((sum, { of, rows }) => sum + (of === 'quarters' ? rows.size * ids.length : 0), 0)
  if (scope !== 'all' && dayRows > dayRowsMax) throw tooMuch()
  await energy.catchUp(orgId, ids)
  // An empty span has no edges and no excluded readings.
  const [from = 0, till = 0] = [edges[0], edges.at(-1)]
  const readTexts = async (part: SegmentSteps) => ({
    steps: part,
    texts: await storedTexts(db.sql, orgId, ids, timeZone, part),
  })
  const allParamIds = sensors.map(({ paramId }) => paramId)
  const [asides, texts, units] = await Promise.all([
    storedAsides(db.sql, orgId, ids, from, till - 1),
    Promise.all(steps.map(readTexts)),
    unitsOfParams(db.sql, orgId, allParamIds),
  ])
  const cut = converted === null ? [] : steps.map((part) => stepsByPeriod(part, converted.conversion))
  const textsOf = ({ id, seriesId }: Sensor) =>
    texts.flatMap(({ steps: part, texts: own }, index) => {
      const text = own.get(seriesId)
      if (text === undefined) return []
      const factor = converted?.factors.get(id)
      if (factor === undefined) return [{ text, steps: part }]
      return at(cut, index).map((period) => ({ text, steps: period.steps, factor: multiply(period.factor, factor) }))
    })
  const conversion = converted?.conversion ?? null
  const branchUnits = unitsOfBranches(tree, units, conversion)
  for (const [index, { sensor, targets }] of sensorTargets.entries()) {
    const unit = countedUnit(sensor, units, conversion)
    const inUnits = targets.map((target) => {
      const branchUnit = branchUnits.get(target.branchId) ?? null
      return { ...target, unitFactor: unit === branchUnit ? null : unitFactor(unit, branchUnit) }
    })
    addSensor(index + 1, sensor, textsOf(sensor), inUnits)
  }
  const mixed = mixedBranches(tree, units, conversion)
  for (const id of mixed.energy.keys()) tallies.get(id)?.energy.clear()
  for (const id of mixed.metered.keys()) tallies.get(id)?.metered?.clear()
  const quarterCounts = Int32Array.from({ length: segmentCount }, (_, index) =>
    steps.reduce((sum, { counts }) => sum + at(counts, index), 0),
  )
  const paramIds = new Map(sensors.map(({ seriesId, paramId }) => [seriesId, paramId]))
  const setAside = asides
    .flatMap(({ seriesId, asides: some }) => some.map((one) => ({ ...one, paramId: lookUp(paramIds, seriesId) })))
    .filter(({ on }) => on >= from && on < till)
    .toSorted((a, b) => a.on - b.on || a.paramId - b.paramId)
    .slice(0, setAsideMax)
    .map(({ paramId, on, till: last, from: previous, to, reason }) => ({
      paramId,
      on: isoTime(on),
      till: isoTime(last),
      from: previous,
      to,
      reason,
    }))
  return { tallies, quarterCounts, setAside, mixedUnits: mixed.energy }
}
