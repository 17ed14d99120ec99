import { idNumber, lang, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/access-contract.ts'
import { idOf, pathId } from '../fields.ts'
import { idsMax } from '../ids-max.ts'
import { slug } from '../params/params.contract.ts'
import { bindings, code } from './bindings.contract.ts'

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
  name: z.string().trim().min(1).max(200).describe('Name, 1 to 200 characters.'),
  slug: slug.optional().describe('Short name, unique in the organization; made from the name if left out.'),
  /** SVG. What is not known to be harmless is left out of it. */
  source: z
    .string()
    .max(sourceCharsMax)
    .describe('Drawing as SVG, at most 524,288 characters; what is not known to be harmless is left out of it.'),
  bindings: bindings.describe('Which values go where, at most 500.'),
  updatePeriodSec: z.int().min(1).max(86_400).describe('Seconds from one update to the next, 1 to 86400.'),
  useVisData: z.boolean().describe('Whether saved values stand before readings.'),
})
const visualization = fields
  .required({ slug: true })
  .extend({ id: idOf.vis, orgId: idOf.org })
  .meta({ id: 'Visualization', description: 'A drawing and the values that go into it.' })

/**
 * Values by their codes. What a rule says besides the text stands behind a dot: `tank.color`, `tank.visible`, `tank.rotate`,
 * `tank.fill`.
 */
const data = z
  .record(z.string(), z.string())
  .describe(
    'Values by code. What a rule says besides the text stands behind a dot: `tank.color`, `tank.visible`, `tank.rotate`, `tank.fill`.',
  )

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
    body: fields.partial({ bindings: true, updatePeriodSec: true, useVisData: true }),
    reply: z.object({ id: idOf.vis }),
    example: { body: example },
  }),
  change: post('/vis/:visId/change/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Change a visualization',
    description: 'What is not given stays.',
    errors: {
      IncorrectRequest: 'the drawing is no SVG, a binding is wrong, or the slug is taken.',
      ObjectNotFound: "there is no such visualization, or a binding names a parameter that is not the organization's.",
    },
    ...visId,
    body: fields.partial(),
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
