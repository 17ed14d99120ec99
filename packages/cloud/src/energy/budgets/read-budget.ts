import { at, lookUp } from '@busbar/kit'
import { add, type Decimal, multiply, parseDecimal } from '@busbar/modbus/decimal'
import { Refusal } from '@busbar/wire/server'
import { localText, segmentStart } from '../calendar.ts'
import type { EnergyCall } from '../needs.ts'
import { dayMs } from '../stored/hold.rules.ts'
import { stepsOf, wholeSegments } from '../stored/steps.ts'
import { localDays } from '../stored/zone-days.ts'
import { costsOf, fixedCost, pricesOf, stepsByPrice } from '../tariffs/cost.rules.ts'
import type { Tariff } from '../tariffs/tariffs.contract.ts'
import { tariffOf } from '../tariffs/tariffs.sql.ts'
import { readTallies } from '../tree-energy/read-tallies.ts'
import { readUnits, storedTree } from '../trees/stored-tree.ts'
import type { StoredTree } from '../trees/trees.sql.ts'
import { unitFactor } from '../units.rules.ts'
import { type BudgetReading, type DayUse, forecastOf } from './budget.rules.ts'
import type { BudgetRow } from './budgets.sql.ts'

export type BudgetCall = Pick<EnergyCall<'member'>, 'db' | 'energy' | 'orgId' | 'now'>

const historyDays = 28
const hourMs = 3_600_000

type DayUses = Pick<DayUse, 'use' | 'isComplete'>[]

/** How the month of a budget stands, and what it will come to. Null where its unit is not one, it has no price, or too much would be read. */
export const readBudget = async (
  call: BudgetCall,
  tree: StoredTree,
  { branchId, planOf, months }: Pick<BudgetRow, 'branchId' | 'planOf' | 'months'>,
): Promise<BudgetReading | null> => {
  const { timeZone } = tree
  const now = call.now().getTime()
  const monthFrom = segmentStart(timeZone, 'month', now)
  // A day may be an hour longer or shorter.
  const before = segmentStart(timeZone, 'day', segmentStart(timeZone, 'day', now) - historyDays * dayMs + 3 * hourMs)
  const edges = wholeSegments(timeZone, 'day', Math.min(monthFrom, before), now + 1)
  const tomorrow = edges.at(-1) ?? now
  const monthTill = segmentStart(timeZone, 'month', monthFrom + 32 * dayMs)
  const month = localText(timeZone, monthFrom).slice(0, 7)
  const unit = (await readUnits(call, tree)).get(branchId) ?? null
  const tariff = planOf === 'cost' ? await tariffOf(call.db.sql, call.orgId, tree.id) : null
  const factor = unitFactor(unit, tariff?.unit ?? null)
  if (unit === null || (planOf === 'cost' && factor === null)) return null
  const uses = await nullIfRefused(() =>
    tariff === null || factor === null
      ? readAmounts(call, tree, branchId, edges)
      : readCosts(call, tree, branchId, edges, { tariff, factor }),
  )
  if (uses === null) return null
  const days = uses.map((one, index) => {
    const [from, till] = [at(edges, index), at(edges, index + 1)]
    return {
      use: one.use,
      isComplete: one.isComplete && till <= now,
      weekday: weekdayOf(timeZone, from),
      isInMonth: from >= monthFrom,
    }
  })
  const weekdaysLeft = (localDays(timeZone, tomorrow, monthTill) ?? []).map(({ from }) => weekdayOf(timeZone, from))
  const { soFar, expected } = forecastOf(days, tomorrow < monthTill ? weekdaysLeft : [])
  const plan = parseDecimal(at(months, Number(month.slice(5)) - 1)) ?? { digits: 0n, scale: 0 }
  if (tariff === null) return { month, unit, plan, soFar, expected }
  const fixedTill = (till: number): Decimal | null =>
    fixedCost(tariff, timeZone, localDays(timeZone, monthFrom, till) ?? [])
  const withFixed = (value: Decimal | null, fixed: Decimal | null) =>
    value === null || fixed === null ? value : add(value, fixed)
  return {
    month,
    unit: tariff.currency,
    plan,
    soFar: withFixed(soFar, fixedTill(tomorrow)),
    expected: withFixed(expected, fixedTill(monthTill)),
  }
}

/** The same of a stored one, and where it is in its tree. */
export const readStoredBudget = async (service: Omit<BudgetCall, 'orgId'>, budget: BudgetRow) => {
  const call = { ...service, orgId: budget.orgId }
  const tree = await storedTree(call, budget.treeId)
  const branch = tree.branches.find(({ id }) => id === budget.branchId)
  const reading = await readBudget(call, tree, budget)
  return reading && { reading, place: [tree.name, branch?.name].filter((one) => one !== undefined).join(' / ') }
}

const nullIfRefused = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const weekdayOf = (timeZone: string, on: number): number =>
  ((new Date(localText(timeZone, on).slice(0, 10)).getUTCDay() + 6) % 7) + 1

const readAmounts = async (
  call: BudgetCall,
  tree: StoredTree,
  branchId: string | null,
  edges: readonly number[],
): Promise<DayUses> => {
  const steps = stepsOf(tree.timeZone, 'day', edges)
  const { tallies, quarterCounts } = await readTallies(call, tree, [branchId], steps, edges, 'sources')
  const tally = tallies.get(branchId)
  return Array.from(quarterCounts, (quarterCount, index) => ({
    use: tally?.energy.at(index) ?? null,
    isComplete: tally?.isCovered(index, quarterCount) ?? false,
  }))
}

/**
 * Returns the cost of each day by all prices, with the factor from the branch's unit to the tariff's. A day without a
 * price has no cost, and is incomplete.
 */
const readCosts = async (
  call: BudgetCall,
  tree: StoredTree,
  branchId: string | null,
  edges: readonly number[],
  { tariff, factor }: { tariff: Tariff; factor: Decimal },
): Promise<DayUses> => {
  const prices = pricesOf(tariff)
  const [from, till] = [at(edges, 0), at(edges, edges.length - 1)]
  const indexByEdge = new Map(edges.map((edge, index) => [edge, index]))
  const cut = { count: edges.length - 1, partOf: (day: { from: number }) => lookUp(indexByEdge, day.from) }
  const { steps } = stepsByPrice(tariff, tree.timeZone, from, till, cut)
  const { tallies, quarterCounts } = await readTallies(call, tree, [branchId], steps, [from, till], 'sources')
  const tally = tallies.get(branchId)
  return edges.slice(1).map((_, day) => {
    const first = day * prices.length
    const counts = [...quarterCounts.subarray(first, first + prices.length)]
    const isCovered = counts.every((count, index) => count === 0 || tally?.isCovered(first + index, count))
    return {
      use: costsOf(prices, (index) => {
        const energy = tally?.energy.at(first + index) ?? null
        return energy && multiply(energy, factor)
      }).cost,
      isComplete: isCovered && counts.some((count) => count > 0),
    }
  })
}
