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
const share = z.number().describe('Share of the time with data, 0 to 1.')

const branch = z.object({
  branchId: uuidOf.branch,
  parentBranchId: uuidOf.branch.optional().describe('Id of the branch above; missing at the top.'),
  name: z.string().describe('Name of the branch.'),
  level: z.number().describe('How deep it is in the report; 0 at the top.'),
  kind: z
    .enum(['param', 'formula', 'link', 'sum'])
    .describe('What the figures are made of: a counter, a formula, another branch, or the sum of those below.'),
  unitName: z
    .string()
    .optional()
    .describe(
      'Unit of the figures, where it is known; several with commas between where they differ, and there is no sum.',
    ),
  decimals: z.number().optional().describe('Digits after the point that are shown, where somebody said.'),
  category: z.string().optional().describe('Category of the branch.'),
  borders: z.string().optional().describe('Level marks with commas between.'),
  values: z.array(figure).describe('Amount of each segment, with all digits; null where nothing is known.'),
  coverage: z.array(share).describe('Share of the time with data of each segment, 0 to 1.'),
  unmetered: z
    .array(figure)
    .optional()
    .describe('Of a branch with a value of its own and branches below: what these do not account for, by segment.'),
  total: figure.describe('Amount of the whole span: of a formula its value for all of it, of others the sum.'),
  totalCoverage: z.number().describe('Share of the whole span with data, 0 to 1.'),
  totalUnmetered: figure.optional().describe('What the branches below do not account for in the whole span.'),
  cost: z
    .object({
      currency: z.string().describe('Currency of the amount.'),
      amount: figure.describe('What the energy costs; null where a part of it has no price.'),
      co2: figure.describe('Kilograms of CO2; null where the tariff does not say.'),
      treeName: z.string().describe('Tree whose tariff is used; several with commas between.'),
    })
    .optional()
    .describe(
      'Of branches whose counters are in a tree with a tariff for their unit, and of sums of such branches in one currency: what they cost, without fixed parts. Not for spans beyond a year.',
    ),
})

/** What a report comes to. */
export const reportFigures = {
  data: get('/resource-report/:reportId/data/', {
    access: 'viewer',
    object: 'report',
    shared: true,
    extension: true,
    summary: 'A resource report with its figures',
    description:
      "All branches, each followed by those below it, cut in the organization's time zone; by default this month by days. A share link of the report opens it.",
    errors: tooMuch,
    ...reportId,
    query: tableSpan,
    cost: 10,
    reply: z.object({
      name: z.string().describe('Name of the report.'),
      orgName: z.string().describe('Name of the organization.'),
      timeZone: z.string().describe('Time zone by which it is cut.'),
      edges: z.array(timestamp).describe('Where segments begin, and where the last one ends.'),
      isPartial: z.array(z.boolean()).describe('Of each segment, whether it is cut short or not over.'),
      branches: z.array(branch).describe('Branches.'),
      setAside: z
        .array(
          z.object({
            branchId: uuidOf.branch,
            paramId: idOf.param.optional().describe('Id of the parameter; not told by a share link.'),
            name: z.string().describe('Device and name of the parameter.'),
            on: timestamp.describe('First of the readings.'),
            till: timestamp.describe('Last of the readings.'),
            from: z.number().describe('What the counter had.'),
            to: z.number().describe('What it showed then.'),
            reason: z
              .enum(asideReasons)
              .describe('`spike` and `invalid` are readings that cost nothing; for the others an amount is missing.'),
          }),
        )
        .describe('Readings of counters that were not counted with, and steps that were not booked, at most 1000.'),
    }),
  }),
  xlsx: get('/resource-report/:reportId/xlsx/', {
    access: 'viewer',
    object: 'report',
    shared: true,
    extension: true,
    summary: 'A resource report as a workbook',
    description:
      'Sheets with figures by time, totals with costs and the span that they are compared with, gaps and what is set aside; numbers are numbers. At most 100,000 cells; by default this month by days.',
    errors: tooMuch,
    ...reportId,
    query: tableSpan
      .safeExtend({ ...comparedSpan, lang: lang.optional().describe('Language of its words; English if left out.') })
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
      'Says what is wrong with a formula of counters and where, or what it comes to in a span; by default yesterday, by the clocks of the organization.',
    errors: tooMuch,
    params: z.object({ orgId: pathId.org }),
    body: z
      .object({
        formula: z.string().max(charsMax).describe('Numbers, `#12` for a parameter, `+ - * / mod ^` and parentheses.'),
        from: instant.optional().describe('Beginning of the span; of yesterday if left out.'),
        till: instant.optional().describe('End of the span; of yesterday if left out.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      mistake: z
        .enum([...formulaMistakes, 'unknown-parameter'])
        .optional()
        .describe('What is wrong, in a word for programs; missing where nothing is.'),
      message: z.string().optional().describe('The same in English.'),
      at: z.number().optional().describe('At which character, from 0.'),
      params: z
        .array(
          z.object({
            paramId: idOf.param,
            name: z.string().describe('Name of the parameter.'),
            deviceName: z.string().describe('Name of its device.'),
            unitName: z.string().optional().describe('Its unit.'),
            value: figure.describe('What it counted in the span; null where nothing is known.'),
            coverage: share,
          }),
        )
        .describe('Parameters that the formula names, each once.'),
      value: figure.describe('What the formula comes to; null where one of its parts is not known.'),
      unitName: z.string().optional().describe('Unit of that, where it is known.'),
    }),
    example: { body: { formula: '(1 + 2) * 3' } },
  }),
}
