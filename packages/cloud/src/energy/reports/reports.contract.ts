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
export const segment = z.enum(['half-hour', 'hour', 'day', 'month']).describe('Segment length.')

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
      z.strictObject({ linkId: uuid.describe('ID of a top-level branch of any report of the organization.') }),
    ],
    'must be exactly one of {paramId}, {formula}, {linkId}',
  )
  .describe('Source of the amount; without it, the sum of the sub-branches.')

const branch = z.object({
  id: uuidOf.branch,
  name,
  parentBranchId: uuid.optional().describe('Parent branch ID; missing at the top level.'),
  borders: z.string().max(200).optional().describe('Up to 4 level marks, separated by commas.'),
  category: visibleText.max(200).optional().describe('Category, at most 200 characters.'),
  value: value.optional().describe('Source of the amount; without it, the sum of the sub-branches.'),
  /** Limit of the branch's counter; larger rises are not booked. */
  maxPerHour: z
    .number()
    .positive()
    .max(1e15)
    .optional()
    .describe('For a counter: maximum increase per hour; larger increases are not counted.'),
  unit: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .optional()
    .describe(
      'Unit of the figures, 1 to 40 characters, if it differs from that of the parameters. Only sums of exactly convertible units, such as Wh and kWh, are converted.',
    ),
  decimals: z.int().min(0).max(9).optional().describe('Displayed decimals, 0 to 9.'),
})
export type Branch = z.output<typeof branch>

const reportFields = {
  name,
  branches: z.array(branch).max(branchesMax).describe('Branches, at most 1000 on 5 levels.'),
}
export const report = z.object({ id: uuidOf.report, ...reportFields })
export type Report = z.output<typeof report>

const figure = z.number().nullable()
/** For a table: without a span this month so far. */
export const tableSpan = z
  .object({
    from: instant.optional().describe('Start of the period; start of the current month by default.'),
    till: instant.optional().describe('End of the period; now by default.'),
    segment: segment.optional().describe('Segment length; `day` by default.'),
  })
  .refine(isForward, backwards)
/** Comparison period of the totals. */
export const comparedSpan = {
  beforeFrom: instant.optional().describe('Start of the comparison period; omitted for none.'),
  beforeTill: instant.optional().describe('End of the comparison period; omitted for none.'),
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
    summary: 'Create or change a resource report',
    description:
      'Creates a report without an ID; with an ID it replaces the report. Branches form a tree of at most 5 levels; circular links are refused. At most 200 reports with 20,000 branches per organization.',
    errors: {
      IncorrectRequest: 'a branch is invalid (the message contains its name), or there are too many.',
      ObjectNotFound:
        'the organization or report does not exist, or a branch refers to a parameter outside the organization.',
    },
    ...orgId,
    body: z.object({
      id: uuid.optional().describe('ID of the report to change; omitted to create one.'),
      ...reportFields,
    }),
    reply: z.object({ reportId: uuidOf.report }),
    example: { body: { name: 'Electricity', branches: [{ id: exampleBranch, name: 'Whole site' }] } },
  }),
  list: get('/org/:orgId/get-resource-reports/', {
    access: 'viewer',
    object: 'org',
    summary: 'List resource reports',
    description: 'Includes their branches. `/resource-report/branch/:branchId/chart-data/` returns the figures.',
    ...orgId,
    reply: z.array(report),
  }),
  chartData: post('/resource-report/branch/:branchId/chart-data/', {
    access: 'viewer',
    object: 'reportBranch',
    summary: 'Amounts of a branch per segment',
    description:
      "In the organization's time zone, at most 10,000 segments. Amounts are counter differences that take resets and rollovers into account. Missing data is null, not 0. `coverage`, `unmetered`, `unitName`, `setAside` and digits as text are Busbar extensions.",
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
            value: figure.describe('Amount; null if unknown.'),
            /** All digits, where the number does not hold them. */
            valueText: z.string().optional().describe('All digits of the amount, if the number cannot represent them.'),
            /** The share of the time with data. */
            coverage: z.number().describe('Share of the time with readings, 0 to 1.'),
            /**
             * Rest that the branches below do not account for, if the branch has its own value; null if one of them is
             * unknown.
             */
            unmetered: figure
              .optional()
              .describe(
                'For a branch with its own value and sub-branches: the part not covered by the sub-branches; null if one of them is unknown.',
              ),
          }),
        )
        .describe('Segments in chronological order.'),
      /** Over the whole span: of a formula its value for all of it, of others the sum of the segments. */
      total: figure.describe('Amount of the whole period: for a formula its value, otherwise the sum.'),
      totalText: z.string().optional().describe('All digits of the total, if the number cannot represent them.'),
      /** Unit of all figures, if known. */
      unitName: z
        .string()
        .optional()
        .describe(
          'Common unit, if known; several separated by commas if they differ and are not exactly convertible, in which case there is no sum.',
        ),
      coverage: z.number().describe('Share of the whole period with readings, 0 to 1.'),
      unmetered: figure.optional().describe('Part not covered by the sub-branches.'),
      setAside,
    }),
    example: { body: { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'hour' } },
  }),
  get: get('/resource-report/:reportId/', {
    access: 'viewer',
    object: 'report',
    extension: true,
    summary: 'Get a resource report',
    description: 'Includes its branches.',
    ...reportId,
    reply: report,
  }),
  delete: post('/resource-report/:reportId/delete/', {
    access: 'manager',
    object: 'report',
    extension: true,
    summary: 'Delete a resource report',
    description: 'A report that others link to cannot be deleted.',
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
    summary: 'Export a resource report as CSV',
    description:
      'One line per segment and one column per branch; the current month by day by default. Followed by totals, totals of the comparison period, and costs and CO2 if the counters are in a tree with a tariff.',
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
    summary: 'Printable page of a resource report',
    description:
      "HTML without scripts, with the organization's logo and name, the costs of branches and the comparison period; the current month by day, in English by default.",
    errors: { IncorrectRequest: 'the span has too many segments, or too much would be read.' },
    ...reportId,
    query: tableSpan
      .safeExtend({ ...comparedSpan, lang: lang.optional().describe('Language; English by default.') })
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
    summary: 'Get the time zone of an organization',
    description: 'Defines the days and months of reports.',
    ...orgId,
    reply: z.object({ timeZone: z.string().describe('Name of the time zone, such as `Europe/Kyiv`.') }),
  }),
  changeTimeZone: post('/org/:orgId/time-zone/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change the time zone of an organization',
    description: 'Defines the days and months of reports. Trees have their own time zones.',
    ...orgId,
    body: z.object({ timeZone: timeZone.describe('Name of the time zone in the tz database, such as `Europe/Kyiv`.') }),
    reply: z.object({}),
    example: { body: { timeZone: 'Europe/Kyiv' } },
  }),
}
