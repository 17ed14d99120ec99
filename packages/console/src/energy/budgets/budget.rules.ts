import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'

export type Budget = AnswerOf<'budgets', 'list'>[number]
export type NewBudgetFields = Omit<RequestOf<'budgets', 'create'>, 'treeId'>

export const monthCount = 12
const plan = /^\d{1,12}(\.\d{1,6})?$/

/** The plan of a month, which the service accepts; null for any other text. */
export const planOf = (text: string): string | null => (plan.test(text) ? text : null)

export const newBudget = (name: string): NewBudgetFields => ({
  name,
  branchId: null,
  planOf: 'amount',
  months: Array.from({ length: monthCount }, () => '0'),
  tolerancePercent: 5,
  contactIds: [],
})

export const budgetFields = ({
  name,
  branchId,
  planOf: of,
  months,
  tolerancePercent,
  contactIds,
}: Budget): NewBudgetFields => ({
  name,
  branchId,
  planOf: of,
  months,
  tolerancePercent,
  contactIds,
})

/** How wide parts of a bar are, in percent of its width: what is used, what is expected, and where the plan is. */
export const barOf = (status: { plan: string; soFar: string | null; expected: string | null }) => {
  const [limit, soFar, expected] = [Number(status.plan), Number(status.soFar ?? 0), Number(status.expected ?? 0)]
  const most = Math.max(limit, soFar, expected)
  const share = (value: number): number => (most === 0 ? 0 : (100 * value) / most)
  return { soFar: share(soFar), expected: share(Math.max(soFar, expected)), plan: share(limit) }
}

/** When the next month begins, by the calendar of the reader; a mute ends then. */
export const nextMonth = (now: Date): Date => new Date(now.getFullYear(), now.getMonth() + 1, 1)
