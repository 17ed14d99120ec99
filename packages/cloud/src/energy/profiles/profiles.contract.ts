import { bool, instant, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { uuidOf } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'
import { cadences } from '../calendar.ts'

/** Amounts in the unit that the tariff of the tree converts to. */
export const converted = bool
  .default(false)
  .describe("Whether to convert amounts with the tariff's conversion, such as m³ of gas to kWh; false by default.")

const profileQuery = {
  from: instant.optional().describe('Start of the period; start of the current month by default.'),
  till: instant.optional().describe('End of the period; now by default.'),
  branchId: uuid.optional().describe('Branch ID; the whole tree if omitted.'),
  levels: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe('Number of lower levels to include, 0 to 10; 1 by default.'),
  converted,
}
const ofBranch = {
  branchId: uuid.nullable().describe('Branch ID; null for the whole tree.'),
  unit: z
    .string()
    .nullable()
    .describe(
      'Common unit, the largest of exactly convertible units; null if they are not convertible or one is unknown.',
    ),
}
const figures = (text: string) => z.array(z.number().nullable()).describe(text)

const profile = z.object({
  ...ofBranch,
  energy: figures(
    'Energy of what is known, by segment; null where nothing is, and where it would be a sum of different units.',
  ),
  metered: figures('Of a branch with a main meter: what is metered below that, by segment.').optional(),
  unmetered: figures(
    'Of such a branch: the rest, by segment; null where the meter or a sensor below was not read all the time.',
  ).optional(),
  coverage: z.array(z.number()).describe('Share of the time with readings, 0 to 1, per segment.'),
})
export type Profile = z.output<typeof profile>

const load = z.object({
  branchId: ofBranch.branchId,
  unit: z.string().nullable().describe('Unit of power, such as `kW`; null if unknown.'),
  isTooCoarse: z
    .boolean()
    .describe('A device is polled less often than every quarter of an hour, so quarter-hour values are not available.'),
  quarters: z.number().describe('Completed quarter-hours of the period.'),
  known: z.number().describe('Quarter-hours with complete readings. Only these are evaluated.'),
  peak: z
    .object({
      on: timestamp.describe('Start of the quarter-hour.'),
      power: z.number().describe('Its mean power.'),
    })
    .nullable()
    .describe('Highest quarter-hour; null if none is known.'),
  standby: z
    .number()
    .nullable()
    .describe('Median power of the five hours after midnight; null with fewer than eight known quarter-hours.'),
  duration: z
    .array(z.number())
    .describe(
      'Load duration curve: power reached or exceeded in 0, 1 ... 100% of the known time; empty if none is known.',
    ),
})
export type Load = z.output<typeof load>

export const treeProfiles = {
  history: get('/sense/aggregation/tree/:treeId/segmentation/:cadence/history/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Energy history of a branch and its sub-branches',
    description: 'Returns the complete segments of the period as columns, for charts.',
    errors: {
      IncorrectRequest: 'the period has too many segments, or requires too many readings.',
      ObjectNotFound: 'the tree or branch does not exist.',
    },
    params: z.object({
      treeId: uuidOf.tree,
      cadence: z.enum(cadences).describe("Segment length, in the tree's time zone."),
    }),
    query: z.object(profileQuery).refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      edges: z.array(timestamp).describe('Segment boundaries; one more than the number of segments.'),
      branches: z.array(profile).describe('Requested branches, parents before children.'),
    }),
  }),
  load: get('/sense/aggregation/tree/:treeId/load/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Load profile of a branch and its sub-branches',
    description: 'By quarter-hours: peak, load duration curve and night load.',
    errors: {
      IncorrectRequest: 'the period is longer than 370 days, or requires too many readings.',
      ObjectNotFound: 'the tree or branch does not exist.',
    },
    params: z.object({ treeId: uuidOf.tree }),
    query: z.object(profileQuery).refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      branches: z.array(load).describe('Requested branches, parents before children.'),
    }),
  }),
}
