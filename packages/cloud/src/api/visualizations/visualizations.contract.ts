import { id, idNumber, lang, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { idsMax } from '../ids-max.ts'
import { slug } from '../params/params.contract.ts'
import { bindings, code } from './bindings.contract.ts'

/** Of an organization, and in one of them. */
export const visMax = 500
export const savedCodesMax = 500
export const savedCharsMax = 1000
const sourceCharsMax = 524_288

const orgId = { params: z.object({ orgId: id }) }
const visId = { params: z.object({ visId: id }) }
const inLanguage = { query: z.object({ lang: lang.optional() }) }
const visIds = z.array(idNumber).max(idsMax)
const done = z.object({})

const fields = z.object({
  name: z.string().trim().min(1).max(200),
  slug: slug.optional(),
  /** SVG. What is not known to be harmless is left out of it. */
  source: z.string().max(sourceCharsMax),
  bindings,
  updatePeriodSec: z.int().min(1).max(86_400),
  useVisData: z.boolean(),
})
const visualization = fields
  .required({ slug: true })
  .extend({ id: idNumber, orgId: idNumber })
  .meta({ id: 'Visualization' })

/**
 * Values by their codes. What a rule says besides the text stands behind a dot: `tank.color`, `tank.visible`, `tank.rotate`,
 * `tank.fill`.
 */
const data = z.record(z.string(), z.string())

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
    ...orgId,
    reply: z.array(z.object({ id: idNumber, name: z.string() })),
  }),
  dataOfMany: post('/org/:orgId/viss/data/', {
    access: 'viewer',
    object: 'org',
    summary: 'Data of several visualizations, by their ids; those that are not the organization’s are left out',
    ...orgId,
    ...inLanguage,
    body: z.object({ visIds }),
    reply: z.record(z.string(), data),
    example: { body: { visIds: [1] }, reply: { 1: { flow: '6.0', 'flow.color': '#0a0' } } },
  }),
  infoOfMany: post('/org/:orgId/viss/info/', {
    access: 'viewer',
    object: 'org',
    summary:
      'Several visualizations; those that are not the organization’s are left out. Drawings of more than 33,554,432 characters together are refused: ask for fewer at a time',
    ...orgId,
    body: z.object({ visIds }),
    reply: z.array(visualization),
    example: { body: { visIds: [1] } },
  }),
  get: get('/vis/:visId/', {
    access: 'viewer',
    object: 'vis',
    summary: 'A visualization: its drawing, and which values go where',
    ...visId,
    reply: visualization,
  }),
  data: get('/vis/:visId/data/', {
    access: 'demo',
    object: 'vis',
    summary:
      'Its values by their codes, from last readings; empty where there is none, and for a formula of which one input is missing or that has no result. Saved values stand before them where `useVisData` is set',
    ...visId,
    ...inLanguage,
    reply: data,
    example: { reply: { flow: '6.0', 'flow.color': '#0a0' } },
  }),
  saveData: post('/vis/:visId/data/save/', {
    access: 'manager',
    object: 'vis',
    summary: 'Save a value under a code; an empty one takes it away',
    ...visId,
    body: z.object({ code, value: z.union([z.string().max(savedCharsMax), z.number()]) }),
    reply: done,
    example: { body: { code: 'note', value: 'Under repair' } },
  }),
  create: post('/org/:orgId/viss/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a visualization',
    ...orgId,
    body: fields.partial({ bindings: true, updatePeriodSec: true, useVisData: true }),
    reply: z.object({ id: idNumber }),
    example: { body: example },
  }),
  change: post('/vis/:visId/change/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Change a visualization; what is not given stays',
    ...visId,
    body: fields.partial(),
    reply: done,
    example: { body: { name: 'Boiler room' } },
  }),
  delete: post('/vis/:visId/delete/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Delete a visualization with the values that were saved in it',
    ...visId,
    body: nothing,
    reply: done,
  }),
  duplicate: post('/vis/:visId/duplicate/', {
    access: 'manager',
    object: 'vis',
    extension: true,
    summary: 'Make a copy of a visualization, with the values that were saved in it',
    ...visId,
    body: nothing,
    reply: z.object({ id: idNumber }),
  }),
}
