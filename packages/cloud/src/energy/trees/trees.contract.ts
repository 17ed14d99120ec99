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
const made = z.object({ id: uuid.describe('ID of the new object.') })
const done = z.object({})
const kind = z
  .enum(['energy', 'power'])
  .describe('Whether the parameter counts energy, or measures power to integrate.')

const before = uuid
  .nullable()
  .optional()
  .describe('ID of the item that follows it; null for the last position; unchanged if omitted.')

const treeHead = z.object({
  id: uuidOf.tree,
  orgId: idOf.org,
  name,
  timeZone: z.string().describe('Time zone of days and months.'),
})
export const tree = treeHead.extend({
  branches: z
    .array(
      z.object({
        id: uuidOf.branch,
        name,
        parentBranchId: uuid.optional().describe('Parent branch ID; missing at the top level.'),
      }),
    )
    .describe('Branches of the tree, at most 2000 on 10 levels.'),
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
    summary: 'Create a tree',
    description: "Uses the organization's time zone by default. At most 50 trees per organization.",
    errors: { IncorrectRequest: 'there are 50 trees, or the time zone is not known.' },
    body: z.object({
      orgId: idOf.org,
      name,
      timeZone: timeZone.optional().describe("Time zone, such as `Europe/Kyiv`; the organization's by default."),
    }),
    reply: made,
  }),
  get: get('/sense/hierarchy/tree/:treeId/', {
    access: 'viewer',
    object: 'tree',
    summary: 'Get a tree with its branches and sensors',
    description: 'The operations of `treeEnergy` return its energy.',
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
    description: 'Also deletes its branches, sensors and stored totals. Parameters and readings are kept.',
    ...treeId,
    body: nothing,
    reply: done,
  }),
  duplicate: post('/sense/hierarchy/tree/:treeId/duplicate/', {
    access: 'manager',
    object: 'tree',
    summary: 'Duplicate a tree',
    description: 'The copy has the same branches and sensors and therefore the same history.',
    errors: { IncorrectRequest: 'there are 50 trees.' },
    ...treeId,
    body: z
      .object({ name: name.optional().describe('Name of the copy; derived from the name of the tree if omitted.') })
      .nullable(),
    reply: made,
  }),
  createBranch: post('/sense/hierarchy/tree/:treeId/branch/create/', {
    access: 'manager',
    object: 'tree',
    summary: 'Create a branch',
    description: 'At the top level or below another branch. At most 2000 branches on 10 levels per tree.',
    errors: {
      IncorrectRequest: 'there are too many branches or levels.',
      ObjectNotFound: 'the tree or branch does not exist.',
    },
    ...treeId,
    body: z.object({
      name,
      parentBranchId: uuid.optional().describe('Parent branch ID; top level if omitted.'),
    }),
    reply: made,
  }),
  renameBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/rename/', {
    access: 'manager',
    object: 'tree',
    summary: 'Rename a branch',
    description: 'Its history is kept.',
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
    description:
      'Moves it with its sub-branches below another branch of the tree, or to the top level. Its history is kept.',
    errors: {
      IncorrectRequest: 'the branch would be its own descendant, or there would be more than 10 levels.',
      ObjectNotFound: 'the tree or branch does not exist.',
    },
    ...branchOfTree,
    body: z.object({ parentBranchId: uuid.nullable().describe('Parent branch ID; null for the top level.'), before }),
    reply: done,
  }),
  deleteBranch: post('/sense/hierarchy/tree/:treeId/branch/:branchId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Delete a branch',
    description: 'Also deletes its sub-branches and sensors.',
    errors: { ObjectNotFound: 'there is no such tree or branch.' },
    ...branchOfTree,
    body: nothing,
    reply: done,
  }),
  createSensor: post('/sense/hierarchy/tree/:treeId/sensor/create/', {
    access: 'manager',
    object: 'tree',
    summary: 'Add a parameter as a sensor',
    description: 'At most one main meter per branch and 5000 sensors per tree.',
    errors: {
      IncorrectRequest: 'the branch already has a main meter, or there are too many sensors.',
      ObjectNotFound: 'the tree, branch or parameter does not exist.',
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
        .describe('Factor of the readings, -1e9 to 1e9; 1 by default.'),
      isMain: z.boolean().default(false).describe('Whether it is the main meter of the branch; false by default.'),
    }),
    reply: made,
  }),
  moveSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/move/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Move a sensor',
    description:
      'Moves it to another branch of the tree, with or without making it the main meter. Its history is kept.',
    errors: {
      IncorrectRequest: 'the branch already has a main meter.',
      ObjectNotFound: 'the tree, branch or sensor does not exist.',
    },
    ...sensorOfTree,
    body: z.object({
      branchId: uuidOf.branch,
      isMain: z.boolean().optional().describe('Whether it becomes the main meter there; unchanged if omitted.'),
      before,
    }),
    reply: done,
  }),
  changeSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change a sensor',
    description:
      'Changes its type, its factor, or whether it is the main meter; omitted fields are unchanged. Past figures are recalculated.',
    errors: {
      IncorrectRequest: 'the branch already has a main meter.',
      ObjectNotFound: 'the tree or sensor does not exist.',
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
    summary: 'Check a tree for problems',
    description:
      'Finds parameters used twice, sub-branches that exceed their main meter, branches without sensors, and sensors without readings, in the last seven full days.',
    ...treeId,
    cost: 5,
    reply: z
      .array(
        z.object({
          kind: z
            .enum(['twice', 'over', 'empty', 'noData'])
            .describe(
              '`twice`: used twice; `over`: the sub-branches exceed the main meter; `empty`: no sensors; `noData`: no readings.',
            ),
          branchId: uuidOf.branch,
          sensorIds: z.array(uuidOf.sensor).describe('Affected sensors.'),
          amount: z.number().optional().describe('For `over`: the excess, in the unit of the branch.'),
        }),
      )
      .describe('Problems by branch.'),
  }),
  deleteSensor: post('/sense/hierarchy/tree/:treeId/sensor/:sensorId/delete/', {
    access: 'manager',
    object: 'tree',
    summary: 'Remove a sensor from a tree',
    description: 'The parameter and its readings are kept.',
    errors: { ObjectNotFound: 'there is no such tree or sensor.' },
    ...sensorOfTree,
    body: nothing,
    reply: done,
  }),
  renameSensor: post('/sense/sensor/:sensorId/rename/', {
    access: 'manager',
    object: 'sensor',
    summary: 'Rename a sensor',
    description: 'Its history is kept.',
    params: z.object({ sensorId: uuidOf.sensor }),
    body: renamed,
    reply: done,
  }),
  unused: get('/org/:orgId/sense/unused/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List unused meters',
    description:
      'Recorded parameters with a unit of energy, power or volume that are in no tree, by network and device.',
    params: z.object({ orgId: pathId.org }),
    reply: z
      .array(
        z.object({
          paramId: idOf.param,
          name: z.string().describe('Parameter name.'),
          deviceName: z.string().describe('Device name.'),
          netName: z.string().describe('Network name.'),
          unitName: z.string().describe('Unit.'),
          kind: kind.describe('Suggested type, derived from the unit.'),
        }),
      )
      .describe('At most 1000 entries.'),
  }),
  list: get('/org/:orgId/sense/trees/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List the trees of an organization',
    description: 'Names and time zones; `/sense/hierarchy/tree/:treeId/` returns branches and sensors.',
    params: z.object({ orgId: pathId.org }),
    reply: z.array(treeHead),
  }),
}
