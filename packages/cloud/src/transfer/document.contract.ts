import { idNumber, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { contact } from '../alerting/contacts/contacts.contract.ts'
import { group } from '../alerting/contacts/groups.contract.ts'
import { policy } from '../alerting/contacts/policies.contract.ts'
import { definition } from '../alerting/definition/definition.contract.ts'
import { dependencies } from '../alerting/maintenance/dependencies.contract.ts'
import { shownWindow } from '../alerting/maintenance/maintenance.contract.ts'
import { quiet } from '../alerting/settings/alert-settings.contract.ts'
import { alertTemplateFields, alertTemplates } from '../alerting/templates/alert-templates.contract.ts'
import { dashboard, dashboards } from '../dashboards/dashboards.contract.ts'
import { code } from '../dashboards/visualizations/bindings.contract.ts'
import { savedCharsMax, visualization } from '../dashboards/visualizations/visualizations.contract.ts'
import { widget, widgetsMax } from '../dashboards/widgets.contract.ts'
import { card, photoData } from '../devices/cards/cards.contract.ts'
import { requiredBusSettings } from '../devices/device.fields.ts'
import { protocols, solutions } from '../devices/nets/nets.contract.ts'
import { formula, paramFields, paramKinds, slug } from '../devices/params/params.contract.ts'
import { templateFields } from '../devices/templates/templates.contract.ts'
import { budgets, budgetsMax } from '../energy/budgets/budgets.contract.ts'
import { counters } from '../energy/counters/counters.contract.ts'
import { degreeDaysSetting } from '../energy/profiles/degree-days.contract.ts'
import { schedule } from '../energy/report-mails/mails.contract.ts'
import { report } from '../energy/reports/reports.contract.ts'
import { tariff } from '../energy/tariffs/tariffs.contract.ts'
import { branchesMax, sensorsMax } from '../energy/trees/tree.rules.ts'
import { tree, trees } from '../energy/trees/trees.contract.ts'
import { idOf, objectName, uuidOf } from '../fields/fields.ts'
import { netLink } from '../history/links/links.contract.ts'
import { documentSettings } from './settings.contract.ts'

/** Version of exported documents. Imports accept all versions up to it and refuse later ones. */
export const formatVersion = 5

const name = objectName.describe('Name, 1 to 200 characters.')
const description = z.string().max(2000).describe('Free text, at most 2000 characters.')

/** Ids hold within a document: its parts refer to each other by them. */
const documentTemplate = templateFields
  .required({ skus: true })
  .extend({ id: idNumber.describe('ID in the document.') })

/** Shipped templates have other ids in other installations. */
const shippedTemplate = z.object({
  name: z.string().max(200).describe('Name of the template.'),
  manufacturer: z.string().max(200).describe('Manufacturer.'),
  version: z.string().max(200).describe('Version of the template.'),
})

const documentNet = z.object({
  id: idNumber.describe('ID in the document.'),
  name,
  description: description.optional(),
  slug,
  solution: z.enum(solutions).describe('Type of installation.'),
  protocol: z.enum(protocols).describe('Protocol of the connection.'),
  controllerKind: z.string().max(100).describe('Head device of the network.'),
  controllerModbusUnitId: z.int().describe('Modbus unit ID of the controller.'),
  devicePasswords: z
    .array(z.string().max(100))
    .max(16)
    .optional()
    .describe('Passwords of the controller, at most 16; only if requested.'),
  ip: z.string().max(253).optional().describe('Address to connect to.'),
  port: z.int().optional().describe('Port to connect to.'),
  mac: z.string().max(17).optional().describe('MAC address of the gateway.'),
  disabledOn: timestamp.optional().describe('Time when it was disabled; missing while enabled.'),
  disabledBy: z.enum(['admin', 'billing', 'user']).optional().describe('Who disabled it.'),
  disabledNote: z.string().max(1000).optional().describe('Reason for disabling it.'),
  latitude: z.number().optional().describe('Latitude in degrees north.'),
  longitude: z.number().optional().describe('Longitude in degrees east.'),
  link: netLink.describe('Connection settings.'),
  quiet,
  outage: z
    .object({
      afterMinutes: z
        .int()
        .min(1)
        .max(1440)
        .describe('Minutes without a connection that count as an outage, 1 to 1440.'),
      policyId: idOf.policy.optional(),
    })
    .optional()
    .describe('Outage notifications.'),
  card: card.optional().describe('Details of the network.'),
  photo: photoData.optional().describe('Photo, PNG or JPEG in base64; only if requested.'),
})

const documentDevice = z.object({
  id: idNumber.describe('ID in the document.'),
  netId: idOf.net,
  name,
  description: description.optional(),
  slug,
  modbusUnitId: z.int().min(0).max(255).describe('Modbus unit ID, 0 to 255.'),
  ...requiredBusSettings,
  disabledOn: timestamp.optional().describe('Time when it was disabled; missing while enabled.'),
  templateId: idOf.template.optional(),
  shippedTemplate: shippedTemplate
    .optional()
    .describe('Built-in template from which the device was created; its ID differs between installations.'),
  card: card.optional().describe('Details of the network.'),
  photo: photoData.optional().describe('Photo, PNG or JPEG in base64; only if requested.'),
  isComputed: z.boolean().optional().describe('True for a device of computed parameters.'),
})

const { endValue, startValue, reason } = counters.exchange.body.shape
const exchange = z.object({
  on: timestamp.describe('Time of the meter replacement.'),
  endValue: endValue.describe('Last value of the old meter, a decimal.'),
  startValue: startValue.describe('First value of the new meter, a decimal.'),
  reason,
})

const documentParam = paramFields.required({ slug: true }).extend({
  id: idNumber.describe('ID in the document.'),
  deviceId: idOf.device,
  registerKind: z
    .enum(paramKinds)
    .describe('Area: holding or input registers, coils or discrete inputs; or `computed` from other parameters.'),
  formula: formula.optional().describe('Formula of a computed parameter, with IDs of the document.'),
  /** Without it, as the organization has it. */
  keepDays: z
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe('Retention in days, 1 to 36500; the setting of the organization if omitted.'),
  isKey: z
    .literal(true)
    .optional()
    .describe(
      'Whether a user selected it as the key parameter of its network. If several are selected, the first applies.',
    ),
  /** Recorded meter replacements. */
  exchanges: z.array(exchange).max(100).optional().describe('Meter replacements, at most 100.'),
})

const documentContact = contact.omit({ accountId: true })
const documentGroup = group.omit({ onDutyId: true })

/** Their parameters are named by `paramId`. */
const documentAlert = definition.extend({
  id: idNumber.describe('ID in the document.'),
  slug,
  isEnabled: z.boolean().describe('Whether the alert is enabled.'),
  quiet,
  dependsOn: dependencies.describe('Dependencies.'),
  alertTemplateId: idOf.alertTemplate.optional(),
  templateDeviceId: idOf.device.optional().describe('Device for which the alert template created it.'),
})

const documentAlertTemplate = alertTemplateFields.extend({
  id: idNumber.describe('ID in the document.'),
  templateId: idOf.template.optional(),
  shippedTemplate: shippedTemplate
    .optional()
    .describe('Built-in device template; its ID differs between installations.'),
  exceptions: z
    .array(
      z.object({
        deviceId: idOf.device,
        isOff: z.boolean().describe('Whether the alert is disabled for this device.'),
        limits: alertTemplates.setException.body.shape.limits.unwrap(),
      }),
    )
    .max(10_000)
    .describe('Devices with a disabled alert or their own limits, at most 10000.'),
})

const documentDashboard = z.object({
  id: idNumber.describe('ID in the document.'),
  name: dashboards.create.body.shape.name,
  isDefault: z.boolean().describe('Whether it is the default dashboard.'),
  settings: dashboard.shape.settings,
  /** Parameters, in their order. */
  widgets: z.array(idNumber).max(widgetsMax).describe('Parameter IDs in display order, at most 200.'),
  /** Not of those that are tiles of parameters and nothing else. */
  grid: z
    .array(widget)
    .max(widgetsMax)
    .optional()
    .describe('All widgets, at most 200; missing if `widgets` is sufficient.'),
  variable: z
    .object({
      kind: z.literal('device').describe('The viewer selects a device.'),
      templateId: idOf.template.optional(),
      shippedTemplate: shippedTemplate
        .optional()
        .describe('Built-in template of the devices; its ID differs between installations.'),
    })
    .optional()
    .describe('Selection offered to the viewer.'),
})

const documentVisualization = visualization.omit({ orgId: true, version: true }).extend({
  /** Saved data by code. */
  data: z.record(code, z.string().min(1).max(savedCharsMax)).describe('Saved values by code.'),
})

const documentTree = tree.omit({ orgId: true }).extend({
  timeZone: z.string().max(64).describe('Time zone of days and months.'),
  branches: tree.shape.branches.max(branchesMax).describe('Branches of the tree, at most 2000.'),
  sensors: z
    .array(trees.createSensor.body.extend({ id: uuidOf.sensor }))
    .max(sensorsMax)
    .describe('Sensors of the tree, at most 5000.'),
  tariff: tariff.optional().describe('Tariff, if set.'),
  degreeDays: degreeDaysSetting.optional().describe('Degree day settings, if set.'),
  budgets: z.array(budgets.create.body).max(budgetsMax).optional().describe('Budgets, at most 20.'),
})

/** A report with how it goes out, where it does. */
const documentReport = report.extend({
  schedule: schedule.optional().describe('E-mail schedule; missing without one.'),
})

/** Lists of a document. */
export const documentLists = {
  templates: documentTemplate,
  networks: documentNet,
  devices: documentDevice,
  params: documentParam,
  alertTemplates: documentAlertTemplate,
  alerts: documentAlert,
  maintenanceWindows: shownWindow,
  dashboards: documentDashboard,
  visualizations: documentVisualization,
  reports: documentReport,
  trees: documentTree,
} as const

export const document = z
  .object({
    format: z.literal('busbar-organization').describe('Always `busbar-organization`.'),
    formatVersion: z.literal(formatVersion).describe('Format version.'),
    exportedOn: timestamp.describe('Time of the export.'),
    organization: z
      .object({ id: idOf.org, name: z.string().describe('Organization name.') })
      .describe('Exported organization.'),
    settings: documentSettings.describe('Settings of the organization.'),
    templates: z.array(documentTemplate).describe('Templates of the organization.'),
    networks: z.array(documentNet).describe('Networks.'),
    devices: z.array(documentDevice).describe('Devices.'),
    params: z.array(documentParam).describe('Parameters.'),
    /** Parameters that visualizations and reports still name although they were deleted. */
    goneParams: z.array(idNumber).describe('IDs of deleted parameters still used by visualizations and reports.'),
    contacts: z.array(documentContact).describe('Contacts.'),
    contactGroups: z.array(documentGroup).describe('Contact groups.'),
    escalationPolicies: z.array(policy).describe('Escalation policies.'),
    alertTemplates: z.array(documentAlertTemplate).describe('Alert templates.'),
    alerts: z.array(documentAlert).describe('Alerts.'),
    maintenanceWindows: z.array(shownWindow).describe('Maintenance windows.'),
    dashboards: z.array(documentDashboard).describe('Dashboards, including the default one.'),
    visualizations: z.array(documentVisualization).describe('Visualizations.'),
    reports: z.array(documentLists.reports).describe('Resource reports.'),
    trees: z.array(documentTree).describe('Trees.'),
  })
  .meta({
    id: 'OrganizationDocument',
    description: 'A whole organization. Its parts refer to each other by IDs of the document.',
  })
export type Document = z.output<typeof document>
