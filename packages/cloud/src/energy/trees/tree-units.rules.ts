import { energyUnit, mixedUnitsIn, multipliedUnit, sumUnit, type Unit, unitFactor } from '../units.rules.ts'
import type { Conversion } from './conversion.rules.ts'
import { byId, type Sensor, targetsOf } from './tree.rules.ts'
import type { StoredTree } from './trees.sql.ts'

export const unitOfSensor = (
  { paramId, multiplier, kind }: Pick<Sensor, 'paramId' | 'multiplier' | 'kind'>,
  units: ReadonlyMap<number, Unit>,
): Unit => {
  const own = multipliedUnit(units.get(paramId) ?? null, multiplier)
  return kind === 'power' ? energyUnit(own) : own
}

/** Returns the unit of a sensor's amounts after the conversion of the tariff, if there is one. */
export const countedUnit = (
  sensor: Pick<Sensor, 'paramId' | 'multiplier' | 'kind'>,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null,
): Unit => {
  const own = unitOfSensor(sensor, units)
  return conversion !== null && unitFactor(own, conversion.unit) !== null ? conversion.to : own
}

/** Units of the sensors that each branch's energy is made of, and of those below its main meter. */
interface TargetUnits {
  sources: Unit[]
  below: Unit[]
}

const unitsByBranch = (
  { branches, sensors }: Pick<StoredTree, 'branches' | 'sensors'>,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null,
): Map<string | null, TargetUnits> => {
  const branchesById = byId(branches)
  const mains = new Set(sensors.filter(({ isMain }) => isMain).map(({ branchId }) => branchId))
  const found = new Map<string | null, TargetUnits>()
  for (const sensor of sensors) {
    const unit = countedUnit(sensor, units, conversion)
    for (const { branchId, isSource, isBelowMain } of targetsOf(sensor, branchesById, mains)) {
      const ofBranch = found.get(branchId) ?? { sources: [], below: [] }
      found.set(branchId, ofBranch)
      if (isSource) ofBranch.sources.push(unit)
      if (isBelowMain) ofBranch.below.push(unit)
    }
  }
  return found
}

/** Returns the unit in which the energy of each branch is given. */
export const unitsOfBranches = (
  tree: Pick<StoredTree, 'branches' | 'sensors'>,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null = null,
): Map<string | null, Unit> => {
  const found = [...unitsByBranch(tree, units, conversion)]
  return new Map(found.flatMap(([id, { sources }]) => (sources.length === 0 ? [] : [[id, sumUnit(sources)]])))
}

/**
 * Returns the branches whose sensors cannot be added up because their units differ and do not convert exactly, with these units: those of the
 * energy, and those of the sensors below the main meter.
 */
export const mixedBranches = (
  tree: Pick<StoredTree, 'branches' | 'sensors'>,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null,
): { energy: Map<string | null, string[]>; metered: Map<string | null, string[]> } => {
  const found = [...unitsByBranch(tree, units, conversion)]
  const mixed = (unitsOf: (one: TargetUnits) => Unit[]): Map<string | null, string[]> =>
    new Map(
      found
        .map(([id, one]) => [id, mixedUnitsIn(unitsOf(one), sumUnit(one.sources))] as const)
        .filter(([, all]) => all.length > 0),
    )
  return { energy: mixed(({ sources }) => sources), metered: mixed(({ sources, below }) => [...sources, ...below]) }
}
