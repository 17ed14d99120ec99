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
  .describe("Segment length, in the tree's time zone; a day of 23 or 25 hours is one segment.")
const treeId = { params: z.object({ treeId: uuidOf.tree }) }
const span = z
  .object({
    from: instant.optional().describe('Start of the period, truncated to quarter-hours; start of today by default.'),
    till: instant.optional().describe('End of the period; now by default.'),
    converted,
  })
  .refine(isForward, backwards)
const tableSpan = z
  .object({
    from: instant.optional().describe('Start of the period; start of the current month by default.'),
    till: instant.optional().describe('End of the period; now by default.'),
    cadence: cadence.optional().describe('Segment length; `day` by default.'),
    converted,
  })
  .refine(isForward, backwards)

const segment = z.object({
  from: timestamp.describe('Beginning.'),
  till: timestamp.describe('End.'),
  /** Energy from the available data; null without data. */
  energy: z
    .number()
    .nullable()
    .describe('Known energy; null if none is known, or if it would be a sum of different units.'),
  /** For a branch with a main meter: the amount metered below it. The rest is unmetered. */
  metered: z
    .number()
    .nullable()
    .optional()
    .describe('For a branch with a main meter: energy metered by its sub-branches and other sensors.'),
  /** For such a branch: the rest; null if the meter or a sensor below has incomplete data. */
  unmetered: z
    .number()
    .nullable()
    .optional()
    .describe(
      'For such a branch: the remainder; null if the readings of the main meter or of a sensor below it are incomplete.',
    ),
  /** All digits, where a number does not hold them. */
  energyText: z.string().optional().describe('All digits of the energy, if the number cannot represent them.'),
  meteredText: z.string().optional().describe('All digits of the metered energy, if the number cannot represent them.'),
  /** The segment has ended, and all readings of its energy are complete. */
  isComplete: z.boolean().describe('Whether the segment is over and all readings are complete.'),
  /** The share of the time in which it was. */
  coverage: z.number().describe('Share of the time with readings, 0 to 1.'),
  sensorsReported: z.number().describe('Sensors with readings.'),
  sensorsTotal: z.number().describe('Total number of sensors.'),
})
export type Segment = z.output<typeof segment>

const mixedUnits = z
  .array(z.string())
  .optional()
  .describe(
    'Units of the sensors if they differ and are not exactly convertible, in which case there is no sum; otherwise missing.',
  )

/** Readings of counters that were not counted with, and steps that were not booked, by time, at most a thousand. */
export const setAside = z
  .array(
    z.object({
      paramId: idOf.param,
      on: timestamp.describe('Time of the first reading.'),
      till: timestamp.describe('Time of the last reading.'),
      /** Counter values before and after. */
      from: z.number().describe('Counter value before.'),
      to: z.number().describe('Counter value after.'),
      /**
       * "spike" and "invalid" are readings that cost nothing; for "jump", "unusual", "replacement" and "reset" an amount is missing. "unusual" is far
       * beyond what the counter's history shows: accept the step, or a limit, with `/param/:paramId/counter/accept/`.
       */
      reason: z
        .enum(asideReasons)
        .describe(
          '`spike` and `invalid` are readings without effect on the amount; for the others an amount is missing. `unusual` is far above the history: accept the step or a limit with `/param/:paramId/counter/accept/`.',
        ),
    }),
  )
  .describe('Excluded counter readings and uncounted steps by time, at most 1000.')
export type ShownAside = z.output<typeof setAside>[number]

export const treeEnergy = {
  branchHistory: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/history/', {
    access: 'viewer',
    object: 'treeBranch',
    summary: 'Energy history of a branch',
    description:
      'Returns the complete segments of the period; the latest ones if there are more than the limit, and the last hundred without a start. `coverage`, `unmetered`, `setAside` and digits as text are Busbar extensions.',
    errors: { IncorrectRequest: 'too much would be read, or the request is not of its form.' },
    params: z.object({ branchId: uuidOf.branch, cadence }),
    query: z
      .object({
        from: instant.optional().describe('Start of the period; the last hundred segments by default.'),
        till: instant.optional().describe('End of the period; now by default.'),
        limit: z.coerce
          .number()
          .int()
          .min(1)
          .max(1000)
          .default(1000)
          .describe('Maximum number of segments, 1 to 1000.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({ segments: z.array(segment).describe('Segments in chronological order.'), setAside }),
  }),
  branchLast: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'treeBranch',
    summary: 'Current segment of a branch',
    description: 'The running segment up to now.',
    params: z.object({ branchId: uuidOf.branch, cadence }),
    cost: 2,
    reply: segment.extend({ setAside }),
  }),
  treeLast: get('/sense/aggregation/tree/:treeId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'tree',
    summary: 'Current segment of a tree',
    description: 'The running segment up to now, total of all top-level branches.',
    params: z.object({ treeId: uuidOf.tree, cadence }),
    cost: 2,
    reply: segment.extend({ setAside }),
  }),
  branches: get('/sense/aggregation/tree/:treeId/branches-energy/', {
    access: 'viewer',
    object: 'tree',
    summary: 'Energy of each branch of a tree',
    description: 'For a period of full quarter-hours; today by default. `converted` is a Busbar extension.',
    errors: { IncorrectRequest: 'the span is empty, or too much would be read.' },
    ...treeId,
    query: span,
    cost: 5,
    reply: z.object({
      branches: z
        .array(
          segment.extend({
            branchId: uuidOf.branch,
            name: z.string().describe('Branch name.'),
            parentBranchId: uuid.optional().describe('Parent branch ID; missing at the top level.'),
            mixedUnits,
          }),
        )
        .describe('Branches, parents before children.'),
      setAside,
    }),
  }),
  root: get('/sense/aggregation/tree/:treeId/root-energy/', {
    access: 'viewer',
    object: 'tree',
    summary: 'Energy of a tree',
    description:
      'Total of all top-level branches for a period of full quarter-hours; today by default. `converted` is a Busbar extension.',
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
    summary: 'Export a tree as CSV',
    description: 'One line per segment and one column per branch; the current month by day by default.',
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
    summary: 'Printable page of a tree',
    description: 'HTML without scripts; the current month by day by default.',
    errors: { IncorrectRequest: 'the span has too many segments, or too much would be read.' },
    ...treeId,
    query: tableSpan,
    cost: 10,
    produces: 'text/html; charset=utf-8',
    reply: z.string(),
  }),
}
