import { instant, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { idOf, uuidOf } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'
import { cadences } from '../calendar.ts'
import { asideReasons } from '../counters/counter-book.ts'
import { converted } from '../profiles/profiles.contract.ts'

const cadence = z
  .enum(cadences)
  .describe("How long a segment is, cut in the tree's time zone; a day of 23 or 25 hours is one day.")
const treeId = { params: z.object({ treeId: uuidOf.tree }) }
const span = z
  .object({
    from: instant.optional().describe('Beginning of the span, cut to quarter-hours; of today if left out.'),
    till: instant.optional().describe('End of the span; now if left out.'),
    converted,
  })
  .refine(isForward, backwards)
const tableSpan = z
  .object({
    from: instant.optional().describe('Beginning of the span; of this month if left out.'),
    till: instant.optional().describe('End of the span; now if left out.'),
    cadence: cadence.optional().describe('How long a segment is; `day` if left out.'),
    converted,
  })
  .refine(isForward, backwards)

const segment = z.object({
  from: timestamp.describe('Beginning.'),
  till: timestamp.describe('End.'),
  /** Of what is known; null where nothing is. */
  energy: z
    .number()
    .nullable()
    .describe('Energy of what is known; null where nothing is, and where it would be a sum of different units.'),
  /** Of a branch with a main meter: what is metered below that. The rest is not metered. */
  metered: z.number().nullable().optional().describe('Of a branch with a main meter: what is metered below that.'),
  /** Of such a branch: the rest; null where the meter or a sensor below was not read all the time. */
  unmetered: z
    .number()
    .nullable()
    .optional()
    .describe('Of such a branch: the rest; null where the meter or a sensor below was not read all the time.'),
  /** All digits, where a number does not hold them. */
  energyText: z.string().optional().describe('All digits of the energy, where the number does not hold them.'),
  meteredText: z.string().optional().describe('All digits of what is metered, where the number does not hold them.'),
  /** It is over, and all that the energy is made of was read all the time. */
  isComplete: z.boolean().describe('It is over, and all that the energy is made of was read all the time.'),
  /** The share of the time in which it was. */
  coverage: z.number().describe('Share of the time in which that was read, 0 to 1.'),
  sensorsReported: z.number().describe('Sensors that were read in it.'),
  sensorsTotal: z.number().describe('Sensors in all.'),
})
export type Segment = z.output<typeof segment>

const mixedUnits = z
  .array(z.string())
  .optional()
  .describe(
    'Units of the sensors, where they differ, do not convert exactly, and have no sum for that reason; missing otherwise.',
  )

/** Readings of counters that were not counted with, and steps that were not booked, by time, at most a thousand. */
export const setAside = z
  .array(
    z.object({
      paramId: idOf.param,
      on: timestamp.describe('First of the readings.'),
      till: timestamp.describe('Last of the readings.'),
      /** What the counter had, and what it showed then. */
      from: z.number().describe('What the counter had.'),
      to: z.number().describe('What it showed then.'),
      /**
       * "spike" and "invalid" are readings that cost nothing; for "jump", "unusual", "replacement" and "reset" an amount is missing. "unusual" is far
       * beyond what the counter's history shows: accept the step, or a limit, with `/param/:paramId/counter/accept/`.
       */
      reason: z
        .enum(asideReasons)
        .describe(
          '`spike` and `invalid` are readings that cost nothing; for the others an amount is missing. `unusual` is far beyond what the history shows: accept the step or a limit with `/param/:paramId/counter/accept/`.',
        ),
    }),
  )
  .describe('Readings of counters that were not counted with, and steps that were not booked, by time, at most 1000.')
export type ShownAside = z.output<typeof setAside>[number]

export const treeEnergy = {
  branchHistory: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/history/', {
    access: 'viewer',
    object: 'treeBranch',
    summary: 'History of a branch',
    description:
      'What it comes to in the segments that a span touches, whole ones. Of more than the limit the latest; without a beginning the last hundred. `coverage`, `unmetered`, `setAside` and digits as text are additions of Busbar.',
    errors: { IncorrectRequest: 'too much would be read, or the request is not of its form.' },
    params: z.object({ branchId: uuidOf.branch, cadence }),
    query: z
      .object({
        from: instant.optional().describe('Beginning of the span; the last hundred segments if left out.'),
        till: instant.optional().describe('End of the span; now if left out.'),
        limit: z.coerce.number().int().min(1).max(1000).default(1000).describe('Segments at most, 1 to 1000.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({ segments: z.array(segment).describe('Segments in their order.'), setAside }),
  }),
  branchLast: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'treeBranch',
    summary: 'Present segment of a branch',
    description: 'The segment that is under way, up to now.',
    params: z.object({ branchId: uuidOf.branch, cadence }),
    cost: 2,
    reply: segment.extend({ setAside }),
  }),
  treeLast: get('/sense/aggregation/tree/:treeId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'tree',
    summary: 'Present segment of a tree',
    description: 'The segment that is under way, up to now, of all top branches together.',
    params: z.object({ treeId: uuidOf.tree, cadence }),
    cost: 2,
    reply: segment.extend({ setAside }),
  }),
  branches: get('/sense/aggregation/tree/:treeId/branches-energy/', {
    access: 'viewer',
    object: 'tree',
    summary: 'Energy of each branch of a tree',
    description: 'In a span of whole quarter-hours; by default today. `converted` is an addition of Busbar.',
    errors: { IncorrectRequest: 'the span is empty, or too much would be read.' },
    ...treeId,
    query: span,
    cost: 5,
    reply: z.object({
      branches: z
        .array(
          segment.extend({
            branchId: uuidOf.branch,
            name: z.string().describe('Name of the branch.'),
            parentBranchId: uuid.optional().describe('Id of the branch above; missing at the top.'),
            mixedUnits,
          }),
        )
        .describe('Branches, those above before those below.'),
      setAside,
    }),
  }),
  root: get('/sense/aggregation/tree/:treeId/root-energy/', {
    access: 'viewer',
    object: 'tree',
    summary: 'Energy of a tree',
    description:
      'All top branches together in a span of whole quarter-hours; by default today. `converted` is an addition of Busbar.',
    errors: { IncorrectRequest: 'the span is empty, or too much would be read.' },
    ...treeId,
    query: span,
    cost: 5,
    reply: segment.extend({ mixedUnits, setAside }),
  }),
  csv: get('/sense/aggregation/tree/:treeId/csv/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'A tree as CSV',
    description: 'A line for each segment and a column for each branch; by default this month by days.',
    errors: { IncorrectRequest: 'the span has too many segments, or too much would be read.' },
    ...treeId,
    query: tableSpan,
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
  print: get('/sense/aggregation/tree/:treeId/print/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'A tree as a page to print',
    description: 'HTML without scripts; by default this month by days.',
    errors: { IncorrectRequest: 'the span has too many segments, or too much would be read.' },
    ...treeId,
    query: tableSpan,
    cost: 10,
    produces: 'text/html; charset=utf-8',
    reply: z.string(),
  }),
}
