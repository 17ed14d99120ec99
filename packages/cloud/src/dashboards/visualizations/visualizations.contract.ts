import { idNumber, lang, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { writing, written } from '../../commands/writing/writing.contract.ts'
import { slug } from '../../devices/params/params.contract.ts'
import { auditPending, idOf, objectName, pathId, visibleText } from '../../fields/fields.ts'
import { idsMax } from '../../fields/ids-max.ts'
import { bindings, code } from './bindings.contract.ts'
import { args, items, layers } from './items.contract.ts'

/** Limits per organization and per visualization. */
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
  .describe('Visualization IDs, at most 1000; those outside the organization are omitted.')
const done = z.object({})

const fields = z.object({
  name: objectName.describe('Name, 1 to 200 characters.'),
  slug: slug.optional().describe('Slug, unique in the organization; derived from the name if omitted.'),
  /** SVG. What is not known to be harmless is left out of it. */
  source: z
    .string()
    .max(sourceCharsMax)
    .describe('SVG drawing, at most 524,288 characters; content not known to be safe is removed.'),
  bindings: bindings.describe('Bindings of values to elements, at most 500.'),
  updatePeriodSec: z.int().min(1).max(86_400).describe('Update interval in seconds, 1 to 86400.'),
  useVisData: z.boolean().describe('Whether saved values take precedence over readings.'),
  kind: z
    .enum(['picture', 'faceplate'])
    .describe('Whether it is a diagram of its own or a faceplate for use in others.'),
  group: visibleText.trim().max(200).describe('Name of its group in lists; empty without one.'),
  args: args.describe('Faceplate arguments, at most 30.'),
  items: items.describe('Behaviour and editor geometry of its elements, at most 2000.'),
  layers: layers.describe('Layers from bottom to top, at most 50.'),
})
/** Fields that are optional when creating one. */
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
    version: version.describe('Version number; each change of the drawing creates a version.'),
  })
  .meta({ id: 'Visualization', description: 'A drawing with bound values.' })

/**
 * Values by their codes. What a rule says besides the text stands behind a dot: `tank.color`, `tank.visible`, `tank.rotate`,
 * `tank.fill`, `tank.state`, `tank.flow`, `tank.move`, `tank.size`.
 */
const data = z
  .record(z.string(), z.string())
  .describe(
    'Values by code. Effects other than text follow a dot: `tank.color`, `tank.visible`, `tank.rotate`, `tank.fill`, `tank.state`, `tank.flow`, `tank.move`, `tank.size`.',
  )

const values = z
  .record(
    z.string(),
    z.object({
      text: z.string().describe('Text to show; empty without a value.'),
      number: z.number().optional().describe('Numeric value; missing if it is not a number.'),
      quality: z
        .enum(['good', 'stale', 'failed', 'none'])
        .describe('Quality of the reading: current, stale, missing from the last poll, or never read.'),
      readOn: timestamp.optional().describe('Time of the reading; for a formula, of its oldest input.'),
      reason: z.string().optional().describe('Why the last read failed, such as `Timeout`.'),
      paramId: idNumber.optional().describe('Parameter ID; for a formula, one of its inputs.'),
      state: z.enum(['off', 'run', 'warn', 'fault']).optional().describe('State of the element.'),
      color: z.string().optional().describe('Colour of the element.'),
      visible: z.boolean().optional().describe('Whether the element is visible.'),
      rotate: z.number().optional().describe('Degrees.'),
      fill: z.number().optional().describe('Fill level in percent.'),
      flow: z.number().optional().describe('Flow in a pipe, -1 to 1.'),
      move: z.array(z.number()).optional().describe('Offset in pixels to the right and down.'),
      size: z.number().optional().describe('Height in pixels.'),
    }),
  )
  .describe('Result of each binding, by code.')

const example = {
  name: 'Boiler',
  source: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text id="flow" y="5">?</text></svg>',
  bindings: [{ code: 'flow', formula: '2 * 3', format: { decimals: 1 } }],
}

export const visualizations = {
  list: get('/org/:orgId/viss/', {
    access: 'viewer',
    object: 'org',
    summary: 'List visualizations',
    description: 'IDs and names.',
    ...orgId,
    reply: z.array(z.object({ id: idOf.vis, name: z.string().describe('Visualization name.') })),
  }),
  overview: get('/org/:orgId/viss/overview/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List visualizations with groups',
    description: 'By group and name; without drawings.',
    ...orgId,
    reply: z.array(visualization.pick({ id: true, name: true, kind: true, group: true, version: true })),
  }),
  dataOfMany: post('/org/:orgId/viss/data/', {
    access: 'viewer',
    object: 'org',
    summary: 'Values of several visualizations',
    description: 'Keyed by visualization ID; those outside the organization are omitted.',
    ...orgId,
    ...inLanguage,
    body: z.object({ visIds }),
    reply: z.record(z.string(), data),
    example: { body: { visIds: [1] } },
  }),
  infoOfMany: post('/org/:orgId/viss/info/', {
    access: 'viewer',
    object: 'org',
    summary: 'Get several visualizations',
    description:
      'Those outside the organization are omitted. Drawings of more than 33,554,432 characters in total are refused: request fewer at a time.',
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
    summary: 'Get a visualization',
    description: 'Returns its drawing and bindings; a share link returns only the drawing.',
    ...visId,
    reply: visualization,
  }),
  data: get('/vis/:visId/data/', {
    access: 'demo',
    object: 'vis',
    shared: true,
    summary: 'Values of a visualization',
    description:
      'Values by code, from last readings; empty without a reading, or for a formula with a missing input or without a result. Saved values take precedence if `useVisData` is set.',
    ...visId,
    ...inLanguage,
    reply: data,
  }),
  values: get('/vis/:visId/values/', {
    access: 'demo',
    object: 'vis',
    shared: true,
    extension: true,
    summary: 'Values of a visualization with their quality',
    description: 'Like `data`, with the unformatted results of rules, and the time and quality of each reading.',
    ...visId,
    ...inLanguage,
    reply: values,
  }),
  valuesOfMany: post('/org/:orgId/viss/values/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Values of several visualizations with their quality',
    description: 'Keyed by visualization ID; those outside the organization are omitted.',
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
    summary: 'Preview bindings',
    description: 'Evaluates unsaved bindings with last readings or with example values.',
    errors: { IncorrectRequest: 'a formula cannot be read, or the body is not of its form.' },
    ...orgId,
    ...inLanguage,
    body: z.object({
      bindings: bindings.describe('Bindings to evaluate, at most 500.'),
      values: z
        .record(z.string().regex(/^[1-9]\d{0,14}$/), z.string().max(savedCharsMax))
        .optional()
        .describe('Example values by parameter ID, used instead of readings.'),
    }),
    reply: values,
    example: { body: { bindings: example.bindings } },
  }),
  checkSvg: post('/org/:orgId/viss/check-svg/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Sanitize a drawing',
    description: 'Returns the drawing as it would be stored and the removed content. Nothing is stored.',
    errors: { IncorrectRequest: 'the drawing is no SVG, or is too large.' },
    ...orgId,
    body: z.object({ source: fields.shape.source }),
    reply: z.object({
      source: z.string().describe('The sanitized drawing.'),
      leftOut: z.array(z.string()).describe('Names of removed elements and attributes, at most 50.'),
    }),
    example: { body: { source: example.source } },
  }),
  versions: get('/vis/:visId/versions/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Versions of a visualization',
    description: 'Newest first, at most 20.',
    ...visId,
    reply: z.array(
      z.object({
        version: version.describe('Version number.'),
        replacedOn: timestamp.describe('Time when the next version was saved.'),
        replacedBy: z.string().describe('User who saved the next version.'),
      }),
    ),
  }),
  restore: post('/vis/:visId/restore/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Restore a version of a visualization',
    description:
      'Its drawing, bindings, items, arguments and layers become a new version; restoring the current version changes nothing.',
    errors: { ObjectNotFound: 'there is no such visualization, or no such version of it.' },
    ...visId,
    body: z.object({ version: version.describe('Version number to restore.') }),
    reply: done,
    example: { body: { version: 1 } },
  }),
  control: post('/vis/:visId/control/:itemCode/', {
    access: 'operator',
    object: 'vis',
    extension: true,
    summary: 'Use a control of a visualization',
    description: 'Works like `/param/:paramId/write/`, restricted to the values, limits and role of the control.',
    errors: {
      IncorrectRequest: 'the control does not allow this value.',
      NotAuthorized: 'the control requires a higher role.',
      ObjectNotFound: 'the visualization does not exist, or it has no control with this code.',
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
    summary: 'Uses of a faceplate',
    description: 'Visualizations that contain it, and how often.',
    ...visId,
    reply: z.array(
      z.object({
        id: idOf.vis,
        name: z.string().describe('Visualization name.'),
        count: z.int().describe('Number of uses.'),
      }),
    ),
  }),
  saveData: post('/vis/:visId/data/save/', {
    access: 'manager',
    object: 'vis',
    summary: 'Save a value of a visualization',
    description: 'Stored by code; an empty value deletes it. At most 500 saved values.',
    errors: { IncorrectRequest: 'there are 500 saved values, or the body is not of its form.' },
    ...visId,
    body: z.object({
      code,
      value: z
        .union([z.string().max(savedCharsMax), z.number()])
        .describe('Value, at most 1000 characters; empty to delete it.'),
    }),
    reply: done,
    example: { body: { code: 'note', value: 'Under repair' } },
  }),
  create: post('/org/:orgId/viss/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a visualization',
    description: 'The drawing is sanitized. At most 500 visualizations.',
    errors: {
      IncorrectRequest: 'the drawing is not SVG, a binding is invalid, the slug is in use, or there are 500.',
      ObjectNotFound: 'the organization does not exist, or a binding refers to a parameter outside it.',
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
      'Omitted fields are unchanged. A change of the drawing or its behaviour creates a version; the previous 20 are kept.',
    errors: {
      IncorrectRequest:
        'the drawing is not SVG, a binding is invalid, the slug is in use, or the version differs from `ifVersion`.',
      ObjectNotFound: 'the visualization does not exist, or a binding refers to a parameter outside the organization.',
    },
    ...visId,
    body: fields.partial().extend({
      ifVersion: version.optional().describe('Refuse the change unless this is the current version.'),
    }),
    reply: done,
    example: { body: { name: 'Boiler room' } },
  }),
  delete: post('/vis/:visId/delete/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Delete a visualization',
    description: 'Also deletes its saved values.',
    ...visId,
    body: nothing,
    reply: done,
  }),
  duplicate: post('/vis/:visId/duplicate/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Duplicate a visualization',
    description: 'Also copies its saved values.',
    errors: { IncorrectRequest: 'there are 500 visualizations.' },
    ...visId,
    body: nothing,
    reply: z.object({ id: idNumber.describe('ID of the copy.') }),
  }),
}
