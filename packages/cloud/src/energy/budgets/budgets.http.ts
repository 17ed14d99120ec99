import { contactsByIds } from '@busbar/alerts/escalation'
import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { EnergyCall, EnergyNeeds } from '../needs.ts'
import { decimalText } from '../tariffs/cost.rules.ts'
import { branchIn } from '../trees/checks.ts'
import { storedTree } from '../trees/stored-tree.ts'
import { byId } from '../trees/tree.rules.ts'
import { type StoredTree, treeById } from '../trees/trees.sql.ts'
import { percentAbove } from './budget.rules.ts'
import { type BudgetInput, type BudgetStatus, type budgets, budgetsMax } from './budgets.contract.ts'
import { type BudgetRow, budgetsOf, deleteBudget, insertBudget, muteBudget, updateBudget } from './budgets.sql.ts'
import { readBudget } from './read-budget.ts'

export const budgetsHandlers: Handlers<typeof budgets, EnergyNeeds> = {
  list: async (call, { treeId }) => {
    const tree = await storedTree(call, treeId)
    const rows = await budgetsOf(call.db.sql, call.orgId, treeId)
    return Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        ...budgetFields(row),
        mutedTill: row.mutedTill !== null && row.mutedTill > call.now() ? row.mutedTill.toISOString() : null,
        status: await statusOf(call, tree, row),
      })),
    )
  },

  create: (call, { treeId, ...input }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await check(tx, call, treeId, input)
      if ((await budgetsOf(tx, orgId, treeId)).length >= budgetsMax) {
        throw new Refusal('IncorrectRequest', `A tree has at most ${budgetsMax} budgets.`)
      }
      const id = await insertBudget(tx, orgId, treeId, input, call.now())
      await recordChange(tx, call, treeId, 'create', { after: { id, ...input } })
      return { id }
    }),

  change: (call, { treeId, budgetId, ...input }) =>
    call.db.tx(async (tx) => {
      await check(tx, call, treeId, input)
      const before = await storedBudget(tx, call, treeId, budgetId)
      await updateBudget(tx, call.orgId, budgetId, input)
      const { before: was, after: is } = difference(budgetFields(before), input)
      await recordChange(tx, call, treeId, 'change', {
        before: { id: budgetId, ...(was as object) },
        after: { id: budgetId, ...(is as object) },
      })
      return {}
    }),

  mute: (call, { treeId, budgetId, till }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, call.orgId)
      const { mutedTill } = await storedBudget(tx, call, treeId, budgetId)
      await muteBudget(tx, call.orgId, budgetId, till)
      await recordChange(tx, call, treeId, 'mute', {
        before: { id: budgetId, mutedTill },
        after: { id: budgetId, mutedTill: till },
      })
      return {}
    }),

  delete: (call, { treeId, budgetId }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, call.orgId)
      const before = await storedBudget(tx, call, treeId, budgetId)
      await deleteBudget(tx, call.orgId, budgetId)
      await recordChange(tx, call, treeId, 'delete', { before: { id: budgetId, ...budgetFields(before) } })
      return {}
    }),
}

/** Locks the organization. */
const check = async (
  tx: Tx,
  { orgId }: EnergyCall<'member'>,
  treeId: string,
  { branchId, contactIds }: BudgetInput,
): Promise<void> => {
  await lockOrg(tx, orgId)
  const tree = await treeById(tx, orgId, treeId)
  if (tree === undefined) throw new Refusal('ObjectNotFound')
  if (branchId !== null) branchIn(byId(tree.branches), branchId)
  const uniqueIds = new Set(contactIds)
  if ((await contactsByIds(tx, orgId, [...uniqueIds])).length < uniqueIds.size) throw new Refusal('ObjectNotFound')
}

const storedBudget = async (
  tx: Tx,
  { orgId }: EnergyCall<'member'>,
  treeId: string,
  id: number,
): Promise<BudgetRow> => {
  const row = (await budgetsOf(tx, orgId, treeId)).find((one) => one.id === id)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return row
}

const recordChange = (
  tx: Tx,
  call: EnergyCall<'member'>,
  treeId: string,
  operation: 'create' | 'change' | 'mute' | 'delete',
  change: { before?: unknown; after?: unknown },
) =>
  record(tx, call.orgId, call, { action: `tree.${operation}-budget`, objectKind: 'tree', objectId: treeId, ...change })

export const budgetFields = (row: BudgetInput): BudgetInput => ({
  name: row.name,
  branchId: row.branchId,
  planOf: row.planOf,
  months: [...row.months],
  tolerancePercent: row.tolerancePercent,
  contactIds: [...row.contactIds],
})

const statusOf = async (call: EnergyCall<'member'>, tree: StoredTree, row: BudgetRow): Promise<BudgetStatus | null> => {
  const reading = await readBudget(call, tree, row)
  if (reading === null) return null
  const { month, unit, plan, soFar, expected } = reading
  return {
    month,
    unit,
    plan: decimalText(plan) ?? '0',
    soFar: decimalText(soFar),
    expected: decimalText(expected),
    percent: expected === null ? null : percentAbove(expected, plan),
  }
}
