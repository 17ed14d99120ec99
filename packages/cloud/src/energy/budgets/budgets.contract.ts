import { id, idNumber, instant, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { objectName, uuidOf } from '../../fields/fields.ts'

/** Maximum per tree. */
export const budgetsMax = 20
const contactIdsMax = 20

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a decimal number, not below 0')

const budgetInput = z.object({
  name: objectName.describe('Name, 1 to 200 characters; used in notifications.'),
  branchId: uuid.nullable().describe('Branch ID; null for the whole tree.'),
  planOf: z
    .enum(['amount', 'cost'])
    .describe('Whether the plan is an amount in the metered unit, or a cost by the tariff including fixed costs.'),
  months: z.array(decimal).length(12).describe('Plan for each month, January to December, decimals; 0 for none.'),
  tolerancePercent: z
    .int()
    .min(0)
    .max(100)
    .describe('Percentage above plan from which the forecast triggers a notification, 0 to 100.'),
  contactIds: z.array(idNumber).max(contactIdsMax).describe('IDs of contacts to notify, at most 20.'),
})
export type BudgetInput = z.output<typeof budgetInput>

const amount = (text: string) => z.string().nullable().describe(text)

const status = z.object({
  month: z.string().describe('Current month, such as `2026-11`, in the time zone of the tree.'),
  unit: z.string().describe('Unit of the amounts, or currency.'),
  plan: z.string().describe('Plan for the month, a decimal.'),
  soFar: amount('What is known of the month, a decimal; null where nothing is.'),
  expected: amount(
    'What the month will come to by the same weekdays of the last four weeks, a decimal; null with less than three complete days.',
  ),
  percent: z
    .number()
    .nullable()
    .describe('Forecast relative to the plan in percent, negative below plan; null if either is unknown.'),
})
export type BudgetStatus = z.output<typeof status>

const budget = budgetInput.extend({
  id: idNumber.describe('Budget ID.'),
  mutedTill: timestamp.nullable().describe('End of the mute; null if not muted.'),
  status: status
    .nullable()
    .describe('State of the current month; null if it cannot be calculated from unit or tariff.'),
})
export type Budget = z.output<typeof budget>

const treeId = { params: z.object({ treeId: uuidOf.tree }) }
const ofTree = { params: z.object({ treeId: uuidOf.tree, budgetId: id.describe('Budget ID.') }) }
const none = { ObjectNotFound: 'there is no such tree, branch, budget or contact.' }

export const budgets = {
  list: get('/sense/hierarchy/tree/:treeId/budgets/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'List the budgets of a tree',
    description: 'Monthly plans with the state and forecast of the current month.',
    ...treeId,
    cost: 5,
    reply: z.array(budget).describe('Budgets in the order of their IDs, at most 20.'),
  }),
  create: post('/sense/hierarchy/tree/:treeId/budgets/create/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Create a budget',
    description:
      'Contacts are notified once when the forecast exceeds the plan by more than the tolerance, and once when the plan is used up.',
    errors: { IncorrectRequest: 'there are 20 budgets.', ...none },
    ...treeId,
    body: budgetInput,
    reply: z.object({ id: idNumber.describe('Budget ID.') }),
  }),
  change: post('/sense/hierarchy/tree/:treeId/budget/:budgetId/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change a budget',
    description: 'Replaces the whole budget. Notifications already sent for this month are not repeated.',
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
    description: 'Suppresses notifications until the given time; conditions that still apply are notified then.',
    errors: none,
    ...ofTree,
    body: z.object({ till: instant.nullable().describe('End of the mute; null to unmute.') }),
    reply: z.object({}),
    example: { body: { till: '2026-12-01T00:00:00Z' } },
  }),
  delete: post('/sense/hierarchy/tree/:treeId/budget/:budgetId/delete/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Delete a budget',
    description: 'Notifications already queued are still sent.',
    errors: none,
    ...ofTree,
    body: nothing,
    reply: z.object({}),
  }),
}
