import { Refusal } from '@busbar/wire/server'
import { segmentStart } from '../calendar.ts'
import type { EnergyCall } from '../needs.ts'
import { unitsOfParams } from '../reports/reports.sql.ts'
import { tariffOf } from '../tariffs/tariffs.sql.ts'
import type { ConvertedSensors } from '../tree-energy/read-tallies.ts'
import { unitFactor } from '../units.rules.ts'
import { branchIn } from './checks.ts'
import { type Conversion, conversionOf } from './conversion.rules.ts'
import { byId, pathToRoot } from './tree.rules.ts'
import { unitOfSensor, unitsOfBranches } from './tree-units.rules.ts'
import { type StoredTree, treeById } from './trees.sql.ts'

type TreeCall = Pick<EnergyCall<'member'>, 'db' | 'orgId'>

export const storedTree = async ({ db, orgId }: TreeCall, treeId: string): Promise<StoredTree> => {
  const tree = await treeById(db.sql, orgId, treeId)
  if (tree === undefined) throw new Refusal('ObjectNotFound')
  return tree
}

/** A branch, or the whole tree, and so many levels below it. */
export const branchesAt = ({ branches }: StoredTree, from: string | null, levels: number): (string | null)[] => {
  const all = byId(branches)
  const depth = from === null ? 0 : pathToRoot(all, branchIn(all, from).id).length
  const below = branches.filter(({ id }) => {
    const path = pathToRoot(all, id)
    return (
      path.length > depth && path.length <= depth + levels && (from === null || path.some((one) => one.id === from))
    )
  })
  return [from, ...below.map(({ id }) => id)]
}

/** Returns the unit of each branch from its sensors. */
export const readUnits = async ({ db, orgId }: TreeCall, tree: StoredTree, conversion: Conversion | null = null) => {
  const paramIds = tree.sensors.map(({ paramId }) => paramId)
  return unitsOfBranches(tree, await unitsOfParams(db.sql, orgId, paramIds), conversion)
}

/** Returns the sensors to convert if the caller requests it: those whose unit is, or converts to, the unit of the tariff. */
export const readConversion = async (
  { db, orgId }: TreeCall,
  tree: StoredTree,
  isRequested: boolean,
): Promise<ConvertedSensors | null> => {
  if (!isRequested) return null
  const conversion = conversionOf(await tariffOf(db.sql, orgId, tree.id), tree.timeZone)
  if (conversion === null)
    throw new Refusal('IncorrectRequest', 'The tariff of the tree converts no unit to one other.')
  const units = await unitsOfParams(
    db.sql,
    orgId,
    tree.sensors.map(({ paramId }) => paramId),
  )
  const factors = new Map(
    tree.sensors.flatMap((sensor) => {
      const factor = unitFactor(unitOfSensor(sensor, units), conversion.unit)
      return factor === null ? [] : [[sensor.id, factor] as const]
    }),
  )
  return { conversion, factors }
}

/** From when to when; by default this month, up to now. */
export const spanOf = (
  call: EnergyCall<'member'>,
  { timeZone }: StoredTree,
  { from, till = call.now() }: { from?: Date | undefined; till?: Date | undefined },
): { from: number; till: number } => ({
  from: from?.getTime() ?? segmentStart(timeZone, 'month', till.getTime()),
  till: till.getTime(),
})
