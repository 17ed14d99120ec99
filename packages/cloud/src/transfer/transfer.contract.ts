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
const off = { disabledOn: instant.optional().describe('When it was switched off; missing while it is on.') }
const quietDefault = { quiet: quietInput.default({}).describe('When nobody is told.') }
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
    formatVersion: z.int().min(1).max(formatVersion).describe('Version of the format, 1 to 5.'),
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
          link: links.changeSettings.body.default({}).describe('How the cloud talks with the network.'),
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
      .describe('Ids of parameters that are named though they were deleted.'),
    contacts: z
      .array(contactInput.omit({ accountId: true }).extend({ id: idNumber.describe('Id in the document.') }))
      .max(contactsMax)
      .default([])
      .describe('Contacts.'),
    contactGroups: z
      .array(groupInput.extend({ id: idNumber.describe('Id in the document.') }))
      .max(groupsMax)
      .default([])
      .describe('Groups of contacts.'),
    escalationPolicies: z
      .array(policyInput.safeExtend({ id: idNumber.describe('Id in the document.') }))
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
          isEnabled: z.boolean().default(true).describe('Whether the alert is judged.'),
          dependsOn: dependencies.default(noDependencies).describe('On what it depends.'),
        }),
      )
      .max(1000 * times)
      .default([])
      .describe('Alerts, at most 1000.'),
    maintenanceWindows: z
      .array(windowInput.extend({ id: idNumber.describe('Id in the document.') }))
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
    /** What earlier parts became: ids of the document, and the ids that the imports answered. */
    known: z
      .object({
        templates: idMap.optional().describe('Templates: new ids by the ids of the document.'),
        networks: idMap.optional().describe('Networks: new ids by the ids of the document.'),
        devices: idMap.optional().describe('Devices: new ids by the ids of the document.'),
        params: idMap.optional().describe('Parameters: new ids by the ids of the document.'),
        contacts: idMap.optional().describe('Contacts: new ids by the ids of the document.'),
        contactGroups: idMap.optional().describe('Groups: new ids by the ids of the document.'),
        escalationPolicies: idMap.optional().describe('Policies: new ids by the ids of the document.'),
        alertTemplates: idMap.optional().describe('Alert templates: new ids by the ids of the document.'),
        alerts: idMap.optional().describe('Alerts: new ids by the ids of the document.'),
        reportBranches: uuidMap.optional().describe('Top branches of reports: new ids by the ids of the document.'),
      })
      .default({})
      .describe('What earlier parts became: ids of the document, and the ids that the imports answered.'),
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
    summary: 'A whole organization as one document',
    description:
      'Settings, templates, networks, devices, parameters, contacts, alert templates, alerts, maintenance windows, dashboards, visualizations, reports and trees; no readings, members or keys. Passwords and photos only when asked for. At most 100,000 parameters.',
    errors: { IncorrectRequest: 'the organization is too large for one document; use a backup.' },
    ...orgId,
    query: z.object({
      secrets: bool.optional().describe('True puts passwords into the document.'),
      photos: bool.optional().describe('True puts photos of networks and devices into the document, at most 64 MB.'),
    }),
    reply: document,
    hasSecrets: true,
  }),
  import: post('/org/:orgId/import/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Add what a document holds to an organization',
    description:
      'All or nothing, with new ids; a document larger than 1 MB comes in parts, and `known` tells what earlier parts became. Slugs that are taken get a number, gateways are bound anew, settings that are given replace those of the organization. Its networks are not dialled, nothing is written and no alert is judged before that is switched on, unless the query asks for it. `plan=true` stores nothing and answers what would be done.',
    errors: {
      IncorrectRequest: 'something in the document is wrong; the message names its place.',
      NotAuthorized: 'the caller is no owner, or the device quota would be passed.',
      ObjectNotFound: 'there is no such organization, or `known` names what is not its own.',
    },
    ...orgId,
    query: importQuery,
    body: part,
    reply: z.object({
      templates: idMap.describe('Templates: new ids by the ids of the document.'),
      networks: idMap.describe('Networks: new ids by the ids of the document.'),
      devices: idMap.describe('Devices: new ids by the ids of the document.'),
      params: idMap.describe('Parameters: new ids by the ids of the document.'),
      contacts: idMap.describe('Contacts: new ids by the ids of the document.'),
      contactGroups: idMap.describe('Groups: new ids by the ids of the document.'),
      escalationPolicies: idMap.describe('Policies: new ids by the ids of the document.'),
      alertTemplates: idMap.describe('Alert templates: new ids by the ids of the document.'),
      alerts: idMap.describe('Alerts: new ids by the ids of the document.'),
      maintenanceWindows: idMap.describe('Maintenance windows: new ids by the ids of the document.'),
      dashboards: idMap.describe('Dashboards: new ids by the ids of the document.'),
      visualizations: idMap.describe('Visualizations: new ids by the ids of the document.'),
      reports: uuidMap.describe('Reports: new ids by the ids of the document.'),
      /** Those that others may link to. */
      reportBranches: uuidMap.describe(
        'Top branches of reports, which others may link to: new ids by the ids of the document.',
      ),
      trees: uuidMap.describe('Trees: new ids by the ids of the document.'),
      notes: z.array(z.string()).describe('What the caller should know, for example slugs that were changed.'),
      plan: importPlan.describe('What reaches beyond the service.'),
      /** Nothing was stored. */
      isPlan: z.boolean().describe('Whether nothing was stored because only the plan was asked for.'),
    }),
  }),
}
