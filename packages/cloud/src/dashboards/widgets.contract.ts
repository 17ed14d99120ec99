import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { slug } from '../devices/params/params.contract.ts'
import { idOf } from '../fields/fields.ts'

/** Columns of the grid, and rows that it may have. */
export const gridColumns = 12
const gridRowsMax = 2000
export const widgetsMax = 200
const textCharsMax = 5000

/** A parameter: itself, or the one of the device that is looked at. */
const value = z.union([
  z.strictObject({ paramId: idOf.param }),
  z.strictObject({
    key: slug.describe('Short name of a parameter of the device that is looked at, as its template has it.'),
  }),
])
export type ValueRef = z.output<typeof value>

const device = z.union([
  z.strictObject({ deviceId: idOf.device }),
  z.strictObject({ variable: z.literal('device').describe('The device that is looked at.') }),
])
export type DeviceRef = z.output<typeof device>

const limit = z
  .object({
    from: z.number().optional().describe('From this value on.'),
    till: z.number().optional().describe('Up to this value.'),
    level: z.enum(['warning', 'critical']).describe('How bad it is.'),
  })
  .refine(
    ({ from, till }) => (from ?? till) !== undefined && (from === undefined || till === undefined || from < till),
    'must have a from or a till, and the first be less',
  )
const limits = z.array(limit).max(8).describe('Ranges that are not normal, at most 8; the worst that holds counts.')

const place = z
  .object({
    column: z.int().min(1).max(gridColumns).describe('First column, 1 to 12.'),
    row: z.int().min(1).max(gridRowsMax).describe('First row, from 1.'),
    width: z.int().min(1).max(gridColumns).describe('Columns, 1 to 12.'),
    height: z.int().min(1).max(40).describe('Rows, 1 to 40.'),
  })
  .refine(({ column, width }) => column + width <= gridColumns + 1, 'must end within 12 columns')
export type GridArea = z.output<typeof place>

const frame = {
  id: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be letters, digits, _ and -, at most 40')
    .describe('Id of the widget in its dashboard: letters, digits, `_` and `-`, at most 40.'),
  title: z.string().trim().max(200).describe('Title, at most 200 characters; empty for the name of what it shows.'),
  place: place.describe('Where it is on the grid.'),
  order: z.int().min(0).max(10_000).describe('Its turn where there is one column.'),
}

const widgetOf = <Kind extends string, Settings extends z.ZodType>(kind: Kind, settings: Settings, text: string) =>
  z.object({ ...frame, kind: z.literal(kind).describe(text), settings: settings.describe('What it shows, and how.') })

const state = z.object({
  value: z.string().max(200).describe('Number or text of the state.'),
  tone: z.enum(['on', 'off', 'warning', 'critical']).describe('What it means; `on` counts as uptime.'),
})

export const widget = z
  .discriminatedUnion('kind', [
    widgetOf(
      'number',
      z.object({
        value: value.describe('What is shown.'),
        hasTrend: z.boolean().describe('Whether the last 24 hours are drawn.'),
        limits,
      }),
      'A value with its trend.',
    ),
    widgetOf(
      'chart',
      z.object({
        values: z
          .array(
            z.object({
              value: value.describe('A line.'),
              axis: z.enum(['left', 'right']).describe('Axis of the line.'),
            }),
          )
          .min(1)
          .max(20)
          .describe('Lines, 1 to 20.'),
      }),
      'The history of values.',
    ),
    widgetOf(
      'gauge',
      z
        .object({
          value: value.describe('What is shown.'),
          least: z.number().describe('Where the scale begins.'),
          greatest: z.number().describe('Where the scale ends.'),
          limits,
        })
        .refine(({ least, greatest }) => least < greatest, { path: ['greatest'], message: 'must be more than least' }),
      'A value on a scale.',
    ),
    widgetOf(
      'bars',
      z.object({
        value: value.describe('What is counted.'),
        of: z
          .enum(['counter', 'rate'])
          .describe('`counter`: by how much it rose in each interval; `rate`: the mean of each interval.'),
        per: z.enum(['hour', 'day', 'month']).describe("Interval, by the organization's time zone."),
        count: z.int().min(2).max(62).describe('Intervals, 2 to 62, the running one too.'),
      }),
      'A bar for each interval.',
    ),
    widgetOf(
      'timeline',
      z.object({
        source: z
          .discriminatedUnion('kind', [
            z.object({
              kind: z.literal('states').describe('The states of a value.'),
              value: value.describe('What is shown.'),
              states: z.array(state).max(30).describe('What its states mean, at most 30.'),
            }),
            z.object({
              kind: z.literal('availability').describe('Whether a device was read.'),
              device: device.describe('Which device.'),
            }),
          ])
          .describe('Of what.'),
        days: z.int().min(1).max(31).describe('Days, 1 to 31.'),
      }),
      'States over time, with the share of uptime.',
    ),
    widgetOf(
      'switch',
      z.object({
        value: value.describe('What is written.'),
        on: z.string().min(1).max(50).describe('Value that switches on.'),
        off: z.string().min(1).max(50).describe('Value that switches off.'),
      }),
      'Switches something, after a question.',
    ),
    widgetOf('setpoint', z.object({ value: value.describe('What is written.') }), 'Sets a value, after a question.'),
    widgetOf(
      'table',
      z.object({ values: z.array(value).min(1).max(50).describe('Rows, 1 to 50.') }),
      'Values in rows.',
    ),
    widgetOf(
      'alarms',
      z.object({
        scope: z
          .discriminatedUnion('kind', [
            z.object({ kind: z.literal('org').describe('All alerts of the organization.') }),
            z.object({ kind: z.literal('net').describe('Alerts about a network.'), netId: idOf.net }),
            z.object({
              kind: z.literal('device').describe('Alerts about a device.'),
              device: device.describe('Which device.'),
            }),
          ])
          .describe('Which alerts.'),
        hasQuiet: z.boolean().describe('Whether alerts that are quiet are listed too.'),
      }),
      'Alerts, active ones first.',
    ),
    widgetOf(
      'text',
      z.object({
        text: z
          .string()
          .max(textCharsMax)
          .describe(
            'Text, at most 5000 characters; `# heading`, `- list`, `**bold**`, `*italic*`, `[link](https://...)`.',
          ),
      }),
      'A text of people.',
    ),
    widgetOf('picture', z.object({ visId: idNumber.describe('Id of the visualization.') }), 'A visualization.'),
  ])
  .meta({ id: 'Widget', description: 'One field of a dashboard; what its settings are depends on its kind.' })
export type Widget = z.output<typeof widget>

export const variable = z
  .object({
    kind: z.literal('device').describe('A device is chosen by whoever looks.'),
    templateId: idOf.template,
  })
  .describe('What whoever looks at it chooses.')
export type Variable = z.output<typeof variable>
