import { id, lang, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { slug } from '../../devices/params/params.contract.ts'
import { facts, idOf, pathId } from '../../fields/fields.ts'
import { polledDevice } from '../../history/links/links.contract.ts'
import { name, refreshSec } from '../dashboards.contract.ts'
import { variable, widget, widgetsMax } from '../widgets.contract.ts'

/** Limit for a dashboard as JSON. */
export const boardBytesMax = 262_144

const orgId = { params: z.object({ orgId: pathId.org }) }
const dashboardId = { params: z.object({ dashboardId: pathId.dashboard }) }
const version = z.int().min(1).describe('Version number, incremented with each save.')
const widgets = z.array(widget).max(widgetsMax).describe('Widgets, at most 200.')
const changed = {
  changedOn: timestamp.optional().describe('Time of the last change.'),
  changedBy: z.string().optional().describe('User who changed it last.'),
}
const lookedAt = id.optional().describe('ID of the selected device, for a dashboard of a device template.')

const board = z
  .object({
    id: idOf.dashboard,
    name: z.string().describe('Dashboard name.'),
    isDefault: z.boolean().describe('Whether it is the default dashboard.'),
    version,
    ...changed,
    refreshSec: z.number().describe('Refresh interval in seconds.'),
    variable: variable
      .extend({ templateName: z.string().describe('Name of the template; empty if it was deleted.') })
      .optional()
      .describe('Selection offered to the viewer; missing without one.'),
    widgets,
  })
  .meta({ id: 'Board', description: 'A dashboard as a grid of widgets.' })

const shownValue = z
  .object({
    paramId: idOf.param,
    key: z.string().optional().describe('Slug, if the dashboard refers to the parameter by slug.'),
    name: z.string().describe('Parameter name.'),
    label: facts.label,
    unitName: facts.unitName,
    valueType: z.string().describe('Register encoding of the value.'),
    precision: z.number().optional().describe('Decimals of the displayed value.'),
    multiplier: z.string().describe('Displayed value = raw value x multiplier + shift.'),
    shift: z.string().describe('Added after multiplying.'),
    states: z.record(z.string(), z.string()).optional().describe('Labels by numeric value.'),
    isTracked: facts.isTracked,
    isProgrammable: facts.isProgrammable,
    deviceId: idOf.device,
    value: z.string().optional().describe('Last good value as text with all digits; missing without one.'),
    readOn: timestamp.optional().describe('Time of the reading.'),
    error: z
      .object({
        reason: z.string().describe('Reason, such as `Timeout`.'),
        on: timestamp.describe('Time of the failure.'),
      })
      .optional()
      .describe('Why the last read failed; missing if it succeeded.'),
  })
  .meta({ id: 'BoardValue', description: 'A parameter of a dashboard with its last value.' })

const bar = z.object({
  from: timestamp.describe('Start of the interval.'),
  till: timestamp.describe('End of the interval.'),
  value: z.number().nullable().describe('Total or mean; null without readings.'),
  isRunning: z.boolean().describe('Whether the interval is still running.'),
  isIncomplete: z.boolean().describe('Whether readings are missing or a counter step is not recorded.'),
})
const timelineStep = z.object({
  from: timestamp.describe('Start of the step.'),
  state: z
    .string()
    .nullable()
    .describe('Worst state of the step, or `read`, `part` and `failed` for a device; null without readings.'),
  onShare: z
    .number()
    .optional()
    .describe('Share of readings in the step that were `on`, 0 to 1; missing for a device and without readings.'),
})

const shownNow = z.object({
  values: z.array(shownValue).describe('Parameters shown by widgets.'),
  devices: z
    .array(
      polledDevice.extend({
        netId: idOf.net,
        netName: z.string().describe('Name of its network.'),
      }),
    )
    .describe('Devices of these parameters, and devices shown by widgets.'),
  alarms: z
    .array(
      z.object({
        widgetId: z.string().describe('Widget ID.'),
        alertIds: z.array(idOf.alert).describe('IDs of the alerts in the list.'),
      }),
    )
    .describe('Contents of alarm lists.'),
  missing: z
    .array(
      z.object({
        kind: z
          .enum(['param', 'device', 'net', 'vis', 'key'])
          .describe('Missing object; `key`: the selected device has no such parameter.'),
        id: z.string().describe('Its ID or key.'),
        name: z.string().optional().describe('Its last known name.'),
      }),
    )
    .describe('Objects that widgets refer to and that do not exist.'),
})

const shownPast = z.object({
  days: z
    .record(
      z.string(),
      z.object({
        means: z.array(z.number().nullable()).describe('96 quarter-hour means, oldest first; null without readings.'),
        least: z.number().optional().describe('Minimum of the last 24 hours.'),
        greatest: z.number().optional().describe('Maximum of the last 24 hours.'),
      }),
    )
    .describe('Numbers and tables, by parameter ID.'),
  bars: z.record(z.string(), z.array(bar)).describe('Bars, by widget ID.'),
  timelines: z
    .record(
      z.string(),
      z.object({
        share: z
          .number()
          .nullable()
          .describe('Share of readings that were `on`, or of successful reads, 0 to 1; null without readings.'),
        steps: z.array(timelineStep).describe('Steps, oldest first.'),
      }),
    )
    .describe('Timelines, by widget ID.'),
  timeZone: z.string().describe('Time zone of the bars.'),
})

const boardDocument = z
  .object({
    format: z.literal('busbar-dashboard').describe('Always `busbar-dashboard`.'),
    formatVersion: z.literal(1).describe('Format version.'),
    name,
    variable: variable.nullable().describe('Selection offered to the viewer; null for none.'),
    widgets,
    paths: z
      .record(z.string().regex(/^[1-9]\d{0,15}$/), z.array(slug).length(3))
      .describe(
        'Slugs of network, device and parameter by parameter ID, used to find parameters whose IDs are unknown.',
      ),
  })
  .meta({ id: 'DashboardDocument', description: 'A dashboard as an exportable document.' })
export type BoardDocument = z.output<typeof boardDocument>

const exampleWidget = {
  id: 'note',
  kind: 'text',
  title: 'Shift notes',
  place: { column: 1, row: 1, width: 4, height: 3 },
  order: 1,
  settings: { text: 'Oven door seal was **replaced**.' },
}

export const boards = {
  list: get('/org/:orgId/boards/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List the dashboards of an organization',
    description: 'The default dashboard comes first once it has been changed; at most 201.',
    ...orgId,
    reply: z.array(
      z.object({
        id: idOf.dashboard,
        name: z.string().describe('Dashboard name.'),
        isDefault: z.boolean().describe('Whether it is the default dashboard.'),
        widgetCount: z.number().describe('Number of widgets.'),
        ...changed,
      }),
    ),
  }),
  get: get('/dashboard/:dashboardId/board/', {
    access: 'viewer',
    object: 'dashboard',
    shared: true,
    extension: true,
    summary: 'Get a dashboard with its grid',
    description: 'Returns the widgets with their positions; `values` returns their contents.',
    ...dashboardId,
    reply: board,
  }),
  save: post('/dashboard/:dashboardId/save/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Save a dashboard',
    description:
      'Replaces the whole grid if the version matches; otherwise nothing is stored, and the response names the user who saved it in the meantime. At most 262,144 bytes.',
    errors: {
      IncorrectRequest: 'widgets overlap, have duplicate IDs, or are too large.',
      ObjectNotFound:
        'the dashboard does not exist, or a widget refers to a parameter, device, network, visualization or template outside the organization.',
    },
    ...dashboardId,
    body: z.object({
      version: version.describe('Version on which the change is based.'),
      name: name.optional().describe('Name, 1 to 200 characters; unchanged if omitted.'),
      refreshSec: refreshSec.optional().describe('Refresh interval in seconds, 5 to 3600; unchanged if omitted.'),
      variable: variable
        .nullable()
        .optional()
        .describe('Selection offered to the viewer; null removes it, unchanged if omitted.'),
      widgets,
    }),
    reply: z.union([
      z.object({ result: z.literal('saved').describe('The dashboard was saved.'), version }),
      z.object({
        result: z.literal('changed').describe('The dashboard has changed in the meantime; nothing was stored.'),
        version,
        ...changed,
      }),
    ]),
    example: { body: { version: 1, name: 'Hall', widgets: [exampleWidget] } },
  }),
  duplicate: post('/dashboard/:dashboardId/duplicate/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Duplicate a dashboard',
    description: 'Copies all widgets; the copy has the same name with a number.',
    errors: { IncorrectRequest: 'there are 200 dashboards.' },
    ...dashboardId,
    body: nothing,
    reply: z.object({ id: idOf.dashboard.describe('ID of the copy.') }),
  }),
  export: get('/dashboard/:dashboardId/export/', {
    access: 'viewer',
    object: 'dashboard',
    extension: true,
    summary: 'Export a dashboard',
    description:
      'Returns a document for `import`, in this organization or one with the same networks, devices and parameters.',
    ...dashboardId,
    reply: boardDocument,
  }),
  import: post('/org/:orgId/boards/import/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Import a dashboard',
    description:
      'Parameters with unknown IDs are found by their slugs. Imported completely or not at all. At most 262,144 bytes.',
    errors: {
      IncorrectRequest: 'the document is invalid, widgets overlap, or there are 200 dashboards.',
      ObjectNotFound: 'it refers to objects that do not exist in the organization.',
    },
    ...orgId,
    body: boardDocument.partial({ variable: true, paths: true }),
    reply: z.object({ id: idOf.dashboard }),
    example: { body: { format: 'busbar-dashboard', formatVersion: 1, name: 'Hall', widgets: [exampleWidget] } },
  }),
  devices: get('/dashboard/:dashboardId/devices/', {
    access: 'viewer',
    object: 'dashboard',
    extension: true,
    summary: 'Devices available for a dashboard',
    description: 'Devices of its template, at most 1000; empty for a dashboard without a template.',
    ...dashboardId,
    reply: z.array(
      z.object({
        id: idOf.device,
        name: z.string().describe('Device name.'),
        netName: z.string().describe('Name of its network.'),
      }),
    ),
  }),
  values: get('/dashboard/:dashboardId/values/', {
    access: 'viewer',
    object: 'dashboard',
    shared: true,
    extension: true,
    summary: 'Current values of a dashboard',
    description:
      'Returns all parameters with their last values, the read state of their devices, listed alerts, and missing objects.',
    errors: { ObjectNotFound: 'there is no such dashboard, or no such device of the organization.' },
    ...dashboardId,
    query: z.object({ lookedAt, lang: lang.optional() }),
    reply: shownNow,
  }),
  history: get('/dashboard/:dashboardId/history/', {
    access: 'viewer',
    object: 'dashboard',
    shared: true,
    extension: true,
    summary: 'History of a dashboard',
    description: 'Returns the last 24 hours of values, bars and timelines; charts request their own readings.',
    errors: { ObjectNotFound: 'there is no such dashboard, or no such device of the organization.' },
    ...dashboardId,
    query: z.object({ lookedAt }),
    reply: shownPast,
  }),
  preview: post('/dashboard/:dashboardId/preview/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Preview widgets',
    description:
      'Returns the same as `values` and `history` for unsaved widgets. Objects outside the organization are reported as missing.',
    errors: { ObjectNotFound: 'there is no such dashboard, or no such device of the organization.' },
    ...dashboardId,
    body: z.object({ widgets, lookedAt: idOf.device.optional(), lang: lang.optional() }),
    reply: z.object({ now: shownNow.describe('As for `values`.'), past: shownPast.describe('As for `history`.') }),
    example: { body: { widgets: [exampleWidget] } },
  }),
}
