import { idNumber, lang, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { writing, written } from '../../commands/writing/writing.contract.ts'
import { slug } from '../../devices/params/params.contract.ts'
import { auditPending, idOf, objectName, pathId, visibleText } from '../../fields/fields.ts'
import { idsMax } from '../../fields/ids-max.ts'
import { bindings, code } from './bindings.contract.ts'
import { args, items, layers } from './items.contract.ts'

/** Of an organization, and in one of them. */
export const visMax = 500
export const savedCodesMax = 500
export const savedCharsMax = 1000
const sourceCharsMax = 524_288

const orgId = { params: z.object({ orgId: pathId.org }) }
const visId = { params: z.object({ visId: pathId.vis }) }
const inLanguage = { query: z.object({ lang: lang.optional() }) }
const visIds = z
  .array(idNumber)
  .max(idsMax)
  .describe("Ids of visualizations, at most 1000; those that are not the organization's are left out.")
const done = z.object({})

const fields = z.object({
  name: objectName.describe('Name, 1 to 200 characters.'),
  slug: slug.optional().describe('Short name, unique in the organization; made from the name if left out.'),
  /** SVG. What is not known to be harmless is left out of it. */
  source: z
    .string()
    .max(sourceCharsMax)
    .describe('Drawing as SVG, at most 524,288 characters; what is not known to be harmless is left out of it.'),
  bindings: bindings.describe('Which values go where, at most 500.'),
  updatePeriodSec: z.int().min(1).max(86_400).describe('Seconds from one update to the next, 1 to 86400.'),
  useVisData: z.boolean().describe('Whether saved values stand before readings.'),
  kind: z.enum(['picture', 'faceplate']).describe('Whether it is shown by itself, or placed in others.'),
  group: visibleText.trim().max(200).describe('Name of the group that it is listed in; empty where it is in none.'),
  args: args.describe('What a faceplate takes where it is placed, at most 30.'),
  items: items.describe('What its elements do and how the editor drew them, at most 2000.'),
  layers: layers.describe('Layers, from the lowest up, at most 50.'),
})
/** What may be left out when one is made. */
const optional = {
  bindings: true,
  updatePeriodSec: true,
  useVisData: true,
  kind: true,
  group: true,
  args: true,
  items: true,
  layers: true,
} as const
const version = z.int().min(1).max(2_147_483_647)
export const visualization = fields
  .required({ slug: true })
  .extend({
    id: idOf.vis,
    orgId: idOf.org,
    version: version.describe('Number of the version; every change of the drawing makes a new one.'),
  })
  .meta({ id: 'Visualization', description: 'A drawing and the values that go into it.' })

/**
 * Values by their codes. What a rule says besides the text stands behind a dot: `tank.color`, `tank.visible`, `tank.rotate`,
 * `tank.fill`, `tank.state`, `tank.flow`, `tank.move`, `tank.size`.
 */
const data = z
  .record(z.string(), z.string())
  .describe(
    'Values by code. What a rule says besides the text stands behind a dot: `tank.color`, `tank.visible`, `tank.rotate`, `tank.fill`, `tank.state`, `tank.flow`, `tank.move`, `tank.size`.',
  )

const values = z
  .record(
    z.string(),
    z.object({
      text: z.string().describe('Text to show; empty where there is no value.'),
      number: z.number().optional().describe('The value as a number; missing where it is none.'),
      quality: z
        .enum(['good', 'stale', 'failed', 'none'])
        .describe('How good the reading is: read in time, old, not read the last time, or never read.'),
      readOn: timestamp.optional().describe('When it was read; of a formula, its oldest input.'),
      reason: z.string().optional().describe('Why it was not read, such as `Timeout`.'),
      paramId: idNumber.optional().describe('Id of the parameter; of a formula, one of its inputs.'),
      state: z.enum(['off', 'run', 'warn', 'fault']).optional().describe('State in which the element is drawn.'),
      color: z.string().optional().describe('Colour of the element.'),
      visible: z.boolean().optional().describe('Whether the element is shown.'),
      rotate: z.number().optional().describe('Degrees.'),
      fill: z.number().optional().describe('Filled percent.'),
      flow: z.number().optional().describe('Flow in a pipe, -1 to 1.'),
      move: z.array(z.number()).optional().describe('Pixels to the right and down.'),
      size: z.number().optional().describe('Height in pixels.'),
    }),
  )
  .describe('What each binding shows, by its code.')

const example = {
  name: 'Boiler',
  source: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text id="flow" y="5">?</text></svg>',
  bindings: [{ code: 'flow', formula: '2 * 3', format: { decimals: 1 } }],
}

export const visualizations = {
  list: get('/org/:orgId/viss/', {
    access: 'viewer',
    object: 'org',
    summary: 'Visualizations of an organization',
    description: 'Ids and names.',
    ...orgId,
    reply: z.array(z.object({ id: idOf.vis, name: z.string().describe('Name of the visualization.') })),
  }),
  overview: get('/org/:orgId/viss/overview/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Visualizations of an organization, with their groups',
    description: 'By group and name; without their drawings.',
    ...orgId,
    reply: z.array(visualization.pick({ id: true, name: true, kind: true, group: true, version: true })),
  }),
  dataOfMany: post('/org/:orgId/viss/data/', {
    access: 'viewer',
    object: 'org',
    summary: 'Data of several visualizations',
    description: "Keyed by visualization id; those that are not the organization's are left out.",
    ...orgId,
    ...inLanguage,
    body: z.object({ visIds }),
    reply: z.record(z.string(), data),
    example: { body: { visIds: [1] } },
  }),
  infoOfMany: post('/org/:orgId/viss/info/', {
    access: 'viewer',
    object: 'org',
    summary: 'Several visualizations',
    description:
      "Those that are not the organization's are left out. Drawings of more than 33,554,432 characters together are refused: ask for fewer at a time.",
    errors: { IncorrectRequest: 'the drawings are too large together, or the body is not of its form.' },
    ...orgId,
    body: z.object({ visIds }),
    reply: z.array(visualization),
    example: { body: { visIds: [1] } },
  }),
  get: get('/vis/:visId/', {
    access: 'viewer',
    object: 'vis',
    shared: true,
    summary: 'A visualization',
    description: 'Its drawing, and which values go where; by a share link the drawing alone.',
    ...visId,
    reply: visualization,
  }),
  data: get('/vis/:visId/data/', {
    access: 'demo',
    object: 'vis',
    shared: true,
    summary: 'Data of a visualization',
    description:
      'Values by their codes, from last readings; empty where there is none, and for a formula of which one input is missing or that has no result. Saved values stand before them where `useVisData` is set.',
    ...visId,
    ...inLanguage,
    reply: data,
  }),
  values: get('/vis/:visId/values/', {
    access: 'demo',
    object: 'vis',
    shared: true,
    extension: true,
    summary: 'Data of a visualization, with the quality of each reading',
    description: 'Like `data`, with what rules say as it is, when each value was read, and how good it is.',
    ...visId,
    ...inLanguage,
    reply: values,
  }),
  valuesOfMany: post('/org/:orgId/viss/values/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Data of several visualizations, with the quality of each reading',
    description: "Keyed by visualization id; those that are not the organization's are left out.",
    ...orgId,
    ...inLanguage,
    body: z.object({ visIds }),
    reply: z.record(z.string(), values),
    example: { body: { visIds: [1] } },
  }),
  tryBindings: post('/org/:orgId/viss/try/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Try bindings',
    description: 'What bindings would show that are not saved, from last readings, or from values that are made up.',
    errors: { IncorrectRequest: 'a formula cannot be read, or the body is not of its form.' },
    ...orgId,
    ...inLanguage,
    body: z.object({
      bindings: bindings.describe('Bindings to try, at most 500.'),
      values: z
        .record(z.string().regex(/^[1-9]\d{0,14}$/), z.string().max(savedCharsMax))
        .optional()
        .describe('Values by parameter id that stand in place of readings.'),
    }),
    reply: values,
    example: { body: { bindings: example.bindings } },
  }),
  checkSvg: post('/org/:orgId/viss/check-svg/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Clean a drawing',
    description: 'As it would be stored, and what of it is left out. Nothing is stored.',
    errors: { IncorrectRequest: 'the drawing is no SVG, or is too large.' },
    ...orgId,
    body: z.object({ source: fields.shape.source }),
    reply: z.object({
      source: z.string().describe('The drawing without what is not known to be harmless.'),
      leftOut: z.array(z.string()).describe('Names of elements and attributes that are left out, at most 50.'),
    }),
    example: { body: { source: example.source } },
  }),
  versions: get('/vis/:visId/versions/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Earlier versions of a visualization',
    description: 'From the newest on, at most 20.',
    ...visId,
    reply: z.array(
      z.object({
        version: version.describe('Number of the version.'),
        replacedOn: timestamp.describe('When the next one was saved.'),
        replacedBy: z.string().describe('Who saved the next one.'),
      }),
    ),
  }),
  restore: post('/vis/:visId/restore/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Go back to an earlier version',
    description:
      'Its drawing, bindings, items, arguments and layers become a new version; if it is the present one, nothing changes.',
    errors: { ObjectNotFound: 'there is no such visualization, or no such version of it.' },
    ...visId,
    body: z.object({ version: version.describe('Number of the version to go back to.') }),
    reply: done,
    example: { body: { version: 1 } },
  }),
  control: post('/vis/:visId/control/:itemCode/', {
    access: 'operator',
    object: 'vis',
    extension: true,
    summary: 'Use a control of a visualization',
    description:
      'Writes as `/param/:paramId/write/` does, but only what the control allows: its values, its limits and its role.',
    errors: {
      IncorrectRequest: 'the control does not allow this value.',
      NotAuthorized: 'the control needs a higher role.',
      ObjectNotFound: 'there is no such visualization, or it has no control under this code.',
    },
    params: z.object({ visId: pathId.vis, itemCode: code }),
    body: writing.write.body,
    reply: z.union([written.options[0].extend({ auditPending }), written.options[1].extend({ auditPending })]),
    example: { body: { newValue: '1' } },
  }),
  places: get('/vis/:visId/places/', {
    access: 'viewer',
    object: 'vis',
    extension: true,
    summary: 'Where a faceplate is placed',
    description: 'Visualizations that have it, and how often.',
    ...visId,
    reply: z.array(
      z.object({
        id: idOf.vis,
        name: z.string().describe('Name of the visualization.'),
        count: z.int().describe('How often it is placed there.'),
      }),
    ),
  }),
  saveData: post('/vis/:visId/data/save/', {
    access: 'manager',
    object: 'vis',
    summary: 'Save a value of a visualization',
    description: 'Under a code; an empty one takes it away. At most 500 saved values.',
    errors: { IncorrectRequest: 'there are 500 saved values, or the body is not of its form.' },
    ...visId,
    body: z.object({
      code,
      value: z
        .union([z.string().max(savedCharsMax), z.number()])
        .describe('Value, at most 1000 characters; empty takes it away.'),
    }),
    reply: done,
    example: { body: { code: 'note', value: 'Under repair' } },
  }),
  create: post('/org/:orgId/viss/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a visualization',
    description: 'The drawing is cleaned of what is not known to be harmless. At most 500 visualizations.',
    errors: {
      IncorrectRequest: 'the drawing is no SVG, a binding is wrong, the slug is taken, or there are 500.',
      ObjectNotFound: 'there is no such organization, or a binding names a parameter that is not its own.',
    },
    ...orgId,
    body: fields.partial(optional),
    reply: z.object({ id: idOf.vis }),
    example: { body: example },
  }),
  change: post('/vis/:visId/change/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Change a visualization',
    description:
      'What is not given stays. A change of the drawing or of what belongs to it makes a new version; the 20 before it are kept.',
    errors: {
      IncorrectRequest:
        'the drawing is no SVG, a binding is wrong, the slug is taken, or there is another version than `ifVersion` says.',
      ObjectNotFound: "there is no such visualization, or a binding names a parameter that is not the organization's.",
    },
    ...visId,
    body: fields.partial().extend({
      ifVersion: version.optional().describe('Refuse it unless this is the version that there is.'),
    }),
    reply: done,
    example: { body: { name: 'Boiler room' } },
  }),
  delete: post('/vis/:visId/delete/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Delete a visualization',
    description: 'With the values that were saved in it.',
    ...visId,
    body: nothing,
    reply: done,
  }),
  duplicate: post('/vis/:visId/duplicate/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Copy a visualization',
    description: 'With the values that were saved in it.',
    errors: { IncorrectRequest: 'there are 500 visualizations.' },
    ...visId,
    body: nothing,
    reply: z.object({ id: idNumber.describe('Id of the copy.') }),
  }),
}
