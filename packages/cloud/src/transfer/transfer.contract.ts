import { bool, idNumber, instant, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../accounts/access/access-contract.ts'
import { contactInput, contactsMax } from '../alerting/contacts/contacts.contract.ts'
import { groupInput, groupsMax } from '../alerting/contacts/groups.contract.ts'
import { policiesMax, policyInput } from '../alerting/contacts/policies.contract.ts'
import { dependencies } from '../alerting/maintenance/dependencies.contract.ts'
import { windowInput } from '../alerting/maintenance/maintenance.contract.ts'
import { quietInput } from '../alerting/settings/alert-settings.contract.ts'
import { alertTemplatesMax } from '../alerting/templates/alert-templates.contract.ts'
import { pathId } from '../fields/fields.ts'
import { timeZone } from '../fields/time-zone.ts'
import { links } from '../history/links/links.contract.ts'
import { document, documentLists, formatVersion } from './document.contract.ts'
import { importPlan, importQuery } from './plan.contract.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
const off = { disabledOn: instant.optional().describe('Time when it was disabled; missing while enabled.') }
const quietDefault = { quiet: quietInput.default({}).describe('Quiet times.') }
const noDependencies = { alertIds: [], netIds: [], isCriticalHeld: false }
const idMap = z.record(z.string().regex(/^[1-9]\d{0,15}$/), idNumber)
const uuidMap = z.record(uuid, uuid)

const { templates, networks, devices, params, alertTemplates, alerts, dashboards, visualizations, reports, trees } =
  documentLists

/** Before there were pictures, a visualization had a drawing and bindings alone. */
const importedVisualization = visualizations.extend({
  kind: visualizations.shape.kind.default('picture'),
  group: visualizations.shape.group.default(''),
  args: visualizations.shape.args.default([]),
  items: visualizations.shape.items.default([]),
  layers: visualizations.shape.layers.default([]),
})

/** A document, or a part of one. `times`: how much longer than in a request its lists may be. */
const partOf = (times: number) =>
  document.partial({ exportedOn: true, organization: true }).extend({
    formatVersion: z.int().min(1).max(formatVersion).describe('Format version, 1 to 5.'),
    settings: document.shape.settings
      .extend({ timeZone: timeZone.describe('Time zone, such as `Europe/Kyiv`.') })
      .partial()
      .default({})
      .describe('Settings that replace those of the organization.'),
    templates: z
      .array(templates)
      .max(1000 * times)
      .default([])
      .describe('Templates of the organization, at most 1000.'),
    networks: z
      .array(
        networks.extend({
          ...off,
          ...quietDefault,
          link: links.changeSettings.body.default({}).describe('Connection settings.'),
        }),
      )
      .max(2000 * times)
      .default([])
      .describe('Networks, at most 2000.'),
    devices: z
      .array(devices.extend(off))
      .max(5000 * times)
      .default([])
      .describe('Devices, at most 5000.'),
    params: z
      .array(params)
      .max(20_000 * times)
      .default([])
      .describe('Parameters, at most 20000.'),
    goneParams: z
      .array(idNumber)
      .max(20_000 * times)
      .default([])
      .describe('IDs of deleted parameters that are still used.'),
    contacts: z
      .array(contactInput.omit({ accountId: true }).extend({ id: idNumber.describe('ID in the document.') }))
      .max(contactsMax)
      .default([])
      .describe('Contacts.'),
    contactGroups: z
      .array(groupInput.extend({ id: idNumber.describe('ID in the document.') }))
      .max(groupsMax)
      .default([])
      .describe('Contact groups.'),
    escalationPolicies: z
      .array(policyInput.safeExtend({ id: idNumber.describe('ID in the document.') }))
      .max(policiesMax)
      .default([])
      .describe('Escalation policies.'),
    alertTemplates: z
      .array(alertTemplates)
      .max(alertTemplatesMax)
      .default([])
      .describe('Alert templates, at most 100.'),
    alerts: z
      .array(
        alerts.extend({
          ...quietDefault,
          isEnabled: z.boolean().default(true).describe('Whether the alert is enabled.'),
          dependsOn: dependencies.default(noDependencies).describe('Dependencies.'),
        }),
      )
      .max(1000 * times)
      .default([])
      .describe('Alerts, at most 1000.'),
    maintenanceWindows: z
      .array(windowInput.extend({ id: idNumber.describe('ID in the document.') }))
      .max(1000)
      .default([])
      .describe('Maintenance windows, at most 1000.'),
    dashboards: z.array(dashboards).max(1000).default([]).describe('Dashboards, at most 1000.'),
    visualizations: z.array(importedVisualization).max(1000).default([]).describe('Visualizations, at most 1000.'),
    reports: z.array(reports).max(1000).default([]).describe('Resource reports, at most 1000.'),
    trees: z
      .array(trees.extend({ timeZone: timeZone.describe('Time zone, such as `Europe/Kyiv`.') }))
      .max(1000)
      .default([])
      .describe('Trees, at most 1000.'),
    /** New IDs of earlier parts, by the IDs of the document. */
    known: z
      .object({
        templates: idMap.optional().describe('New template IDs by ID in the document.'),
        networks: idMap.optional().describe('New network IDs by ID in the document.'),
        devices: idMap.optional().describe('New device IDs by ID in the document.'),
        params: idMap.optional().describe('New parameter IDs by ID in the document.'),
        contacts: idMap.optional().describe('New contact IDs by ID in the document.'),
        contactGroups: idMap.optional().describe('New group IDs by ID in the document.'),
        escalationPolicies: idMap.optional().describe('New policy IDs by ID in the document.'),
        alertTemplates: idMap.optional().describe('New alert template IDs by ID in the document.'),
        alerts: idMap.optional().describe('New alert IDs by ID in the document.'),
        reportBranches: uuidMap.optional().describe('New IDs of top-level report branches by ID in the document.'),
      })
      .default({})
      .describe('Results of earlier parts: IDs of the document, and the IDs returned by their imports.'),
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
    summary: 'Export an organization',
    description:
      'Returns a single document with settings, templates, networks, devices, parameters, contacts, alert templates, alerts, maintenance windows, dashboards, visualizations, reports and trees; without readings, members and keys. Passwords and photos only if requested. At most 100,000 parameters.',
    errors: { IncorrectRequest: 'the organization is too large for one document; use a backup.' },
    ...orgId,
    query: z.object({
      secrets: bool.optional().describe('True to include passwords.'),
      photos: bool.optional().describe('True to include photos of networks and devices, at most 64 MB.'),
    }),
    reply: document,
    hasSecrets: true,
  }),
  import: post('/org/:orgId/import/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Import a document into an organization',
    description:
      'Imported completely or not at all, with new IDs. Send a document larger than 1 MB in parts; `known` contains the results of earlier parts. Slugs in use get a number, gateways have to be bound again, and settings in the document replace those of the organization. Its networks are not polled, nothing is written and no alert is evaluated until this is enabled, unless the query requests it. `plan=true` returns the plan without storing anything.',
    errors: {
      IncorrectRequest: 'the document is invalid; the message contains the location.',
      NotAuthorized: 'the caller is not an owner, or the device quota would be exceeded.',
      ObjectNotFound: 'the organization does not exist, or `known` refers to objects outside it.',
    },
    ...orgId,
    query: importQuery,
    body: part,
    reply: z.object({
      templates: idMap.describe('New template IDs by ID in the document.'),
      networks: idMap.describe('New network IDs by ID in the document.'),
      devices: idMap.describe('New device IDs by ID in the document.'),
      params: idMap.describe('New parameter IDs by ID in the document.'),
      contacts: idMap.describe('New contact IDs by ID in the document.'),
      contactGroups: idMap.describe('New group IDs by ID in the document.'),
      escalationPolicies: idMap.describe('New policy IDs by ID in the document.'),
      alertTemplates: idMap.describe('New alert template IDs by ID in the document.'),
      alerts: idMap.describe('New alert IDs by ID in the document.'),
      maintenanceWindows: idMap.describe('New maintenance window IDs by ID in the document.'),
      dashboards: idMap.describe('New dashboard IDs by ID in the document.'),
      visualizations: idMap.describe('New visualization IDs by ID in the document.'),
      reports: uuidMap.describe('New report IDs by ID in the document.'),
      /** Branches that other reports may link to. */
      reportBranches: uuidMap.describe(
        'New IDs of top-level report branches, which other reports may link to, by ID in the document.',
      ),
      trees: uuidMap.describe('Trees: new ids by the ids of the document.'),
      notes: z.array(z.string()).describe('Information for the caller, such as changed slugs.'),
      plan: importPlan.describe('External effects.'),
      /** True if nothing was stored. */
      isPlan: z.boolean().describe('Whether only the plan was requested and nothing was stored.'),
    }),
  }),
}
