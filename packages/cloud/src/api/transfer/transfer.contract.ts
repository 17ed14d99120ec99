import { bool, id, idNumber, instant, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { givenQuiet, quiet } from '../alerts/alert-settings.contract.ts'
import { definition } from '../alerts/definition.contract.ts'
import { writeFunctions } from '../devices/devices.contract.ts'
import { protocols, solutions } from '../nets/nets.contract.ts'
import { paramFields, slug } from '../params/params.contract.ts'
import { templateFields } from '../templates/templates.contract.ts'

const orgId = { params: z.object({ orgId: id }) }
const name = z.string().trim().min(1).max(200)
const description = z.string().max(2000)

/** Ids hold within a document: its parts refer to each other by them. */
const documentTemplate = templateFields.required({ skus: true }).extend({ id: idNumber })

const documentNet = z.object({
  id: idNumber,
  name,
  description: description.optional(),
  slug,
  solution: z.enum(solutions),
  protocol: z.enum(protocols),
  controllerKind: z.string().max(100),
  controllerModbusUnitId: z.int(),
  devicePasswords: z.array(z.string().max(100)).max(16).optional(),
  ip: z.string().max(253).optional(),
  port: z.int().optional(),
  mac: z.string().max(17).optional(),
  disabledOn: timestamp.optional(),
  disabledBy: z.enum(['admin', 'billing', 'user']).optional(),
  disabledNote: z.string().max(1000).optional(),
})

const documentDevice = z.object({
  id: idNumber,
  netId: idNumber,
  name,
  description: description.optional(),
  slug,
  modbusUnitId: z.int().min(0).max(255),
  updatePeriodSec: z.int().min(1).max(86_400),
  readGroupSize: z.int().min(1).max(255),
  writeFunction: z.enum(writeFunctions),
  modbusTimeoutRetriesNum: z.int().min(0).max(10),
  disabledOn: timestamp.optional(),
  templateId: idNumber.optional(),
  /** Shipped templates have other ids in other installations. */
  shippedTemplate: z
    .object({ name: z.string().max(200), manufacturer: z.string().max(200), version: z.string().max(200) })
    .optional(),
})

const documentParam = paramFields.required({ slug: true }).extend({ id: idNumber, deviceId: idNumber })

/** Their parameters are named by `paramId`. */
const documentAlert = definition.extend({ id: idNumber, slug, isEnabled: z.boolean(), quiet })

const document = z
  .object({
    format: z.literal('busbar-organization'),
    formatVersion: z.literal(1),
    exportedOn: timestamp,
    organization: z.object({ id: idNumber, name: z.string() }),
    templates: z.array(documentTemplate),
    networks: z.array(documentNet),
    devices: z.array(documentDevice),
    params: z.array(documentParam),
    alerts: z.array(documentAlert),
  })
  .meta({ id: 'OrganizationDocument' })

const off = { disabledOn: instant.optional() }
const idMap = z.record(z.string().regex(/^[1-9]\d{0,15}$/), idNumber)

/** A document, or a part of one. */
const part = document.partial({ exportedOn: true, organization: true }).extend({
  templates: z.array(documentTemplate).max(1000).default([]),
  networks: z.array(documentNet.extend(off)).max(2000).default([]),
  devices: z.array(documentDevice.extend(off)).max(5000).default([]),
  params: z.array(documentParam).max(20_000).default([]),
  alerts: z
    .array(documentAlert.extend({ isEnabled: z.boolean().default(true), quiet: givenQuiet.default({}) }))
    .max(1000)
    .default([]),
  /** What earlier parts became: ids of the document, and the ids that the imports answered. */
  known: z
    .object({
      templates: idMap.optional(),
      networks: idMap.optional(),
      devices: idMap.optional(),
      params: idMap.optional(),
    })
    .default({}),
})

export type Document = z.output<typeof document>
export type Part = z.output<typeof part>

/** A whole organization as one document, and back. */
export const transfer = {
  export: get('/org/:orgId/export/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary:
      'An organization\u2019s templates, networks, devices, parameters and alerts; passwords only when asked for',
    ...orgId,
    query: z.object({ secrets: bool.optional() }),
    reply: document,
  }),
  import: post('/org/:orgId/import/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary:
      'Add what a document, or a part of one, holds: all or nothing, with new ids. Slugs that are taken get a number; gateways are bound anew',
    ...orgId,
    body: part,
    reply: z.object({
      templates: idMap,
      networks: idMap,
      devices: idMap,
      params: idMap,
      alerts: idMap,
      notes: z.array(z.string()),
    }),
  }),
}
