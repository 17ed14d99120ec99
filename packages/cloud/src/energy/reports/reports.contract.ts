import { instant, lang, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId, uuidOf, visibleText } from '../../fields/fields.ts'
import { timeZone } from '../../fields/time-zone.ts'
import { charsMax } from '../../formula/lex.ts'
import { backwards, isForward, span } from '../../history/span.ts'
import { setAside } from '../tree-energy/energy.contract.ts'

const branchesMax = 1000
const orgId = { params: z.object({ orgId: pathId.org }) }
export const reportId = { params: z.object({ reportId: uuidOf.report }) }
const name = objectName.describe('Name, 1 to 200 characters.')
/** As people cut their reports. */
export const segment = z.enum(['half-hour', 'hour', 'day', 'month']).describe('How long a segment is.')

const value = z
  .union(
    [
      z.strictObject({ paramId: idOf.param }),
      z.strictObject({
        formula: z
          .string()
          .min(1)
          .max(charsMax)
          .describe('Numbers, `#12` for a parameter, `+ - * / mod ^` and parentheses.'),
      }),
      z.strictObject({ linkId: uuid.describe('Id of a top branch of any report of the organization.') }),
    ],
    'must be exactly one of {paramId}, {formula}, {linkId}',
  )
  .describe('What the branch counts; without it, the sum of the branches below.')

const branch = z.object({
  id: uuidOf.branch,
  name,
  parentBranchId: uuid.optional().describe('Id of the branch above; missing at the top.'),
  borders: z.string().max(200).optional().describe('Up to 4 level marks with commas between.'),
  category: visibleText.max(200).optional().describe('Category, at most 200 characters.'),
  value: value.optional().describe('What the branch counts; without it, the sum of the branches below.'),
  /** Of a counter of the branch; what rises more is not booked. */
  maxPerHour: z
    .number()
    .positive()
    .max(1e15)
    .optional()
    .describe('Of a counter: the most in an hour; greater rises are not booked.'),
  unit: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .optional()
    .describe(
      'Unit of the figures, 1 to 40 characters, where it is not that of the parameters. Only a sum of different units that convert to it exactly, such as Wh and kWh, is converted.',
    ),
  decimals: z.int().min(0).max(9).optional().describe('Digits after the point that are shown, 0 to 9.'),
})
export type Branch = z.output<typeof branch>

const reportFields = {
  name,
  branches: z.array(branch).max(branchesMax).describe('Branches, at most 1000 in 5 levels.'),
}
export const report = z.object({ id: uuidOf.report, ...reportFields })
export type Report = z.output<typeof report>

const figure = z.number().nullable()
/** For a table: without a span this month so far. */
export const tableSpan = z
  .object({
    from: instant.optional().describe('Beginning of the span; of this month if left out.'),
    till: instant.optional().describe('End of the span; now if left out.'),
    segment: segment.optional().describe('How long a segment is; `day` if left out.'),
  })
  .refine(isForward, backwards)
/** With what its totals are compared. */
export const comparedSpan = {
  beforeFrom: instant.optional().describe('Beginning of the span that totals are compared with; left out for none.'),
  beforeTill: instant.optional().describe('End of the span that totals are compared with; left out for none.'),
}
export const isComparisonComplete = ({
  beforeFrom,
  beforeTill,
}: {
  beforeFrom?: unknown
  beforeTill?: unknown
}): boolean => (beforeFrom === undefined) === (beforeTill === undefined)
export const incompleteComparison = { path: ['beforeFrom'], message: 'must be given with beforeTill' }
const exampleBranch = '7d1c2f52-0b6c-4a53-9a55-3f1f3c1c8b01'

export const reports = {
  save: post('/org/:orgId/resource-report/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Make or change a resource report',
    description:
      'Without an id it is made, with one changed as a whole. Branches form a tree of at most 5 levels; links in a circle are refused. An organization has at most 200 reports with 20,000 branches.',
    errors: {
      IncorrectRequest: 'a branch is wrong, which the message names, or there are too many.',
      ObjectNotFound: 'there is no such organization or report, or a branch names a parameter that is not its own.',
    },
    ...orgId,
    body: z.object({
      id: uuid.optional().describe('Id of the report to change; without it a new one is made.'),
      ...reportFields,
    }),
    reply: z.object({ reportId: uuidOf.report }),
    example: { body: { name: 'Electricity', branches: [{ id: exampleBranch, name: 'Whole site' }] } },
  }),
  list: get('/org/:orgId/get-resource-reports/', {
    access: 'viewer',
    object: 'org',
    summary: 'Resource reports of an organization',
    description: 'With their branches. Figures are in `/resource-report/branch/:branchId/chart-data/`.',
    ...orgId,
    reply: z.array(report),
  }),
  chartData: post('/resource-report/branch/:branchId/chart-data/', {
    access: 'viewer',
    object: 'reportBranch',
    summary: 'What a branch comes to in each segment of a span',
    description:
      "Cut in the organization's time zone, at most 10,000 segments. Amounts are differences of counters; resets and rollovers are handled. Missing data is null, not 0. `coverage`, `unmetered`, `unitName`, `setAside` and digits as text are additions of Busbar.",
    errors: { IncorrectRequest: 'the span has too many segments, or too much would be read.' },
    params: z.object({ branchId: uuidOf.branch }),
    body: z.object({ ...span, segment }).refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      segments: z
        .array(
          z.object({
            from: timestamp.describe('Beginning.'),
            till: timestamp.describe('End.'),
            value: figure.describe('Amount; null where nothing is known.'),
            /** All digits, where the number does not hold them. */
            valueText: z.string().optional().describe('All digits of the amount, where the number does not hold them.'),
            /** The share of the time with data. */
            coverage: z.number().describe('Share of the time with data, 0 to 1.'),
            /** Of a branch with a value of its own and branches below: what these do not account for; null where one of them is not known. */
            unmetered: figure
              .optional()
              .describe(
                'Of a branch with a value of its own and branches below: what these do not account for; null where one of them is not known.',
              ),
          }),
        )
        .describe('Segments in their order.'),
      /** Over the whole span: of a formula its value for all of it, of others the sum of the segments. */
      total: figure.describe('Amount of the whole span: of a formula its value for all of it, of others the sum.'),
      totalText: z.string().optional().describe('All digits of the total, where the number does not hold them.'),
      /** Of all figures, where it is known. */
      unitName: z
        .string()
        .optional()
        .describe(
          'Unit of all figures, where it is known; several with commas between where they differ and do not convert exactly, and there is no sum.',
        ),
      coverage: z.number().describe('Share of the whole span with data, 0 to 1.'),
      unmetered: figure.optional().describe('What the branches below do not account for.'),
      setAside,
    }),
    example: { body: { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'hour' } },
  }),
  get: get('/resource-report/:reportId/', {
    access: 'viewer',
    object: 'report',
    extension: true,
    summary: 'A resource report',
    description: 'With its branches.',
    ...reportId,
    reply: report,
  }),
  delete: post('/resource-report/:reportId/delete/', {
    access: 'manager',
    object: 'report',
    extension: true,
    summary: 'Delete a resource report',
    description: 'One that others link to stays.',
    errors: { IncorrectRequest: 'another report links to it.' },
    ...reportId,
    body: nothing,
    reply: z.object({}),
  }),
  csv: get('/resource-report/:reportId/csv/', {
    access: 'viewer',
    object: 'report',
    shared: true,
    extension: true,
    summary: 'A resource report as CSV',
    description:
      'A line for each segment and a column for each branch; by default this month by days. Below stand totals, those of the span that it is compared with, and where counters stand in a tree with a tariff, costs and CO2.',
    errors: { IncorrectRequest: 'the span has too many segments, or too much would be read.' },
    ...reportId,
    query: tableSpan.safeExtend(comparedSpan).refine(isComparisonComplete, incompleteComparison),
    cost: 10,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
  print: get('/resource-report/:reportId/print/', {
    access: 'viewer',
    object: 'report',
    shared: true,
    extension: true,
    summary: 'A resource report as a page to print',
    description:
      'HTML without scripts, with the logo and the name of the organization, what branches cost and what they came to in another span; by default this month by days, in English.',
    errors: { IncorrectRequest: 'the span has too many segments, or too much would be read.' },
    ...reportId,
    query: tableSpan
      .safeExtend({ ...comparedSpan, lang: lang.optional().describe('Language of its words; English if left out.') })
      .refine(isComparisonComplete, incompleteComparison),
    cost: 10,
    produces: 'text/html; charset=utf-8',
    reply: z.string(),
  }),
  timeZone: get('/org/:orgId/time-zone/', {
    access: 'viewer',
    object: 'org',
    shared: true,
    extension: true,
    summary: 'Time zone of an organization',
    description: 'By it days and months of reports are cut.',
    ...orgId,
    reply: z.object({ timeZone: z.string().describe('Name of the time zone, such as `Europe/Kyiv`.') }),
  }),
  changeTimeZone: post('/org/:orgId/time-zone/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change the time zone of an organization',
    description: 'By it days and months of reports are cut. Trees have time zones of their own.',
    ...orgId,
    body: z.object({ timeZone: timeZone.describe('Name of the time zone in the tz database, such as `Europe/Kyiv`.') }),
    reply: z.object({}),
    example: { body: { timeZone: 'Europe/Kyiv' } },
  }),
}
