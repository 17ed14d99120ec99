import type { Tx } from '@busbar/database'
import { at } from '@busbar/kit'
import { budgetFields } from '../../energy/budgets/budgets.http.ts'
import { budgetsOf, insertBudget } from '../../energy/budgets/budgets.sql.ts'
import { degreeDaysSettingOf, setDegreeDays } from '../../energy/profiles/degree-days.sql.ts'
import { setTariff, tariffOf } from '../../energy/tariffs/tariffs.sql.ts'
import { checkMain } from '../../energy/trees/checks.ts'
import { type Branch, depthMax, type Sensor, treesMax } from '../../energy/trees/tree.rules.ts'
import {
  insertBranches,
  insertSensors,
  insertTree,
  seriesOf,
  syncSeries,
  treeById,
  treesOf,
} from '../../energy/trees/trees.sql.ts'
import type { Document } from '../document.contract.ts'
import { type SensorParam, sensorParams } from '../export/views.sql.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, needUnique, withPath } from './document-errors.ts'
import { movedParam, type ParamIds } from './param-ids.rules.ts'
import { type UuidMap, uuidsInOrder } from './uuids.ts'

interface Problem {
  /** Index of the branch. */
  index: number
  field: 'id' | 'parentBranchId'
  message: string
}

/** Returns the problem in the hierarchy of branches, or null. */
const parentsProblem = (branches: readonly { id: string; parentBranchId?: string | undefined }[]): Problem | null => {
  const parents = new Map(branches.map(({ id, parentBranchId }) => [id, parentBranchId]))
  const seen = new Set<string>()
  for (const [index, { id, parentBranchId }] of branches.entries()) {
    if (seen.has(id)) return { index, field: 'id', message: `${id} is there twice` }
    seen.add(id)
    if (parentBranchId !== undefined && !parents.has(parentBranchId)) {
      return { index, field: 'parentBranchId', message: 'is no branch of this tree' }
    }
    if (!endsWithin(parents, id)) {
      const message = `leads more than ${depthMax} levels up, or round in a circle`
      return { index, field: 'parentBranchId', message }
    }
  }
  return null
}

/** Does the way up come to an end within the levels that are allowed? */
const endsWithin = (parents: ReadonlyMap<string, string | undefined>, id: string): boolean => {
  let next: string | undefined = id
  for (let level = 0; level < depthMax && next !== undefined; level += 1) next = parents.get(next)
  return next === undefined
}

export const treesToExport = async (tx: Tx, orgId: number): Promise<Document['trees']> => {
  const trees: Document['trees'] = []
  for (const { id } of await treesOf(tx, orgId)) {
    const tree = await treeById(tx, orgId, id)
    if (tree === undefined) continue
    const tariff = await tariffOf(tx, orgId, id)
    const degreeDays = await degreeDaysSettingOf(tx, orgId, id)
    const budgets = (await budgetsOf(tx, orgId, id)).map(budgetFields)
    trees.push({
      ...tree,
      branches: tree.branches.map(({ parentId, ...branch }) => ({
        ...branch,
        ...(parentId !== null && { parentBranchId: parentId }),
      })),
      sensors: tree.sensors.map(({ seriesId: _seriesId, ...sensor }) => sensor),
      ...(tariff !== null && { tariff }),
      ...(degreeDays !== null && { degreeDays }),
      ...(budgets.length > 0 && { budgets }),
    })
  }
  return trees
}

type ImportedTree = Part['trees'][number]

/** Adds trees, and gives their new ids. Their sensors begin with nothing: readings are not moved. */
export const importTrees = async (
  tx: Tx,
  orgId: number,
  now: Date,
  trees: readonly ImportedTree[],
  params: ParamIds,
  contacts: ReadonlyMap<number, number>,
): Promise<UuidMap> => {
  if (trees.length === 0) return {}
  needUnique(
    (index) => `trees.${index}.id`,
    trees.map(({ id }) => id),
  )
  if ((await treesOf(tx, orgId)).length + trees.length > treesMax) {
    throw documentError('trees', `an organization has at most ${treesMax}`)
  }
  const newIds = uuidsInOrder(trees.length)
  for (const [index, tree] of trees.entries()) {
    const where = `trees.${index}`
    const { id: _id, name, timeZone } = tree
    const problem = parentsProblem(tree.branches)
    if (problem !== null) throw documentError(`${where}.branches.${problem.index}.${problem.field}`, problem.message)
    const { branches, idOf } = movedBranches(tree)
    const sensors = await movedSensors(tx, orgId, now, where, tree, { params, idOf })
    const id = at(newIds, index)
    await insertTree(tx, orgId, { id, name, timeZone }, now)
    if (tree.tariff !== undefined) await setTariff(tx, orgId, id, tree.tariff)
    await insertBranches(tx, orgId, id, branches)
    await insertSensors(tx, orgId, id, sensors)
    await insertPlans(tx, orgId, now, where, { ...tree, id }, { params, idOf, contacts })
  }
  await syncSeries(tx, orgId)
  return Object.fromEntries(trees.map(({ id }, index) => [id, at(newIds, index)]))
}

/** Degree days and budgets, with the branches, parameters and contacts that they name. */
const insertPlans = async (
  tx: Tx,
  orgId: number,
  now: Date,
  where: string,
  { id, degreeDays, budgets = [] }: ImportedTree,
  {
    params,
    idOf,
    contacts,
  }: { params: ParamIds; idOf: (id: string) => string | undefined; contacts: ReadonlyMap<number, number> },
): Promise<void> => {
  if (degreeDays !== undefined) {
    const paramId = movedParam(`${where}.degreeDays.paramId`, degreeDays.paramId, params)
    await setDegreeDays(tx, orgId, id, { ...degreeDays, paramId })
  }
  for (const [index, { branchId, contactIds, ...budget }] of budgets.entries()) {
    const path = `${where}.budgets.${index}`
    const moved = branchId === null ? null : idOf(branchId)
    if (moved === undefined) throw documentError(`${path}.branchId`, 'is no branch of this tree')
    const newContactIds = contactIds.map((contactId) => {
      const contact = contacts.get(contactId)
      if (contact === undefined) throw documentError(`${path}.contactIds`, `there is no contact ${contactId}`)
      return contact
    })
    await insertBudget(tx, orgId, id, { ...budget, branchId: moved, contactIds: newContactIds }, now)
  }
}

const movedBranches = ({
  branches,
}: ImportedTree): { branches: Branch[]; idOf: (id: string) => string | undefined } => {
  const newIds = uuidsInOrder(branches.length)
  const ids = new Map(branches.map(({ id }, index) => [id, at(newIds, index)]))
  const moved = branches.map(({ name, parentBranchId }, index) => ({
    id: at(newIds, index),
    name,
    parentId: parentBranchId === undefined ? null : (ids.get(parentBranchId) ?? null),
  }))
  return { branches: moved, idOf: (id) => ids.get(id) }
}

const movedSensors = async (
  tx: Tx,
  orgId: number,
  now: Date,
  where: string,
  { sensors }: ImportedTree,
  { params, idOf }: { params: ParamIds; idOf: (id: string) => string | undefined },
): Promise<Sensor[]> => {
  const pathOf = (index: number): string => `${where}.sensors.${index}`
  needUnique(
    (index) => `${pathOf(index)}.id`,
    sensors.map(({ id }) => id),
  )
  const paramIds = sensors.map(({ paramId }, index) => movedParam(`${pathOf(index)}.paramId`, paramId, params))
  const facts = new Map((await sensorParams(tx, orgId, paramIds)).map((one) => [one.id, one]))
  const newIds = uuidsInOrder(sensors.length)
  const moved: Sensor[] = []
  for (const [index, { branchId: documentBranchId, ...sensor }] of sensors.entries()) {
    const branchId = idOf(documentBranchId)
    if (branchId === undefined) throw documentError(`${pathOf(index)}.branchId`, 'is no branch of this tree')
    const param = withNumbers(`${pathOf(index)}.paramId`, facts.get(at(paramIds, index)))
    if (sensor.isMain) await withPath(pathOf(index), () => checkMain(moved, branchId))
    const { kind } = sensor
    const seriesId = await seriesOf(tx, orgId, { paramId: param.id, deviceId: param.deviceId, kind }, now)
    moved.push({ ...sensor, id: at(newIds, index), branchId, paramId: param.id, seriesId })
  }
  return moved
}

const withNumbers = (where: string, param: SensorParam | undefined): SensorParam => {
  if (param === undefined || param.valueType === 'string') throw documentError(where, 'is no parameter with numbers')
  return param
}
