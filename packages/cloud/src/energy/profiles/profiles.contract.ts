import { bool, instant, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { uuidOf } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'
import { cadences } from '../calendar.ts'

/** Amounts in the unit that the tariff of the tree converts to. */
export const converted = bool
  .default(false)
  .describe(
    'Whether amounts of the unit that the tariff converts, such as m³ of gas, are given in the other, such as kWh; false if left out.',
  )

const profileQuery = {
  from: instant.optional().describe('Beginning of the span; of this month if left out.'),
  till: instant.optional().describe('End of the span; now if left out.'),
  branchId: uuid.optional().describe('Id of the branch that is looked at; the whole tree if left out.'),
  levels: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe('How many levels below it are answered too, 0 to 10; 1 if left out.'),
  converted,
}
const ofBranch = {
  branchId: uuid.nullable().describe('Id of the branch; null for the whole tree.'),
  unit: z
    .string()
    .nullable()
    .describe(
      'Unit of all that it is made of; the largest where they differ and convert exactly; null where they do not, or one is not known.',
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
  coverage: z.array(z.number()).describe('Share of the time in which it was read, 0 to 1, by segment.'),
})
export type Profile = z.output<typeof profile>

const load = z.object({
  branchId: ofBranch.branchId,
  unit: z.string().nullable().describe('Unit of the power, such as `kW`; null where it is not known.'),
  isTooCoarse: z
    .boolean()
    .describe('A device is read less often than each quarter-hour: nothing can be said of quarter-hours.'),
  quarters: z.number().describe('Quarter-hours of the span that are over.'),
  known: z.number().describe('Those in which all of it was read all the time. Only they count.'),
  peak: z
    .object({
      on: timestamp.describe('Beginning of the quarter-hour.'),
      power: z.number().describe('Its mean power.'),
    })
    .nullable()
    .describe('The highest quarter-hour; null where none is known.'),
  standby: z
    .number()
    .nullable()
    .describe('Median power of the five hours after midnight; null where fewer than eight quarter-hours are known.'),
  duration: z
    .array(z.number())
    .describe('Load duration: power that is reached or exceeded in 0, 1 ... 100% of the known time; empty if none is.'),
})
export type Load = z.output<typeof load>

export const treeProfiles = {
  history: get('/sense/aggregation/tree/:treeId/segmentation/:cadence/history/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'History of a branch and of those below it',
    description: 'What they come to in the segments that a span touches, whole ones, in columns: for charts.',
    errors: {
      IncorrectRequest: 'the span has too many segments, or too much would be read.',
      ObjectNotFound: 'there is no such tree or branch.',
    },
    params: z.object({
      treeId: uuidOf.tree,
      cadence: z.enum(cadences).describe("How long a segment is, cut in the tree's time zone."),
    }),
    query: z.object(profileQuery).refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      edges: z.array(timestamp).describe('Where segments begin and end; one more than there are segments.'),
      branches: z.array(profile).describe('What was asked for, those above before those below.'),
    }),
  }),
  load: get('/sense/aggregation/tree/:treeId/load/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Power of a branch and of those below it',
    description: 'By quarter-hours: the highest, how long which power was needed, and what is needed at night.',
    errors: {
      IncorrectRequest: 'the span is longer than 370 days, or too much would be read.',
      ObjectNotFound: 'there is no such tree or branch.',
    },
    params: z.object({ treeId: uuidOf.tree }),
    query: z.object(profileQuery).refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      branches: z.array(load).describe('What was asked for, those above before those below.'),
    }),
  }),
}
