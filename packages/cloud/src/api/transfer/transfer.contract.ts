import { bool, id, idNumber, instant, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { timeZone } from '../../time-zone.ts'
import { givenQuiet } from '../alerts/alert-settings.contract.ts'
import { links } from '../readings/links.contract.ts'
import { document, documentLists, formatVersion } from './document.contract.ts'
import { importPlan, importQuery } from './plan.contract.ts'

const orgId = { params: z.object({ orgId: id }) }
const off = { disabledOn: instant.optional() }
const given = { quiet: givenQuiet.default({}) }
const idMap = z.record(z.string().regex(/^[1-9]\d{0,15}$/), idNumber)
const uuidMap = z.record(uuid, uuid)

const { templates, networks, devices, params, alerts, dashboards, visualizations, reports, trees } = documentLists

/** A document, or a part of one. `times`: how much longer than in a request its lists may be. */
const partOf = (times: number) =>
  document.partial({ exportedOn: true, organization: true }).extend({
    formatVersion: z.int().min(1).max(formatVersion),
    settings: document.shape.settings.extend({ timeZone }).partial().default({}),
    templates: z
      .array(templates)
      .max(1000 * times)
      .default([]),
    networks: z
      .array(networks.extend({ ...off, ...given, link: links.changeSettings.body.default({}) }))
      .max(2000 * times)
      .default([]),
    devices: z
      .array(devices.extend(off))
      .max(5000 * times)
      .default([]),
    params: z
      .array(params)
      .max(20_000 * times)
      .default([]),
    goneParams: z
      .array(idNumber)
      .max(20_000 * times)
      .default([]),
    alerts: z
      .array(alerts.extend({ ...given, isEnabled: z.boolean().default(true) }))
      .max(1000 * times)
      .default([]),
    dashboards: z.array(dashboards).max(1000).default([]),
    visualizations: z.array(visualizations).max(1000).default([]),
    reports: z.array(reports).max(1000).default([]),
    trees: z.array(trees.extend({ timeZone })).max(1000).default([]),
    /** What earlier parts became: ids of the document, and the ids that the imports answered. */
    known: z
      .object({
        templates: idMap.optional(),
        networks: idMap.optional(),
        devices: idMap.optional(),
        params: idMap.optional(),
        reportBranches: uuidMap.optional(),
      })
      .default({}),
  })

const part = partOf(1)
export type Part = z.output<typeof part>

/** A document as a file, which may be of any size. */
export const wholeDocument = partOf(20)

/** A whole organization as one document, and back. */
export const transfer = {
  export: get('/org/:orgId/export/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary:
      'An organization\u2019s settings, templates, networks, devices, parameters, alerts, dashboards, visualizations, reports and trees; passwords only when asked for',
    ...orgId,
    query: z.object({ secrets: bool.optional() }),
    reply: document,
    hasSecrets: true,
  }),
  import: post('/org/:orgId/import/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary:
      'Add what a document, or a part of one, holds: all or nothing, with new ids. Slugs that are taken get a number; gateways are bound anew; settings that are given replace those of the organization. Its networks are not dialled, nothing is written and no alert is judged before that is switched on, unless the query asks for it; `plan=true` stores nothing and answers what would be done',
    ...orgId,
    query: importQuery,
    body: part,
    reply: z.object({
      templates: idMap,
      networks: idMap,
      devices: idMap,
      params: idMap,
      alerts: idMap,
      dashboards: idMap,
      visualizations: idMap,
      reports: uuidMap,
      /** Those that others may link to. */
      reportBranches: uuidMap,
      trees: uuidMap,
      notes: z.array(z.string()),
      plan: importPlan,
      /** Nothing was stored. */
      isPlan: z.boolean(),
    }),
  }),
}
