import { idNumber, instant, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../access/words.ts'
import { cadences } from '../../energy/calendar.ts'
import { asideReasons } from '../../energy/counter-book.ts'
import { backwards, isForward } from '../readings/span.ts'

const cadence = z.enum(cadences)
const treeId = { params: z.object({ treeId: uuid }) }
const span = z.object({ from: instant.optional(), till: instant.optional() }).refine(isForward, backwards)
const tableSpan = z
  .object({ from: instant.optional(), till: instant.optional(), cadence: cadence.optional() })
  .refine(isForward, backwards)

const segment = z.object({
  from: timestamp,
  till: timestamp,
  /** Of what is known; null where nothing is. */
  energy: z.number().nullable(),
  /** Of a branch with a main meter: what is metered below that. The rest is not metered. */
  metered: z.number().nullable().optional(),
  /** Of such a branch: the rest; null where the meter or a sensor below was not read all the time. */
  unmetered: z.number().nullable().optional(),
  /** All digits, where a number does not hold them. */
  energyText: z.string().optional(),
  meteredText: z.string().optional(),
  /** It is over, and all that the energy is made of was read all the time. */
  isComplete: z.boolean(),
  /** The share of the time in which it was. */
  coverage: z.number(),
  sensorsReported: z.number(),
  sensorsTotal: z.number(),
})
export type Segment = z.output<typeof segment>

/** Readings of counters that were not counted with, and steps that were not booked, by time, at most a thousand. */
export const setAside = z.array(
  z.object({
    paramId: idNumber,
    on: timestamp,
    till: timestamp,
    /** What the counter had, and what it showed then. */
    from: z.number(),
    to: z.number(),
    /**
     * "spike" and "invalid" are readings that cost nothing; for "jump", "unusual", "replacement" and "reset" an amount is missing. "unusual" is far
     * beyond what the counter's history shows: accept the step, or a limit, with `/param/:paramId/counter/accept/`.
     */
    reason: z.enum(asideReasons),
  }),
)
export type ShownAside = z.output<typeof setAside>[number]

export const treeEnergy = {
  branchHistory: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/history/', {
    access: 'viewer',
    object: 'treeBranch',
    summary:
      'What a branch comes to in the segments that a span touches, whole ones, cut in the tree\'s time zone. Of more than the limit the latest; without a beginning the last hundred. "coverage", "unmetered", "setAside" and digits as text are extensions',
    params: z.object({ branchId: uuid, cadence }),
    query: z
      .object({
        from: instant.optional(),
        till: instant.optional(),
        limit: z.coerce.number().int().min(1).max(1000).default(1000),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({ segments: z.array(segment), setAside }),
  }),
  branchLast: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'treeBranch',
    summary: 'The segment of a branch that is under way',
    params: z.object({ branchId: uuid, cadence }),
    cost: 2,
    reply: segment.extend({ setAside }),
  }),
  treeLast: get('/sense/aggregation/tree/:treeId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'tree',
    summary: 'The segment of a whole tree that is under way',
    params: z.object({ treeId: uuid, cadence }),
    cost: 2,
    reply: segment.extend({ setAside }),
  }),
  branches: get('/sense/aggregation/tree/:treeId/branches-energy/', {
    access: 'viewer',
    object: 'tree',
    summary: 'What each branch of a tree comes to in a span of whole quarter-hours; by default today',
    ...treeId,
    query: span,
    cost: 5,
    reply: z.object({
      branches: z.array(segment.extend({ branchId: uuid, name: z.string(), parentBranchId: uuid.optional() })),
      setAside,
    }),
  }),
  root: get('/sense/aggregation/tree/:treeId/root-energy/', {
    access: 'viewer',
    object: 'tree',
    summary: 'What a whole tree comes to in a span of whole quarter-hours; by default today',
    ...treeId,
    query: span,
    cost: 5,
    reply: segment.extend({ setAside }),
  }),
  csv: get('/sense/aggregation/tree/:treeId/csv/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'A tree as a table, a line for each segment and a column for each branch; by default this month by days',
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
    summary: 'A tree as a page to print; by default this month by days',
    ...treeId,
    query: tableSpan,
    cost: 10,
    produces: 'text/html; charset=utf-8',
    reply: z.string(),
  }),
}
