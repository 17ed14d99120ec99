import { energyUnit, scaledUnit, sharedUnit, type Unit } from '../../energy/units.rules.ts'
import type { Conversion } from './conversion.rules.ts'
import { byId, type Sensor, targetsOf } from './tree.rules.ts'
import type { StoredTree } from './trees.sql.ts'

export const unitOfSensor = (
  { paramId, multiplier, kind }: Pick<Sensor, 'paramId' | 'multiplier' | 'kind'>,
  units: ReadonlyMap<number, Unit>,
): Unit => {
  const own = scaledUnit(units.get(paramId) ?? null, multiplier)
  return kind === 'power' ? energyUnit(own) : own
}

/** Of each branch the unit of all that its energy is made of. */
export const unitsOfBranches = (
  { branches, sensors }: Pick<StoredTree, 'branches' | 'sensors'>,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null = null,
): Map<string | null, Unit> => {
  const branchesById = byId(branches)
  const mains = new Set(sensors.filter(({ isMain }) => isMain).map(({ branchId }) => branchId))
  const found = sensors.flatMap((sensor) => {
    const own = unitOfSensor(sensor, units)
    const unit = conversion !== null && own === conversion.unit ? conversion.to : own
    const targets = targetsOf(sensor, branchesById, mains).filter(({ isSource }) => isSource)
    return targets.map(({ branchId }) => ({ branchId, unit }))
  })
  const byBranch = Map.groupBy(found, ({ branchId }) => branchId)
  return new Map([...byBranch].map(([id, some]) => [id, sharedUnit(some.map(({ unit }) => unit))]))
}
