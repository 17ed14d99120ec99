import { id, idNumber, instant, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { objectName, uuidOf } from '../../fields/fields.ts'

/** Of a tree. */
export const budgetsMax = 20
const contactIdsMax = 20

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a decimal number, not below 0')

const budgetInput = z.object({
  name: objectName.describe('Name, 1 to 200 characters; messages begin with it.'),
  branchId: uuid.nullable().describe('Id of the branch; null for the whole tree.'),
  planOf: z
    .enum(['amount', 'cost'])
    .describe(
      'Whether the plan is an amount in the unit that is metered, or a cost by the tariff, fixed parts included.',
    ),
  months: z
    .array(decimal)
    .length(12)
    .describe('Plan of each month, January to December, decimals; 0 where there is none.'),
  tolerancePercent: z
    .int()
    .min(0)
    .max(100)
    .describe('From more than so many percent above plan on a forecast is told, 0 to 100.'),
  contactIds: z.array(idNumber).max(contactIdsMax).describe('Ids of contacts who are told, at most 20.'),
})
export type BudgetInput = z.output<typeof budgetInput>

const amount = (text: string) => z.string().nullable().describe(text)

const status = z.object({
  month: z.string().describe('The month that is under way, such as `2026-11`, by the calendar of the tree.'),
  unit: z.string().describe('Unit of the amounts, or the currency.'),
  plan: z.string().describe('Plan of the month, a decimal.'),
  soFar: amount('What is known of the month, a decimal; null where nothing is.'),
  expected: amount(
    'What the month will come to by the same weekdays of the last four weeks, a decimal; null with less than three complete days.',
  ),
  percent: z
    .number()
    .nullable()
    .describe('By how many percent that is above plan, or below, with a minus; null where either is not known.'),
})
export type BudgetStatus = z.output<typeof status>

const budget = budgetInput.extend({
  id: idNumber.describe('Id of the budget.'),
  mutedTill: timestamp.nullable().describe('Until when nobody is told; null: it is not muted.'),
  status: status.nullable().describe('How the month stands; null where unit or tariff do not allow to say it.'),
})
export type Budget = z.output<typeof budget>

const treeId = { params: z.object({ treeId: uuidOf.tree }) }
const ofTree = { params: z.object({ treeId: uuidOf.tree, budgetId: id.describe('Id of the budget.') }) }
const none = { ObjectNotFound: 'there is no such tree, branch, budget or contact.' }

export const budgets = {
  list: get('/sense/hierarchy/tree/:treeId/budgets/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Budgets of a tree',
    description: 'Plans by month with how this month stands, and what it will come to.',
    ...treeId,
    cost: 5,
    reply: z.array(budget).describe('Budgets, at most 20, by their ids.'),
  }),
  create: post('/sense/hierarchy/tree/:treeId/budgets/create/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Make a budget',
    description:
      'Contacts are told once when a month will end above plan by more than the tolerance, and once when the plan is used up.',
    errors: { IncorrectRequest: 'there are 20 budgets.', ...none },
    ...treeId,
    body: budgetInput,
    reply: z.object({ id: idNumber.describe('Id of the budget.') }),
  }),
  change: post('/sense/hierarchy/tree/:treeId/budget/:budgetId/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change a budget',
    description: 'The whole of it is replaced. What was told of this month stays told.',
    errors: none,
    ...ofTree,
    body: budgetInput,
    reply: z.object({}),
  }),
  mute: post('/sense/hierarchy/tree/:treeId/budget/:budgetId/mute/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Mute a budget',
    description: 'Nobody is told until then; what still holds then is told then.',
    errors: none,
    ...ofTree,
    body: z.object({ till: instant.nullable().describe('Until when; null ends it.') }),
    reply: z.object({}),
    example: { body: { till: '2026-12-01T00:00:00Z' } },
  }),
  delete: post('/sense/hierarchy/tree/:treeId/budget/:budgetId/delete/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Delete a budget',
    description: 'Messages about it that wait are still sent.',
    errors: none,
    ...ofTree,
    body: nothing,
    reply: z.object({}),
  }),
}
