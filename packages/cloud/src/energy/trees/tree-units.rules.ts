import { distinctUnits, energyUnit, multipliedUnit, sharedUnit, type Unit } from '../units.rules.ts'
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
    const own = unitOfSensor(sensor, units)
    const unit = conversion !== null && own === conversion.unit ? conversion.to : own
    for (const { branchId, isSource, isBelowMain } of targetsOf(sensor, branchesById, mains)) {
      const ofBranch = found.get(branchId) ?? { sources: [], below: [] }
      found.set(branchId, ofBranch)
      if (isSource) ofBranch.sources.push(unit)
      if (isBelowMain) ofBranch.below.push(unit)
    }
  }
  return found
}

/** Of each branch the unit of all that its energy is made of. */
export const unitsOfBranches = (
  tree: Pick<StoredTree, 'branches' | 'sensors'>,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null = null,
): Map<string | null, Unit> => {
  const found = [...unitsByBranch(tree, units, conversion)]
  return new Map(found.flatMap(([id, { sources }]) => (sources.length === 0 ? [] : [[id, sharedUnit(sources)]])))
}

/**
 * Branches whose sensors cannot be added up because their units differ, with these units: of what their energy is made of, and of what is
 * metered below their main meter.
 */
export const mixedBranches = (
  tree: Pick<StoredTree, 'branches' | 'sensors'>,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null,
): { energy: Map<string | null, string[]>; metered: Map<string | null, string[]> } => {
  const found = [...unitsByBranch(tree, units, conversion)]
  const mixed = (unitsOf: (one: TargetUnits) => Unit[]): Map<string | null, string[]> =>
    new Map(found.map(([id, one]) => [id, distinctUnits(unitsOf(one))] as const).filter(([, all]) => all.length > 1))
  return { energy: mixed(({ sources }) => sources), metered: mixed(({ sources, below }) => [...sources, ...below]) }
}
