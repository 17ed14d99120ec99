import { energyUnit, scaledUnit, sharedUnit, type Unit } from '../../energy/units.rules.ts'
import { byId, targetsOf } from './tree.rules.ts'
import type { StoredTree } from './trees.sql.ts'

/** Of each branch the unit of all that its energy is made of. */
export const unitsOfBranches = (
  { branches, sensors }: Pick<StoredTree, 'branches' | 'sensors'>,
  units: ReadonlyMap<number, Unit>,
): Map<string | null, Unit> => {
  const lines = byId(branches)
  const mains = new Set(sensors.filter(({ isMain }) => isMain).map(({ branchId }) => branchId))
  const found = sensors.flatMap((sensor) => {
    const own = scaledUnit(units.get(sensor.paramId) ?? null, sensor.multiplier)
    const unit = sensor.kind === 'power' ? energyUnit(own) : own
    const targets = targetsOf(sensor, lines, mains).filter(({ isSource }) => isSource)
    return targets.map(({ branchId }) => ({ branchId, unit }))
  })
  const byBranch = Map.groupBy(found, ({ branchId }) => branchId)
  return new Map([...byBranch].map(([id, some]) => [id, sharedUnit(some.map(({ unit }) => unit))]))
}
