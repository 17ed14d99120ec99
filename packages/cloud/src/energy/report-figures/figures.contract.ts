import { instant, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId, uuidOf } from '../../fields/fields.ts'
import { charsMax, formulaMistakes } from '../../formula/lex.ts'
import { backwards, isForward } from '../../history/span.ts'
import { asideReasons } from '../counters/counter-book.ts'
import {
  comparedSpan,
  incompleteComparison,
  isComparisonComplete,
  reportId,
  tableSpan,
} from '../reports/reports.contract.ts'

const tooMuch = { IncorrectRequest: 'the span has too many segments, or too much would be read.' }
/** All digits, as text. */
const figure = z.string().nullable()
const share = z.number().describe('Share of the time with readings, 0 to 1.')

const branch = z.object({
  branchId: uuidOf.branch,
  parentBranchId: uuidOf.branch.optional().describe('Parent branch ID; missing at the top level.'),
  name: z.string().describe('Branch name.'),
  level: z.number().describe('Level of the branch in the report; 0 at the top.'),
  kind: z
    .enum(['param', 'formula', 'link', 'sum'])
    .describe('Source of the figures: a counter, a formula, another branch, or the sum of its sub-branches.'),
  unitName: z
    .string()
    .optional()
    .describe('Unit, if known; several separated by commas if they differ, in which case there is no sum.'),
  decimals: z.number().optional().describe('Displayed decimals, if set.'),
  category: z.string().optional().describe('Category of the branch.'),
  borders: z.string().optional().describe('Level marks, separated by commas.'),
  values: z.array(figure).describe('Amount per segment, with all digits; null if unknown.'),
  coverage: z.array(share).describe('Share of the time with readings per segment, 0 to 1.'),
  unmetered: z
    .array(figure)
    .optional()
    .describe(
      'For a branch with its own value and sub-branches: the part not covered by the sub-branches, per segment.',
    ),
  total: figure.describe('Amount of the whole period: for a formula its value, otherwise the sum.'),
  totalCoverage: z.number().describe('Share of the whole period with readings, 0 to 1.'),
  totalUnmetered: figure.optional().describe('Part of the whole period not covered by the sub-branches.'),
  cost: z
    .object({
      currency: z.string().describe('Currency of the amount.'),
      amount: figure.describe('Cost of the energy; null if a part of it has no price.'),
      co2: figure.describe('Kilograms of CO2; null if not defined by the tariff.'),
      treeName: z.string().describe('Tree whose tariff is used; several separated by commas.'),
    })
    .optional()
    .describe(
      'Cost without fixed costs, for branches whose counters are in a tree with a tariff for their unit, and for their sums in one currency. Not available for periods of more than one year.',
    ),
})

/** Figures of a report. */
export const reportFigures = {
  data: get('/resource-report/:reportId/data/', {
    access: 'viewer',
    object: 'report',
    shared: true,
    extension: true,
    summary: 'Get a resource report with its figures',
    description:
      "Returns all branches, each followed by its sub-branches, in the organization's time zone; the current month by day by default. Available through a share link of the report.",
    errors: tooMuch,
    ...reportId,
    query: tableSpan,
    cost: 10,
    reply: z.object({
      name: z.string().describe('Report name.'),
      orgName: z.string().describe('Name of the organization.'),
      timeZone: z.string().describe('Time zone of the segments.'),
      edges: z.array(timestamp).describe('Segment boundaries.'),
      isPartial: z.array(z.boolean()).describe('For each segment, whether it is truncated or not yet over.'),
      branches: z.array(branch).describe('Branches.'),
      setAside: z
        .array(
          z.object({
            branchId: uuidOf.branch,
            paramId: idOf.param.optional().describe('Parameter ID; missing for share links.'),
            name: z.string().describe('Names of the device and the parameter.'),
            on: timestamp.describe('Time of the first reading.'),
            till: timestamp.describe('Time of the last reading.'),
            from: z.number().describe('Counter value before.'),
            to: z.number().describe('Counter value after.'),
            reason: z
              .enum(asideReasons)
              .describe(
                '`spike` and `invalid` are readings without effect on the amount; for the others an amount is missing.',
              ),
          }),
        )
        .describe('Excluded counter readings and uncounted steps, at most 1000.'),
    }),
  }),
  xlsx: get('/resource-report/:reportId/xlsx/', {
    access: 'viewer',
    object: 'report',
    shared: true,
    extension: true,
    summary: 'Export a resource report as a workbook',
    description:
      'Sheets with figures by time, totals with costs and the comparison period, gaps, and excluded readings; numbers are stored as numbers. At most 100,000 cells; the current month by day by default.',
    errors: tooMuch,
    ...reportId,
    query: tableSpan
      .safeExtend({ ...comparedSpan, lang: lang.optional().describe('Language; English by default.') })
      .refine(isComparisonComplete, incompleteComparison),
    cost: 20,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    reply: z.string(),
  }),
  checkFormula: post('/org/:orgId/formula/check/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Check a formula',
    description:
      "Returns the first error with its position, or the result for a period; yesterday by default, in the organization's time zone.",
    errors: tooMuch,
    params: z.object({ orgId: pathId.org }),
    body: z
      .object({
        formula: z.string().max(charsMax).describe('Numbers, `#12` for a parameter, `+ - * / mod ^` and parentheses.'),
        from: instant.optional().describe('Start of the period; start of yesterday by default.'),
        till: instant.optional().describe('End of the period; end of yesterday by default.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      mistake: z
        .enum([...formulaMistakes, 'unknown-parameter'])
        .optional()
        .describe('Error code; missing without an error.'),
      message: z.string().optional().describe('Error message in English.'),
      at: z.number().optional().describe('Character position, from 0.'),
      params: z
        .array(
          z.object({
            paramId: idOf.param,
            name: z.string().describe('Parameter name.'),
            deviceName: z.string().describe('Device name.'),
            unitName: z.string().optional().describe('Unit.'),
            value: figure.describe('Amount in the period; null if unknown.'),
            coverage: share,
          }),
        )
        .describe('Parameters of the formula, without duplicates.'),
      value: figure.describe('Result; null if a part of it is unknown.'),
      unitName: z.string().optional().describe('Unit of the result, if known.'),
    }),
    example: { body: { formula: '(1 + 2) * 3' } },
  }),
}
