import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { slug } from '../devices/params/params.contract.ts'
import { idOf } from '../fields/fields.ts'

/** Columns of the grid, and rows that it may have. */
export const gridColumns = 12
const gridRowsMax = 2000
export const widgetsMax = 200
const textCharsMax = 5000

/** A parameter, given directly or as one of the selected device. */
const value = z.union([
  z.strictObject({ paramId: idOf.param }),
  z.strictObject({
    key: slug.describe('Slug of a parameter of the selected device, as defined by its template.'),
  }),
])
export type ValueRef = z.output<typeof value>

const device = z.union([
  z.strictObject({ deviceId: idOf.device }),
  z.strictObject({ variable: z.literal('device').describe('The selected device.') }),
])
export type DeviceRef = z.output<typeof device>

const limit = z
  .object({
    from: z.number().optional().describe('Minimum, inclusive.'),
    till: z.number().optional().describe('Maximum, inclusive.'),
    level: z.enum(['warning', 'critical']).describe('Severity.'),
  })
  .refine(
    ({ from, till }) => (from ?? till) !== undefined && (from === undefined || till === undefined || from < till),
    'must have a from or a till, and the first be less',
  )
const limits = z.array(limit).max(8).describe('Abnormal ranges, at most 8; the most severe matching range applies.')

const place = z
  .object({
    column: z.int().min(1).max(gridColumns).describe('First column, 1 to 12.'),
    row: z.int().min(1).max(gridRowsMax).describe('First row, from 1.'),
    width: z.int().min(1).max(gridColumns).describe('Width in columns, 1 to 12.'),
    height: z.int().min(1).max(40).describe('Height in rows, 1 to 40.'),
  })
  .refine(({ column, width }) => column + width <= gridColumns + 1, 'must end within 12 columns')
export type GridArea = z.output<typeof place>

const frame = {
  id: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be letters, digits, _ and -, at most 40')
    .describe('Widget ID, unique in the dashboard: letters, digits, `_` and `-`, at most 40.'),
  title: z
    .string()
    .trim()
    .max(200)
    .describe('Title, at most 200 characters; empty for the name of the displayed object.'),
  place: place.describe('Position in the grid.'),
  order: z.int().min(0).max(10_000).describe('Position in a single-column layout.'),
}

const widgetOf = <Kind extends string, Settings extends z.ZodType>(kind: Kind, settings: Settings, text: string) =>
  z.object({ ...frame, kind: z.literal(kind).describe(text), settings: settings.describe('Type and settings.') })

const state = z.object({
  value: z.string().max(200).describe('Number or text of the state.'),
  tone: z.enum(['on', 'off', 'warning', 'critical']).describe('Meaning of the state; `on` counts as uptime.'),
})

export const widget = z
  .discriminatedUnion('kind', [
    widgetOf(
      'number',
      z.object({
        value: value.describe('Displayed value.'),
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
              value: value.describe('Value of the line.'),
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
          value: value.describe('Displayed value.'),
          least: z.number().describe('Start of the scale.'),
          greatest: z.number().describe('End of the scale.'),
          limits,
        })
        .refine(({ least, greatest }) => least < greatest, { path: ['greatest'], message: 'must be more than least' }),
      'A value on a scale.',
    ),
    widgetOf(
      'bars',
      z.object({
        value: value.describe('Value to aggregate.'),
        of: z.enum(['counter', 'rate']).describe('`counter`: increase per interval; `rate`: mean per interval.'),
        per: z.enum(['hour', 'day', 'month']).describe("Interval, in the organization's time zone."),
        count: z.int().min(2).max(62).describe('Number of intervals, 2 to 62, including the current one.'),
      }),
      'A bar for each interval.',
    ),
    widgetOf(
      'timeline',
      z.object({
        source: z
          .discriminatedUnion('kind', [
            z.object({
              kind: z.literal('states').describe('States of a value.'),
              value: value.describe('Displayed value.'),
              states: z.array(state).max(30).describe('Meanings of its states, at most 30.'),
            }),
            z.object({
              kind: z.literal('availability').describe('Read state of a device.'),
              device: device.describe('Device.'),
            }),
          ])
          .describe('Displayed object.'),
        days: z.int().min(1).max(31).describe('Number of days, 1 to 31.'),
      }),
      'States over time, with the share of uptime.',
    ),
    widgetOf(
      'switch',
      z.object({
        value: value.describe('Value to write.'),
        on: z.string().min(1).max(50).describe('Value for on.'),
        off: z.string().min(1).max(50).describe('Value for off.'),
      }),
      'Switches something, after a question.',
    ),
    widgetOf('setpoint', z.object({ value: value.describe('Value to write.') }), 'Sets a value, after a question.'),
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
            z.object({ kind: z.literal('net').describe('Alerts of a network.'), netId: idOf.net }),
            z.object({
              kind: z.literal('device').describe('Alerts of a device.'),
              device: device.describe('Device.'),
            }),
          ])
          .describe('Alerts to list.'),
        hasQuiet: z.boolean().describe('Whether to include alerts that are not firing.'),
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
    widgetOf('picture', z.object({ visId: idNumber.describe('Visualization ID.') }), 'A visualization.'),
  ])
  .meta({ id: 'Widget', description: 'A dashboard widget; its settings depend on its type.' })
export type Widget = z.output<typeof widget>

export const variable = z
  .object({
    kind: z.literal('device').describe('The viewer selects a device.'),
    templateId: idOf.template,
  })
  .describe('Selection offered to the viewer.')
export type Variable = z.output<typeof variable>
