import { precisions, timeFormats } from '@busbar/import/readings'
import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'
import { timeZone } from '../../fields/time-zone.ts'

const asideReasons = [
  'not-mapped',
  'no-number',
  'no-text',
  'after-now',
  'beyond-retention',
  'not-before',
  'hour-has-readings',
  'there-already',
  'twice',
] as const
export type AsideReason = (typeof asideReasons)[number]

const target = z.union([
  idOf.param,
  z.object({
    paramId: idOf.param,
    multiplier: z
      .string()
      .max(64)
      .regex(/^-?\d+(\.\d+)?$/)
      .optional()
      .describe('Multiplier of the values, exact; 1 by default.'),
  }),
])

/** Which name of a file is which parameter. */
export const readingsMap = z.record(z.string().max(1000), target)
export type ReadingsMap = z.output<typeof readingsMap>

const importRules = z.object({
  format: z.enum(['csv', 'line-protocol']).describe('Text format.'),
  timeColumn: z.string().max(200).optional().describe('For CSV: heading of the time column; detected by default.'),
  timeFormat: z.enum(timeFormats).default('iso').describe('For CSV: time format.'),
  timeZone: timeZone.default('UTC').describe('For CSV: time zone of times without an offset, such as `Europe/Kyiv`.'),
  precision: z.enum(precisions).default('ns').describe('For line protocol: unit of times.'),
  into: z
    .enum(['past', 'gaps'])
    .default('past')
    .describe(
      '`past`: only times before the device was created here. `gaps`: hours in which the parameter has no reading.',
    ),
})

/** Readings of other programs. */
export const readingsImport = {
  run: post('/org/:orgId/readings/import/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Import readings of other programs',
    description:
      'CSV with a time column and one column per name, or columns `time`, `name`, `value`; or line protocol. A dry run lists the names with counts and periods and proposes parameters. Existing readings are kept, so an import can be repeated. Send a large file in parts, each with the heading. The newest reading becomes the last value unless the device has returned a newer one. Alerts are not evaluated; energy is recalculated.',
    errors: {
      IncorrectRequest:
        'the text is invalid, or a name is mapped to something that is not a parameter of the organization.',
      NotAuthorized: 'the caller is not an owner.',
      ObjectNotFound: 'the organization does not exist.',
    },
    params: z.object({ orgId: pathId.org }),
    body: importRules.extend({
      name: z.string().min(1).max(200).describe('File name.'),
      text: z.string().max(1_000_000).describe('The text, or a part of it.'),
      firstLine: z
        .int()
        .min(1)
        .default(1)
        .describe('Line number of the file with which this part begins, not counting its heading.'),
      map: readingsMap.default({}).describe('Parameters by names in the file.'),
      isDry: z.boolean().describe('True for a dry run that stores nothing.'),
    }),
    reply: z.object({
      names: z
        .array(
          z.object({
            name: z.string().describe('Name in the file.'),
            count: z.number().describe('Readings.'),
            gaps: z.number().describe('Lines without a value.'),
            from: timestamp.describe('First time.'),
            till: timestamp.describe('Last time.'),
            paramId: idOf.param.optional().describe('Mapped or proposed parameter.'),
          }),
        )
        .describe('Names in the text.'),
      stored: z.number().describe('Readings stored, or that would be stored by a dry run.'),
      aside: z
        .array(
          z.object({
            reason: z.enum(asideReasons).describe('Reason.'),
            count: z.number().describe('Number of readings.'),
          }),
        )
        .describe('Readings not stored.'),
      refused: z
        .array(
          z.object({
            line: z.number().describe('Line number, from 1.'),
            reason: z.string().describe('Reason.'),
          }),
        )
        .describe('Invalid lines, at most 100.'),
      refusedCount: z.number().describe('Number of invalid lines.'),
    }),
    example: {
      body: { name: 'pv.csv', format: 'csv', text: 'time,Power\n2026-01-02T03:04:05Z,1500\n', isDry: true },
    },
  }),
}
