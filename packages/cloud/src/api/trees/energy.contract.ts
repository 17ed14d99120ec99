import { instant, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../access/words.ts'
import { cadences } from '../../energy/calendar.ts'
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
  /** It is over, and all that the energy is made of was read all the time. */
  isComplete: z.boolean(),
  sensorsReported: z.number(),
  sensorsTotal: z.number(),
})
export type Segment = z.output<typeof segment>

export const treeEnergy = {
  branchHistory: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/history/', {
    access: 'viewer',
    object: 'treeBranch',
    summary:
      "What a branch comes to in the segments that a span touches, whole ones, cut in the tree's time zone. Of more than the limit the latest; without a beginning the last hundred",
    params: z.object({ branchId: uuid, cadence }),
    query: z
      .object({
        from: instant.optional(),
        till: instant.optional(),
        limit: z.coerce.number().int().min(1).max(1000).default(1000),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({ segments: z.array(segment) }),
  }),
  branchLast: get('/sense/aggregation/branch/:branchId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'treeBranch',
    summary: 'The segment of a branch that is under way',
    params: z.object({ branchId: uuid, cadence }),
    cost: 2,
    reply: segment,
  }),
  treeLast: get('/sense/aggregation/tree/:treeId/segmentation/:cadence/last-segment/', {
    access: 'viewer',
    object: 'tree',
    summary: 'The segment of a whole tree that is under way',
    params: z.object({ treeId: uuid, cadence }),
    cost: 2,
    reply: segment,
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
    }),
  }),
  root: get('/sense/aggregation/tree/:treeId/root-energy/', {
    access: 'viewer',
    object: 'tree',
    summary: 'What a whole tree comes to in a span of whole quarter-hours; by default today',
    ...treeId,
    query: span,
    cost: 5,
    reply: segment,
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
