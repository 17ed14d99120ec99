import { id, lang, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { slug } from '../../devices/params/params.contract.ts'
import { facts, idOf, pathId } from '../../fields/fields.ts'
import { polledDevice } from '../../history/links/links.contract.ts'
import { name, refreshSec } from '../dashboards.contract.ts'
import { variable, widget, widgetsMax } from '../widgets.contract.ts'

/** Of a dashboard as JSON. */
export const boardBytesMax = 262_144

const orgId = { params: z.object({ orgId: pathId.org }) }
const dashboardId = { params: z.object({ dashboardId: pathId.dashboard }) }
const version = z.int().min(1).describe('Version: counts what was saved.')
const widgets = z.array(widget).max(widgetsMax).describe('Widgets, at most 200.')
const changed = {
  changedOn: timestamp.optional().describe('When it was last changed.'),
  changedBy: z.string().optional().describe('Who changed it last.'),
}
const lookedAt = id
  .optional()
  .describe('Id of the device that is looked at, for a dashboard for any device of a template.')

const board = z
  .object({
    id: idOf.dashboard,
    name: z.string().describe('Name of the dashboard.'),
    isDefault: z.boolean().describe('Whether it is the default dashboard.'),
    version,
    ...changed,
    refreshSec: z.number().describe('Seconds from one refresh to the next.'),
    variable: variable
      .extend({ templateName: z.string().describe('Name of the template; empty where it is gone.') })
      .optional()
      .describe('What whoever looks at it chooses; missing where nothing is to be chosen.'),
    widgets,
  })
  .meta({ id: 'Board', description: 'A dashboard as a grid of widgets.' })

const shownValue = z
  .object({
    paramId: idOf.param,
    key: z.string().optional().describe('Short name, where the dashboard names it by that.'),
    name: z.string().describe('Name of the parameter.'),
    label: facts.label,
    unitName: facts.unitName,
    valueType: z.string().describe('How registers become a value.'),
    precision: z.number().optional().describe('Decimals of the shown value.'),
    multiplier: z.string().describe('Shown value = raw value x multiplier + shift.'),
    shift: z.string().describe('Added after multiplying.'),
    states: z.record(z.string(), z.string()).optional().describe('Labels by the number that they stand for.'),
    isTracked: facts.isTracked,
    isProgrammable: facts.isProgrammable,
    deviceId: idOf.device,
    value: z.string().optional().describe('Last good value as text with all its digits; missing where there is none.'),
    readOn: timestamp.optional().describe('When it was read.'),
    error: z
      .object({
        reason: z.string().describe('Reason, such as `Timeout`.'),
        on: timestamp.describe('When it failed.'),
      })
      .optional()
      .describe('Why the latest try failed; missing where it did not.'),
  })
  .meta({ id: 'BoardValue', description: 'A parameter of a dashboard with its last value.' })

const bar = z.object({
  from: timestamp.describe('Beginning of the interval.'),
  till: timestamp.describe('End of the interval.'),
  value: z.number().nullable().describe('What was counted, or the mean; null where nothing was read.'),
  isRunning: z.boolean().describe('The interval is not over.'),
  isIncomplete: z.boolean().describe('A part of what is over was not read, or a step was not booked.'),
})
const timelineStep = z.object({
  from: timestamp.describe('Beginning of the step.'),
  state: z
    .string()
    .nullable()
    .describe('Worst state of the step, or `read`, `part` and `failed` of a device; null where nothing was read.'),
  onShare: z
    .number()
    .optional()
    .describe(
      'Part of the readings of the step that were `on`, 0 to 1; missing for a device and where nothing was read.',
    ),
})

const shownNow = z.object({
  values: z.array(shownValue).describe('Parameters that widgets show.'),
  devices: z
    .array(
      polledDevice.extend({
        netId: idOf.net,
        netName: z.string().describe('Name of its network.'),
      }),
    )
    .describe('Devices of these parameters, and those that widgets name.'),
  alarms: z
    .array(
      z.object({
        widgetId: z.string().describe('Id of the widget.'),
        alertIds: z.array(idOf.alert).describe('Ids of the alerts that it lists.'),
      }),
    )
    .describe('What lists of alarms are about.'),
  missing: z
    .array(
      z.object({
        kind: z
          .enum(['param', 'device', 'net', 'vis', 'key'])
          .describe('What is missing; `key`: the device that is looked at has no such parameter.'),
        id: z.string().describe('Its id, or the key.'),
        name: z.string().optional().describe('How it was called, where that is known.'),
      }),
    )
    .describe('What widgets name and is not there.'),
})

const shownPast = z.object({
  days: z
    .record(
      z.string(),
      z.object({
        means: z
          .array(z.number().nullable())
          .describe('96 means of a quarter-hour, oldest first; null where nothing was read.'),
        least: z.number().optional().describe('Least value of the last 24 hours.'),
        greatest: z.number().optional().describe('Greatest value of the last 24 hours.'),
      }),
    )
    .describe('Of numbers and tables, by the id of the parameter.'),
  bars: z.record(z.string(), z.array(bar)).describe('Of bars, by the id of the widget.'),
  timelines: z
    .record(
      z.string(),
      z.object({
        share: z
          .number()
          .nullable()
          .describe(
            'Part of what was read that was `on`, or part of the reads that were answered, 0 to 1; null where nothing was.',
          ),
        steps: z.array(timelineStep).describe('Steps, oldest first.'),
      }),
    )
    .describe('Of timelines, by the id of the widget.'),
  timeZone: z.string().describe('Time zone by which bars are cut.'),
})

const boardDocument = z
  .object({
    format: z.literal('busbar-dashboard').describe('Always `busbar-dashboard`.'),
    formatVersion: z.literal(1).describe('Version of the format.'),
    name,
    variable: variable.nullable().describe('What whoever looks at it chooses; null where nothing is to be chosen.'),
    widgets,
    paths: z
      .record(z.string().regex(/^[1-9]\d{0,15}$/), z.array(slug).length(3))
      .describe(
        'Parameters by id: short names of network, device and parameter. Where an id is not known, they are looked for.',
      ),
  })
  .meta({ id: 'DashboardDocument', description: 'A dashboard as a document.' })
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
    summary: 'All dashboards of an organization',
    description: 'The default one first, if anybody has changed it so far; at most 201.',
    ...orgId,
    reply: z.array(
      z.object({
        id: idOf.dashboard,
        name: z.string().describe('Name of the dashboard.'),
        isDefault: z.boolean().describe('Whether it is the default dashboard.'),
        widgetCount: z.number().describe('Number of its widgets.'),
        ...changed,
      }),
    ),
  }),
  get: get('/dashboard/:dashboardId/board/', {
    access: 'viewer',
    object: 'dashboard',
    shared: true,
    extension: true,
    summary: 'A dashboard with its grid',
    description: 'Its widgets with their places; `values` has what they show.',
    ...dashboardId,
    reply: board,
  }),
  save: post('/dashboard/:dashboardId/save/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Save a dashboard',
    description:
      'Replaces the whole grid, if it is still of the version that was changed; else nothing is stored and the answer tells who has saved it since. At most 262,144 bytes.',
    errors: {
      IncorrectRequest: 'widgets lie on each other, have one id, or are too much.',
      ObjectNotFound:
        "there is no such dashboard, or a widget names a parameter, device, network, visualization or template that is not the organization's.",
    },
    ...dashboardId,
    body: z.object({
      version: version.describe('Version that was changed.'),
      name: name.optional().describe('Name, 1 to 200 characters; stays if left out.'),
      refreshSec: refreshSec.optional().describe('Seconds from one refresh to the next, 5 to 3600; stays if left out.'),
      variable: variable
        .nullable()
        .optional()
        .describe('What whoever looks at it chooses; null takes it away, and it stays if left out.'),
      widgets,
    }),
    reply: z.union([
      z.object({ result: z.literal('saved').describe('It is stored.'), version }),
      z.object({
        result: z.literal('changed').describe('Somebody has saved it since; nothing was stored.'),
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
    summary: 'Copy a dashboard',
    description: 'With all its widgets, under the same name with a number.',
    errors: { IncorrectRequest: 'there are 200 dashboards.' },
    ...dashboardId,
    body: nothing,
    reply: z.object({ id: idOf.dashboard.describe('Id of the copy.') }),
  }),
  export: get('/dashboard/:dashboardId/export/', {
    access: 'viewer',
    object: 'dashboard',
    extension: true,
    summary: 'A dashboard as a document',
    description: 'For `import`, in this organization or one with the same networks, devices and parameters.',
    ...dashboardId,
    reply: boardDocument,
  }),
  import: post('/org/:orgId/boards/import/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a dashboard from a document',
    description:
      'Parameters whose ids are not known are found by their short names. All of it or nothing. At most 262,144 bytes.',
    errors: {
      IncorrectRequest: 'it is not of its form, widgets lie on each other, or there are 200 dashboards.',
      ObjectNotFound: 'it names something that the organization does not have.',
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
    summary: 'Devices that a dashboard can show',
    description: 'Those of its template, at most 1000; none of a dashboard that is not for a template.',
    ...dashboardId,
    reply: z.array(
      z.object({
        id: idOf.device,
        name: z.string().describe('Name of the device.'),
        netName: z.string().describe('Name of its network.'),
      }),
    ),
  }),
  values: get('/dashboard/:dashboardId/values/', {
    access: 'viewer',
    object: 'dashboard',
    shared: true,
    extension: true,
    summary: 'What the widgets of a dashboard show now',
    description:
      'All parameters with their last values, how their devices are read, which alerts are listed, and what is missing.',
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
    summary: 'What the widgets of a dashboard show of the past',
    description: 'The last 24 hours of values, bars and timelines; charts have readings of their own.',
    errors: { ObjectNotFound: 'there is no such dashboard, or no such device of the organization.' },
    ...dashboardId,
    query: z.object({ lookedAt }),
    reply: shownPast,
  }),
  preview: post('/dashboard/:dashboardId/preview/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'What widgets would show',
    description:
      "As `values` and `history`, of widgets that are not saved. What is not the organization's is missing in the answer.",
    errors: { ObjectNotFound: 'there is no such dashboard, or no such device of the organization.' },
    ...dashboardId,
    body: z.object({ widgets, lookedAt: idOf.device.optional(), lang: lang.optional() }),
    reply: z.object({ now: shownNow.describe('As `values`.'), past: shownPast.describe('As `history`.') }),
    example: { body: { widgets: [exampleWidget] } },
  }),
}
