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
      .describe('Values are multiplied by it, exactly; 1 if left out.'),
  }),
])

/** Which name of a file is which parameter. */
export const readingsMap = z.record(z.string().max(1000), target)
export type ReadingsMap = z.output<typeof readingsMap>

const importRules = z.object({
  format: z.enum(['csv', 'line-protocol']).describe('Format of the text.'),
  timeColumn: z.string().max(200).optional().describe('Of CSV: heading of the column of times; found if left out.'),
  timeFormat: z.enum(timeFormats).default('iso').describe('Of CSV: how times are written.'),
  timeZone: timeZone.default('UTC').describe('Of CSV: zone of times without an offset, such as `Europe/Kyiv`.'),
  precision: z.enum(precisions).default('ns').describe('Of line protocol: unit of times.'),
  into: z
    .enum(['past', 'gaps'])
    .default('past')
    .describe(
      '`past`: only times before the device was added here. `gaps`: hours in which the parameter has no reading.',
    ),
})

/** Readings of other programs. */
export const readingsImport = {
  run: post('/org/:orgId/readings/import/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Import readings of another program',
    description:
      'CSV with a column of times and one for each name, or columns `time`, `name`, `value`; or line protocol. A dry run lists the names with counts and spans and proposes parameters. A reading that is there wins, so a run can be repeated. A large file comes in parts, each with the heading. The newest reading becomes the last value, unless the device has returned a newer one. Alerts are not judged; energy is worked out anew.',
    errors: {
      IncorrectRequest: 'the text cannot be read, or a name is mapped to what is no parameter of the organization.',
      NotAuthorized: 'the caller is no owner.',
      ObjectNotFound: 'there is no such organization.',
    },
    params: z.object({ orgId: pathId.org }),
    body: importRules.extend({
      name: z.string().min(1).max(200).describe('Name of the file.'),
      text: z.string().max(1_000_000).describe('The text, or a part of it.'),
      firstLine: z
        .int()
        .min(1)
        .default(1)
        .describe('Line of the file with which the part begins, besides its heading.'),
      map: readingsMap.default({}).describe('Parameters by the names of the file.'),
      isDry: z.boolean().describe('True stores nothing.'),
    }),
    reply: z.object({
      names: z
        .array(
          z.object({
            name: z.string().describe('Name in the file.'),
            count: z.number().describe('Readings.'),
            gaps: z.number().describe('Lines that say that there was no value.'),
            from: timestamp.describe('Time of the first.'),
            till: timestamp.describe('Time of the last.'),
            paramId: idOf.param.optional().describe('Parameter that it is mapped to, or that is proposed.'),
          }),
        )
        .describe('Names in the text.'),
      stored: z.number().describe('Readings that were stored; in a dry run those that would be.'),
      aside: z
        .array(
          z.object({
            reason: z.enum(asideReasons).describe('Why they were not stored.'),
            count: z.number().describe('How many.'),
          }),
        )
        .describe('Readings that were not stored.'),
      refused: z
        .array(
          z.object({
            line: z.number().describe('Line in the file, from 1.'),
            reason: z.string().describe('Why it is no reading.'),
          }),
        )
        .describe('Lines that are no readings, the first 100.'),
      refusedCount: z.number().describe('How many lines are no readings.'),
    }),
    example: {
      body: { name: 'pv.csv', format: 'csv', text: 'time,Power\n2026-01-02T03:04:05Z,1500\n', isDry: true },
    },
  }),
}
