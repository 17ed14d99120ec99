import { nothing, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId, uuidOf } from '../../fields/fields.ts'
import { timeZone } from '../../fields/time-zone.ts'

const treeId = { params: z.object({ treeId: uuidOf.tree }) }
const branchOfTree = { params: z.object({ treeId: uuidOf.tree, branchId: uuidOf.branch }) }
const sensorOfTree = { params: z.object({ treeId: uuidOf.tree, sensorId: uuidOf.sensor }) }
const name = objectName.describe('Name, 1 to 200 characters.')
const renamed = z.object({ name })
const made = z.object({ id: uuid.describe('Id of what was made.') })
const done = z.object({})
const kind = z
  .enum(['energy', 'power'])
  .describe('Whether the parameter counts energy, or shows power that is integrated.')

const before = uuid
  .nullable()
  .optional()
  .describe('Id of the one before which it stands there; null: it is the last; its place stays as it is if left out.')

const treeHead = z.object({
  id: uuidOf.tree,
  orgId: idOf.org,
  name,
  timeZone: z.string().describe('Time zone by which days are cut.'),
})
export const tree = treeHead.extend({
  branches: z
    .array(
      z.object({
        id: uuidOf.branch,
        name,
        parentBranchId: uuid.optional().describe('Id of the branch above; missing at the top.'),
      }),
    )
    .describe('Branches of the tree, at most 2000 in 10 levels.'),
  sensors: z
    .array(
      z.object({
        id: uuidOf.sensor,
        name,
        branchId: uuidOf.branch,
        paramId: idOf.param,
        kind,
        multiplier: z.number().describe('Factor of the readings.'),
        isMain: z.boolean().optional().describe('Whether it is the main meter of its branch.'),
      }),
    )
    .describe('Sensors of the tree, at most 5000.'),
})
export type Tree = z.output<typeof tree>

export const trees = {
  create: post('/sense/hierarchy/tree/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Make a tree',
    description: "Without a time zone it has its organization's. An organization has at most 50 trees.",
    errors: { IncorrectRequest: 'there are 50 trees, or the time zone is not known.' },
    body: z.object({
      orgId: idOf.org,
      name,
      timeZone: timeZone.optional().describe("Time zone, such as `Europe/Kyiv`; the organization's if left out."),
    }),
    reply: made,
  }),
  get: get('/sense/hierarchy/tree/:treeId/', {
    access: 'viewer',
    object: 'tree',
    summary: 'A tree with its branches and sensors',
    description: 'What it comes to is in the operations of `treeEnergy`.',
    ...treeId,
    reply: tree,
  }),
  rename: post('/sense/hierarchy/tree/:treeId/rename/', {
    access: 'manager',
    object: 'tree',
    summary: 'Rename a tree',
    description: 'Branches and sensors keep their names.',
    ...treeId,
    body: renamed,
    reply: done,
  }),
  delete: post('/sense/hierarchy/tree/:treeId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Delete a tree',
    description: 'With its branches, sensors and what was kept of them. Parameters and readings stay.',
    ...treeId,
    body: nothing,
    reply: done,
  }),
  duplicate: post('/sense/hierarchy/tree/:treeId/duplicate/', {
    access: 'manager',
    object: 'tree',
    summary: 'Copy a tree',
    description: 'The copy has the same branches and sensors, and so the same history.',
    errors: { IncorrectRequest: 'there are 50 trees.' },
    ...treeId,
    body: z
      .object({ name: name.optional().describe('Name of the copy; made from that of the tree if left out.') })
      .nullable(),
    reply: made,
  }),
  createBranch: post('/sense/hierarchy/tree/:treeId/branch/create/', {
    access: 'manager',
    object: 'tree',
    summary: 'Make a branch',
    description: 'At the top or below another. A tree has at most 2000 branches in 10 levels.',
    errors: {
      IncorrectRequest: 'there are too many branches or levels.',
      ObjectNotFound: 'there is no such tree or branch.',
    },
    ...treeId,
    body: z.object({
      name,
      parentBranchId: uuid.optional().describe('Id of the branch above; at the top if left out.'),
    }),
    reply: made,
  }),
  renameBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/rename/', {
    access: 'manager',
    object: 'tree',
    summary: 'Rename a branch',
    description: 'Its history stays.',
    errors: { ObjectNotFound: 'there is no such tree or branch.' },
    ...branchOfTree,
    body: renamed,
    reply: done,
  }),
  moveBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/move/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Move a branch',
    description: 'With all that is below it, under another branch of its tree or to the top. Its history goes with it.',
    errors: {
      IncorrectRequest: 'it would be below itself, or there would be more than 10 levels.',
      ObjectNotFound: 'there is no such tree or branch.',
    },
    ...branchOfTree,
    body: z.object({ parentBranchId: uuid.nullable().describe('Id of the branch above; null for the top.'), before }),
    reply: done,
  }),
  deleteBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Delete a branch',
    description: 'With all branches and sensors below it.',
    errors: { ObjectNotFound: 'there is no such tree or branch.' },
    ...branchOfTree,
    body: nothing,
    reply: done,
  }),
  createSensor: post('/sense/hierarchy/tree/:treeId/sensor/create/', {
    access: 'manager',
    object: 'tree',
    summary: 'Make a parameter a sensor of a branch',
    description: 'A branch has one main meter at most, and a tree 5000 sensors.',
    errors: {
      IncorrectRequest: 'the branch has a main meter, or there are too many sensors.',
      ObjectNotFound: 'there is no such tree, branch or parameter.',
    },
    ...treeId,
    body: z.object({
      name,
      branchId: uuidOf.branch,
      paramId: idOf.param,
      kind,
      multiplier: z
        .number()
        .min(-1e9)
        .max(1e9)
        .default(1)
        .describe('Factor of the readings, -1e9 to 1e9; 1 if left out.'),
      isMain: z.boolean().default(false).describe('Whether it is the main meter of the branch; false if left out.'),
    }),
    reply: made,
  }),
  moveSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/move/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Move a sensor',
    description: 'Into another branch of its tree, as its main meter or not. Its history goes with it.',
    errors: {
      IncorrectRequest: 'the branch has a main meter.',
      ObjectNotFound: 'there is no such tree, branch or sensor.',
    },
    ...sensorOfTree,
    body: z.object({
      branchId: uuidOf.branch,
      isMain: z.boolean().optional().describe('Whether it is the main meter there; as before if left out.'),
      before,
    }),
    reply: done,
  }),
  changeSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change how a sensor counts',
    description:
      'Its kind, its factor, or whether it is the main meter of its branch; what is left out stays. Its past follows.',
    errors: {
      IncorrectRequest: 'the branch has a main meter.',
      ObjectNotFound: 'there is no such tree or sensor.',
    },
    ...sensorOfTree,
    body: z.object({
      kind: kind.optional(),
      multiplier: z.number().min(-1e9).max(1e9).optional().describe('Factor of the readings, -1e9 to 1e9.'),
      isMain: z.boolean().optional().describe('Whether it is the main meter of its branch.'),
    }),
    reply: done,
    example: { body: { multiplier: 0.001 } },
  }),
  checks: get('/sense/hierarchy/tree/:treeId/checks/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'What may be wrong with a tree',
    description:
      'Parameters that are in it twice, parts that exceed their main meter, branches without sensors, and sensors of which nothing was read, in the last seven days that are over.',
    ...treeId,
    cost: 5,
    reply: z
      .array(
        z.object({
          kind: z
            .enum(['twice', 'over', 'empty', 'noData'])
            .describe(
              '`twice`: counted twice; `over`: parts exceed the main meter; `empty`: no sensors; `noData`: nothing was read.',
            ),
          branchId: uuidOf.branch,
          sensorIds: z.array(uuidOf.sensor).describe('Sensors that it concerns.'),
          amount: z.number().optional().describe('Of `over`: by how much, in the unit of the branch.'),
        }),
      )
      .describe('What was found, by branch.'),
  }),
  deleteSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Take a sensor out of a tree',
    description: 'The parameter and its readings stay.',
    errors: { ObjectNotFound: 'there is no such tree or sensor.' },
    ...sensorOfTree,
    body: nothing,
    reply: done,
  }),
  renameSensor: post('/sense/sensor/:sensorId/rename/', {
    access: 'manager',
    object: 'sensor',
    summary: 'Rename a sensor',
    description: 'Its history stays.',
    params: z.object({ sensorId: uuidOf.sensor }),
    body: renamed,
    reply: done,
  }),
  unused: get('/org/:orgId/sense/unused/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'What is metered and in no tree',
    description: 'Recorded parameters with a unit of energy, power or volume that no tree has, by network and device.',
    params: z.object({ orgId: pathId.org }),
    reply: z
      .array(
        z.object({
          paramId: idOf.param,
          name: z.string().describe('Name of the parameter.'),
          deviceName: z.string().describe('Name of its device.'),
          netName: z.string().describe('Name of its network.'),
          unitName: z.string().describe('Unit of the parameter.'),
          kind: kind.describe('As what it would be taken, by its unit.'),
        }),
      )
      .describe('At most 1000.'),
  }),
  list: get('/org/:orgId/sense/trees/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Trees of an organization',
    description: 'Names and time zones; branches and sensors are in `/sense/hierarchy/tree/:treeId/`.',
    params: z.object({ orgId: pathId.org }),
    reply: z.array(treeHead),
  }),
}
