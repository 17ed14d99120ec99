import { id, idNumber, nothing, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { timeZone } from '../../time-zone.ts'

const treeId = { params: z.object({ treeId: uuid }) }
const branchOfTree = { params: z.object({ treeId: uuid, branchId: uuid }) }
const sensorOfTree = { params: z.object({ treeId: uuid, sensorId: uuid }) }
const name = z.string().trim().min(1).max(200)
const renamed = z.object({ name })
const made = z.object({ id: uuid })
const done = z.object({})
const kind = z.enum(['energy', 'power'])

const treeHead = z.object({ id: uuid, orgId: idNumber, name, timeZone: z.string() })
const tree = treeHead.extend({
  branches: z.array(z.object({ id: uuid, name, parentBranchId: uuid.optional() })),
  sensors: z.array(
    z.object({
      id: uuid,
      name,
      branchId: uuid,
      paramId: idNumber,
      kind,
      multiplier: z.number(),
      isMain: z.boolean().optional(),
    }),
  ),
})
export type Tree = z.output<typeof tree>

export const trees = {
  create: post('/sense/hierarchy/tree/create/', {
    access: 'manager',
    object: 'org',
    summary: "Make a tree; without a time zone it has its organization's",
    body: z.object({ orgId: idNumber, name, timeZone: timeZone.optional() }),
    reply: made,
  }),
  get: get('/sense/hierarchy/tree/:treeId/', {
    access: 'viewer',
    object: 'tree',
    summary: 'A tree with its branches and sensors',
    ...treeId,
    reply: tree,
  }),
  rename: post('/sense/hierarchy/tree/:treeId/rename/', {
    access: 'manager',
    object: 'tree',
    summary: 'Rename a tree',
    ...treeId,
    body: renamed,
    reply: done,
  }),
  delete: post('/sense/hierarchy/tree/:treeId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Delete a tree with all that is in it',
    ...treeId,
    body: nothing,
    reply: done,
  }),
  duplicate: post('/sense/hierarchy/tree/:treeId/duplicate/', {
    access: 'manager',
    object: 'tree',
    summary: 'Make another tree with the same branches and sensors, and so with the same history',
    ...treeId,
    body: z.object({ name: name.optional() }).nullable(),
    reply: made,
  }),
  createBranch: post('/sense/hierarchy/tree/:treeId/branch/create/', {
    access: 'manager',
    object: 'tree',
    summary: 'Make a branch, at the top or below another',
    ...treeId,
    body: z.object({ name, parentBranchId: uuid.optional() }),
    reply: made,
  }),
  renameBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/rename/', {
    access: 'manager',
    object: 'tree',
    summary: 'Rename a branch',
    ...branchOfTree,
    body: renamed,
    reply: done,
  }),
  moveBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/move/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary:
      'Put a branch with all that is below it under another of its tree, or with null at the top. Its history goes with it',
    ...branchOfTree,
    body: z.object({ parentBranchId: uuid.nullable() }),
    reply: done,
  }),
  deleteBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Delete a branch with all that is below it',
    ...branchOfTree,
    body: nothing,
    reply: done,
  }),
  createSensor: post('/sense/hierarchy/tree/:treeId/sensor/create/', {
    access: 'manager',
    object: 'tree',
    summary: 'Make a parameter a sensor of a branch; a branch has one main meter at most',
    ...treeId,
    body: z.object({
      name,
      branchId: uuid,
      paramId: idNumber,
      kind,
      multiplier: z.number().min(-1e9).max(1e9).default(1),
      isMain: z.boolean().default(false),
    }),
    reply: made,
  }),
  moveSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/move/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Put a sensor into another branch of its tree, as its main meter or not. Its history goes with it',
    ...sensorOfTree,
    body: z.object({ branchId: uuid, isMain: z.boolean().optional() }),
    reply: done,
  }),
  deleteSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Take a sensor out of a tree',
    ...sensorOfTree,
    body: nothing,
    reply: done,
  }),
  renameSensor: post('/sense/sensor/:sensorId/rename/', {
    access: 'manager',
    object: 'sensor',
    summary: 'Rename a sensor',
    params: z.object({ sensorId: uuid }),
    body: renamed,
    reply: done,
  }),
  list: get('/org/:orgId/sense/trees/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Trees of an organization',
    params: z.object({ orgId: id }),
    reply: z.array(treeHead),
  }),
}
