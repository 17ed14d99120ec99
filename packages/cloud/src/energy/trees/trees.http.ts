import { randomUUID } from 'node:crypto'
import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Change, record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { EnergyCall, EnergyNeeds } from '../needs.ts'
import { degreeDaysSettingOf, setDegreeDays } from '../profiles/degree-days.sql.ts'
import { timeZoneOf } from '../reports/reports.sql.ts'
import { setTariff, tariffOf } from '../tariffs/tariffs.sql.ts'
import { checkTree } from './check-tree.ts'
import { branchIn, checkDepth, checkMain, sensorIn } from './checks.ts'
import { branchOrder, sensorOrder } from './order.rules.ts'
import { branchesMax, byId, heightOf, kindOfUnit, pathToRoot, type Sensor, sensorsMax, treesMax } from './tree.rules.ts'
import type { Tree, trees } from './trees.contract.ts'
import {
  changeBranch,
  changeSensor,
  deleteBranch,
  deleteSensor,
  deleteTree,
  insertBranches,
  insertSensors,
  insertTree,
  orderBranches,
  orderSensors,
  paramFacts,
  renameTree,
  type StoredTree,
  seriesOf,
  syncSeries,
  treeById,
  treeIdOfSensor,
  treesOf,
  unusedParams,
} from './trees.sql.ts'

/** The same tree once more, with ids of its own. Its sensors have the same parameters, and so the same history. */
const copyOf = (tree: StoredTree, name: string, newId: () => string): StoredTree => {
  const ids = new Map(tree.branches.map(({ id }) => [id, newId()]))
  const idOf = (id: string): string => ids.get(id) ?? id
  return {
    ...tree,
    id: newId(),
    name,
    branches: tree.branches.map(({ id, parentId, ...branch }) => ({
      ...branch,
      id: idOf(id),
      parentId: parentId === null ? null : idOf(parentId),
    })),
    sensors: tree.sensors.map((sensor) => ({ ...sensor, id: newId(), branchId: idOf(sensor.branchId) })),
  }
}

export const treesHandlers: Handlers<typeof trees, EnergyNeeds> = {
  create: (call, { orgId, name, timeZone }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await checkTreeCount(tx, orgId)
      const tree = { id: randomUUID(), name, timeZone: timeZone ?? (await timeZoneOf(tx, orgId)) }
      await insertTree(tx, orgId, tree, call.now())
      await recordChange(tx, call, tree.id, { action: 'tree.create', after: tree })
      return { id: tree.id }
    }),

  checks: async (call, { treeId }) => checkTree(call, await storedTree(call.db.sql, call.orgId, treeId)),

  get: async ({ db, orgId }, { treeId }) => shownTree(orgId, await storedTree(db.sql, orgId, treeId)),

  list: async ({ db }, { orgId }) =>
    (await treesOf(db.sql, orgId)).map(({ id, name, timeZone }) => ({ id, orgId, name, timeZone })),

  unused: async ({ db }, { orgId }) =>
    (await unusedParams(db.sql, orgId)).map((param) => ({ ...param, kind: kindOfUnit(param.unitName) })),

  rename: (call, { treeId, name }) =>
    withLockedTree(call, treeId, async (tx, before) => {
      await renameTree(tx, call.orgId, treeId, name)
      await recordChange(tx, call, treeId, { action: 'tree.rename', ...difference({ name: before.name }, { name }) })
      return {}
    }),

  delete: (call, { treeId }) =>
    withLockedTree(call, treeId, async (tx, before) => {
      await deleteTree(tx, call.orgId, treeId)
      await syncSeries(tx, call.orgId)
      await recordChange(tx, call, treeId, { action: 'tree.delete', before: shownTree(call.orgId, before) })
      return {}
    }),

  duplicate: (call, { treeId, body }) =>
    withLockedTree(call, treeId, async (tx, before) => {
      const { orgId } = call
      await checkTreeCount(tx, orgId)
      const copy = copyOf(before, body?.name ?? `${before.name.slice(0, 193)} (copy)`, randomUUID)
      await insertTree(tx, orgId, copy, call.now())
      await setTariff(tx, orgId, copy.id, await tariffOf(tx, orgId, treeId))
      await setDegreeDays(tx, orgId, copy.id, await degreeDaysSettingOf(tx, orgId, treeId))
      await insertBranches(tx, orgId, copy.id, copy.branches)
      await insertSensors(tx, orgId, copy.id, copy.sensors)
      await recordChange(tx, call, copy.id, {
        action: 'tree.duplicate',
        after: { id: copy.id, name: copy.name, from: treeId },
      })
      return { id: copy.id }
    }),

  createBranch: (call, { treeId, name, parentBranchId: parentId = null }) =>
    withLockedTree(call, treeId, async (tx, { branches }) => {
      if (branches.length >= branchesMax) throw badRequest(`A tree has at most ${branchesMax} branches.`)
      const all = byId(branches)
      if (parentId !== null) branchIn(all, parentId)
      checkDepth(all, parentId, 1)
      const branch = { id: randomUUID(), name, parentId }
      await insertBranches(tx, call.orgId, treeId, [branch])
      await recordChange(tx, call, treeId, { action: 'tree.create-branch', after: branch })
      return { id: branch.id }
    }),

  renameBranch: (call, { treeId, branchId, name }) =>
    withLockedTree(call, treeId, async (tx, { branches }) => {
      const branch = branchIn(byId(branches), branchId)
      await changeBranch(tx, call.orgId, { ...branch, name })
      const change = difference({ name: branch.name }, { name })
      await recordChange(tx, call, treeId, { action: 'tree.rename-branch', ...withId(branchId, change) })
      return {}
    }),

  moveBranch: (call, { treeId, branchId, parentBranchId: parentId, before }) =>
    withLockedTree(call, treeId, async (tx, { branches }) => {
      const all = byId(branches)
      const branch = branchIn(all, branchId)
      if (parentId !== null) branchIn(all, parentId)
      if (parentId !== null && pathToRoot(all, parentId).includes(branch))
        throw badRequest('A branch cannot be below itself.')
      checkDepth(all, parentId, heightOf(branches, branchId))
      await changeBranch(tx, call.orgId, { ...branch, parentId })
      if (before !== undefined)
        await orderBranches(tx, call.orgId, branchOrder(branches, { ...branch, parentId }, before))
      const change = difference({ parentId: branch.parentId }, { parentId })
      await recordChange(tx, call, treeId, { action: 'tree.move-branch', ...withId(branchId, change) })
      return {}
    }),

  deleteBranch: (call, { treeId, branchId }) =>
    withLockedTree(call, treeId, async (tx, { branches, sensors }) => {
      const all = byId(branches)
      const branch = branchIn(all, branchId)
      const below = new Set(branches.filter(({ id }) => pathToRoot(all, id).includes(branch)).map(({ id }) => id))
      await deleteBranch(tx, call.orgId, branchId)
      await syncSeries(tx, call.orgId)
      const before = {
        branches: branches.filter(({ id }) => below.has(id)),
        sensors: sensors.filter((sensor) => below.has(sensor.branchId)),
      }
      await recordChange(tx, call, treeId, { action: 'tree.delete-branch', before })
      return {}
    }),

  createSensor: (call, { treeId, branchId, paramId, kind, name, multiplier, isMain }) =>
    withLockedTree(call, treeId, async (tx, tree) => {
      const { orgId } = call
      if (tree.sensors.length >= sensorsMax) throw badRequest(`A tree has at most ${sensorsMax} sensors.`)
      branchIn(byId(tree.branches), branchId)
      const param = await paramFacts(tx, orgId, paramId)
      if (param === undefined) throw new Refusal('ObjectNotFound')
      if (param.valueType === 'string') throw badRequest('body.paramId: is no parameter with numbers')
      if (isMain) checkMain(tree.sensors, branchId)
      const seriesId = await seriesOf(tx, orgId, { paramId, deviceId: param.deviceId, kind }, call.now())
      const sensor: Sensor = { id: randomUUID(), name, branchId, seriesId, paramId, kind, multiplier, isMain }
      await insertSensors(tx, orgId, treeId, [sensor])
      await syncSeries(tx, orgId)
      await recordChange(tx, call, treeId, { action: 'tree.create-sensor', after: sensor })
      return { id: sensor.id }
    }),

  moveSensor: (call, { treeId, sensorId, branchId, isMain, before: follower }) =>
    withLockedTree(call, treeId, async (tx, tree) => {
      branchIn(byId(tree.branches), branchId)
      const before = sensorIn(tree.sensors, sensorId)
      const after = { ...before, branchId, isMain: isMain ?? before.isMain }
      if (after.isMain)
        checkMain(
          tree.sensors.filter((other) => other !== before),
          branchId,
        )
      await changeSensor(tx, call.orgId, after)
      if (follower !== undefined) await orderSensors(tx, call.orgId, sensorOrder(tree.sensors, after, follower))
      await recordChange(tx, call, treeId, {
        action: 'tree.move-sensor',
        ...withId(sensorId, difference(before, after)),
      })
      return {}
    }),

  changeSensor: (call, { treeId, sensorId, ...changes }) =>
    withLockedTree(call, treeId, async (tx, tree) => {
      const { orgId } = call
      const before = sensorIn(tree.sensors, sensorId)
      const { kind = before.kind, multiplier = before.multiplier, isMain = before.isMain } = changes
      const others = tree.sensors.filter((other) => other !== before)
      if (isMain) checkMain(others, before.branchId)
      const param = await paramFacts(tx, orgId, before.paramId)
      if (param === undefined) throw new Refusal('ObjectNotFound')
      const { paramId } = before
      const seriesId = await seriesOf(tx, orgId, { paramId, deviceId: param.deviceId, kind }, call.now())
      const after = { ...before, kind, multiplier, isMain, seriesId }
      await changeSensor(tx, orgId, after)
      await syncSeries(tx, orgId)
      await recordChange(tx, call, treeId, {
        action: 'tree.change-sensor',
        ...withId(sensorId, difference(before, after)),
      })
      return {}
    }),

  deleteSensor: (call, { treeId, sensorId }) =>
    withLockedTree(call, treeId, async (tx, { sensors }) => {
      const before = sensorIn(sensors, sensorId)
      await deleteSensor(tx, call.orgId, sensorId)
      await syncSeries(tx, call.orgId)
      await recordChange(tx, call, treeId, { action: 'tree.delete-sensor', before })
      return {}
    }),

  renameSensor: async (call, { sensorId, name }) => {
    const treeId = await treeIdOfSensor(call.db.sql, call.orgId, sensorId)
    if (treeId === undefined) throw new Refusal('ObjectNotFound')
    return withLockedTree(call, treeId, async (tx, { sensors }) => {
      const before = sensorIn(sensors, sensorId)
      await changeSensor(tx, call.orgId, { ...before, name })
      const change = difference({ name: before.name }, { name })
      await recordChange(tx, call, treeId, { action: 'tree.rename-sensor', ...withId(sensorId, change) })
      return {}
    })
  },
}

const badRequest = (message: string): Refusal => new Refusal('IncorrectRequest', message)

/** Changes a locked tree. */
const withLockedTree = <T>(
  { db, orgId }: EnergyCall<'member'>,
  treeId: string,
  work: (tx: Tx, tree: StoredTree) => Promise<T>,
): Promise<T> =>
  db.tx(async (tx) => {
    await lockOrg(tx, orgId)
    return work(tx, await storedTree(tx, orgId, treeId))
  })

const storedTree = async (sql: Queries, orgId: number, id: string): Promise<StoredTree> => {
  const tree = await treeById(sql, orgId, id)
  if (tree === undefined) throw new Refusal('ObjectNotFound')
  return tree
}

const checkTreeCount = async (tx: Tx, orgId: number): Promise<void> => {
  if ((await treesOf(tx, orgId)).length >= treesMax) throw badRequest(`An organization has at most ${treesMax} trees.`)
}

const recordChange = (
  tx: Tx,
  call: EnergyCall<'member'>,
  treeId: string,
  change: Omit<Change, 'objectKind' | 'objectId'>,
): Promise<void> => record(tx, call.orgId, call, { objectKind: 'tree', objectId: treeId, ...change })

/** Adds the ID of the changed object. */
const withId = (id: string, { before, after }: { before?: unknown; after?: unknown }) => ({
  before: { id, ...(before as object) },
  after: { id, ...(after as object) },
})

const shownTree = (orgId: number, { id, name, timeZone, branches, sensors }: StoredTree): Tree => ({
  id,
  orgId,
  name,
  timeZone,
  branches: branches.map((branch) => ({
    id: branch.id,
    name: branch.name,
    ...(branch.parentId !== null && { parentBranchId: branch.parentId }),
  })),
  sensors: sensors.map((sensor) => ({
    id: sensor.id,
    name: sensor.name,
    branchId: sensor.branchId,
    paramId: sensor.paramId,
    kind: sensor.kind,
    multiplier: sensor.multiplier,
    ...(sensor.isMain && { isMain: true }),
  })),
})
