import { id, idNumber, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { writeFunctions } from '../devices/devices.contract.ts'
import { templateParam } from '../params/params.contract.ts'

const templateId = { params: z.object({ templateId: id }) }
const text = z.string().trim().min(1).max(200)

export const templateFields = z.object({
  name: text,
  manufacturer: text,
  version: text,
  skus: z.array(z.string().min(1).max(100)).max(50).optional(),
  readGroupSize: z.int().min(1).max(255),
  writeFunction: z.enum(writeFunctions),
  paramTemplates: z.array(templateParam).min(1).max(2000),
})

/** One of several maps that units of one name may have: what they share, and how this one is told from the others. */
export const variantOf = z.object({
  of: z.string(),
  note: z.object({ en: z.string(), pl: z.string(), ru: z.string(), uk: z.string() }),
})

/** `orgId`: whose it is; a shipped one is nobody's and cannot be changed. */
const template = templateFields
  .required({ skus: true })
  .extend({ id: idNumber, orgId: idNumber.optional(), variant: variantOf.optional() })
  .meta({ id: 'DeviceTemplate' })

export const templates = {
  idBySku: post('/controller/get-template-id/', {
    access: 'session',
    summary: 'The template of a SKU: of the caller\u2019s organizations first, then the shipped one',
    body: z.object({ sku: z.string().min(1).max(100) }),
    reply: z.object({ id: idNumber }),
  }),
  get: get('/device-template/:templateId/', {
    access: 'session',
    summary: 'A device template',
    ...templateId,
    reply: template,
  }),
  list: get('/templates/', {
    access: 'session',
    extension: true,
    summary: 'Templates that the caller may use: those of the caller\u2019s organizations and the shipped ones',
    reply: z.array(
      z.object({
        id: idNumber,
        orgId: idNumber.optional(),
        name: z.string(),
        manufacturer: z.string(),
        version: z.string(),
        skus: z.array(z.string()),
        paramCount: z.number(),
        variant: variantOf.optional(),
      }),
    ),
  }),
  create: post('/org/:orgId/templates/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make or import a template of an organization\u2019s own',
    params: z.object({ orgId: id }),
    body: templateFields,
    reply: z.object({ id: idNumber }),
  }),
  importCsv: post('/org/:orgId/templates/import-csv/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a template from a table, one parameter a line; mistakes are named by line and column',
    params: z.object({ orgId: id }),
    body: templateFields.omit({ paramTemplates: true }).extend({ csv: z.string().max(900_000) }),
    reply: z.union([
      z.object({ id: idNumber }),
      z.object({ errors: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })) }),
    ]),
  }),
  change: post('/template/:templateId/change/', {
    access: 'session',
    extension: true,
    summary: 'Change a template of an organization\u2019s own; needs manager there',
    ...templateId,
    body: templateFields.partial(),
    reply: z.object({}),
  }),
  delete: post('/template/:templateId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Delete a template of an organization\u2019s own; devices made from it stay. Needs manager there',
    ...templateId,
    body: nothing,
    reply: z.object({}),
  }),
  exportCsv: get('/template/:templateId/export-csv/', {
    access: 'session',
    extension: true,
    summary: 'A template\u2019s parameters as a table',
    ...templateId,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
