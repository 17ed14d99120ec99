import { id, idNumber, instant, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { segmentsMax } from '../../energy/calendar.ts'
import { charsMax } from '../../energy/formula/lex.ts'
import { timeZone } from '../../time-zone.ts'
import { backwards, isForward, span } from '../readings/span.ts'
import { setAside } from '../trees/energy.contract.ts'

const branchesMax = 1000
const orgId = { params: z.object({ orgId: id }) }
const reportId = { params: z.object({ reportId: uuid }) }
const name = z.string().trim().min(1).max(200)
/** As people cut their reports. */
const segment = z.enum(['half-hour', 'hour', 'day', 'month'])

const value = z.union(
  [
    z.strictObject({ paramId: idNumber }),
    z.strictObject({ formula: z.string().min(1).max(charsMax) }),
    z.strictObject({ linkId: uuid }),
  ],
  'must be exactly one of {paramId}, {formula}, {linkId}',
)

const branch = z.object({
  id: uuid,
  name,
  parentBranchId: uuid.optional(),
  borders: z.string().max(200).optional(),
  category: z.string().max(200).optional(),
  value: value.optional(),
  /** Of a counter of the branch; what rises more is not booked. */
  maxPerHour: z.number().positive().max(1e15).optional(),
})
export type Branch = z.output<typeof branch>

const reportFields = { name, branches: z.array(branch).max(branchesMax) }
const report = z.object({ id: uuid, ...reportFields })
export type Report = z.output<typeof report>

const figure = z.number().nullable()
/** For a table: without a span this month so far. */
const tableSpan = z
  .object({ from: instant.optional(), till: instant.optional(), segment: segment.optional() })
  .refine(isForward, backwards)
const exampleBranch = '7d1c2f52-0b6c-4a53-9a55-3f1f3c1c8b01'

export const reports = {
  save: post('/org/:orgId/resource-report/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Make a resource report, or with its id change it as a whole',
    ...orgId,
    body: z.object({ id: uuid.optional(), ...reportFields }),
    reply: z.object({ reportId: uuid }),
    example: { body: { name: 'Electricity', branches: [{ id: exampleBranch, name: 'Whole site' }] } },
  }),
  list: get('/org/:orgId/get-resource-reports/', {
    access: 'viewer',
    object: 'org',
    summary: 'Resource reports of an organization',
    ...orgId,
    reply: z.array(report),
  }),
  chartData: post('/resource-report/branch/:branchId/chart-data/', {
    access: 'viewer',
    object: 'reportBranch',
    summary: `What a branch comes to in each segment of a span, cut in the organization's time zone, at most ${segmentsMax} of them; null where nothing is known. "coverage", "unmetered", "unitName", "setAside" and digits as text are extensions`,
    params: z.object({ branchId: uuid }),
    body: z.object({ ...span, segment }).refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      segments: z.array(
        z.object({
          from: timestamp,
          till: timestamp,
          value: figure,
          /** All digits, where the number does not hold them. */
          valueText: z.string().optional(),
          /** The share of the time with data. */
          coverage: z.number(),
          /** Of a branch with a value of its own and branches below: what these do not account for; null where one of them is not known. */
          unmetered: figure.optional(),
        }),
      ),
      /** Over the whole span: of a formula its value for all of it, of others the sum of the segments. */
      total: figure,
      totalText: z.string().optional(),
      /** Of all figures, where it is known. */
      unitName: z.string().optional(),
      coverage: z.number(),
      unmetered: figure.optional(),
      setAside,
    }),
    example: { body: { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'hour' } },
  }),
  get: get('/resource-report/:reportId/', {
    access: 'viewer',
    object: 'report',
    extension: true,
    summary: 'A resource report',
    ...reportId,
    reply: report,
  }),
  delete: post('/resource-report/:reportId/delete/', {
    access: 'manager',
    object: 'report',
    extension: true,
    summary: 'Delete a resource report; one that others link to stays',
    ...reportId,
    body: nothing,
    reply: z.object({}),
  }),
  csv: get('/resource-report/:reportId/csv/', {
    access: 'viewer',
    object: 'report',
    extension: true,
    summary: 'A report as a table, a line for each segment and a column for each branch; by default this month by days',
    ...reportId,
    query: tableSpan,
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
  print: get('/resource-report/:reportId/print/', {
    access: 'viewer',
    object: 'report',
    extension: true,
    summary: 'A report as a page to print; by default this month by days',
    ...reportId,
    query: tableSpan,
    cost: 10,
    produces: 'text/html; charset=utf-8',
    reply: z.string(),
  }),
  timeZone: get('/org/:orgId/time-zone/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'The time zone by which days and months of reports are cut',
    ...orgId,
    reply: z.object({ timeZone: z.string() }),
  }),
  changeTimeZone: post('/org/:orgId/time-zone/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change the time zone by which days and months of reports are cut',
    ...orgId,
    body: z.object({ timeZone }),
    reply: z.object({}),
    example: { body: { timeZone: 'Europe/Kyiv' } },
  }),
}
