import { at } from '@busbar/kit'
import { add, type Decimal, multiply } from '@busbar/modbus/decimal'
import { localText } from '../calendar.ts'
import { quarterMs } from '../stored/hold.rules.ts'
import { sumOfAll } from '../sums.rules.ts'
import { pricesOf, zoneAt } from '../tariffs/cost.rules.ts'
import type { Tariff } from '../tariffs/tariffs.contract.ts'
import { unitFactor } from '../units.rules.ts'
import { countersOf } from './branches.rules.ts'
import { type ReportCall, readFigures } from './read-figures.ts'
import type { ReportTable } from './read-table.ts'
import { type PricedParam, pricedParams } from './reports.sql.ts'
import type { BranchCost, ReportBranch } from './table.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** Spans of one price each, that follow each other. */
interface PriceRuns {
  edges: number[]
  /** Price of each span, as an index of `pricesOf`; -1 where there is none. */
  prices: number[]
}

/** A span cut where the price changes. Prices change at quarter-hours of the clocks of the place. */
export const priceRuns = (tariff: Tariff, timeZone: string, from: number, till: number): PriceRuns => {
  const runs: PriceRuns = { edges: [from], prices: [] }
  const starts = tariff.versions.map((_, index) =>
    tariff.versions.slice(0, index).reduce((sum, { zones }) => sum + zones.length, 0),
  )
  const hasOnePrice = tariff.versions.length === 1 && tariff.versions[0]?.zones.length === 1
  let clock = { hour: -1, text: '' }
  const priceAt = (on: number): number => {
    // Clocks are set at whole hours of UTC: within one the minutes just go on.
    const hour = Math.floor(on / hourMs)
    if (hour !== clock.hour) clock = { hour, text: localText(timeZone, hour * hourMs) }
    const passed = (on - hour * hourMs) / minuteMs
    const text = Number(clock.text.slice(14, 16)) + passed < 60 ? clock.text : localText(timeZone, on)
    const date = text.slice(0, 10)
    const index = tariff.versions.findLastIndex(({ validFrom }) => validFrom <= date)
    const version = tariff.versions[index]
    if (version === undefined) return -1
    const [, month = 1] = date.split('-').map(Number)
    const weekday = ((new Date(date).getUTCDay() + 6) % 7) + 1
    const minute = Number(text.slice(11, 13)) * 60 + (text === clock.text ? passed : 0) + Number(text.slice(14, 16))
    return at(starts, index) + zoneAt(version, weekday, month, minute)
  }
  const stepMs = hasOnePrice ? dayMs : quarterMs
  for (let on = from; on < till; on = Math.min(till, (Math.floor(on / stepMs) + 1) * stepMs)) {
    const price = priceAt(on)
    if (runs.prices.length > 0 && price !== runs.prices.at(-1)) runs.edges.push(on)
    if (runs.prices.length < runs.edges.length) runs.prices.push(price)
  }
  return { edges: [...runs.edges, till], prices: runs.prices }
}

/** Longer spans have more prices than an answer may take. */
const spanMsMax = 370 * 86_400_000

/**
 * Costs of branches, by their ids: of those whose counters are all in one tree with a tariff for their unit, and of sums of such branches.
 * Energy counts where its reading is, as everywhere in reports, so a price is that of the reading.
 */
export const readCosts = async (call: ReportCall, { table, edges }: ReportTable): Promise<Map<string, BranchCost>> => {
  const costs = new Map<string, BranchCost>()
  const [from = 0, till = 0] = [edges[0], edges.at(-1)]
  const ids = [...new Set(table.flatMap(({ row }) => countersOf(row)))]
  const priced = till - from > spanMsMax ? [] : await pricedParams(call.db.sql, call.orgId, ids)
  if (priced.length === 0 || till <= from) return costs
  const trees = [...Map.groupBy(priced, ({ treeId }) => treeId).values()].flatMap((params): PricedTree[] => {
    const [first] = params
    return first === undefined ? [] : [{ ...first, paramIds: new Set(params.map(({ paramId }) => paramId)) }]
  })
  const byTree = Map.groupBy(table, (branch) => treeOf(branch, trees))
  for (const [tree, branches] of byTree) {
    if (tree !== undefined) await priceBranches(call, branches, tree, [from, till], costs)
  }
  addSums(table, costs)
  return costs
}

interface PricedTree extends Omit<PricedParam, 'paramId'> {
  /** Counters of the report that are in it. */
  paramIds: ReadonlySet<number>
}

/**
 * Returns the tree whose tariff prices a branch: the first by name that has all its counters and a tariff for its unit, otherwise one for a unit
 * that its unit converts to exactly.
 */
const treeOf = ({ row, unit }: ReportBranch, trees: readonly PricedTree[]): PricedTree | undefined => {
  const ids = countersOf(row)
  if (ids.length === 0) return undefined
  const complete = trees.filter(({ paramIds }) => ids.every((id) => paramIds.has(id)))
  return (
    complete.find(({ tariff }) => tariff.unit === unit) ??
    complete.find(({ tariff }) => unitFactor(unit, tariff.unit) !== null)
  )
}

const priceBranches = async (
  call: ReportCall,
  branches: readonly ReportBranch[],
  { tariff, timeZone, treeName }: PricedTree,
  [from, till]: readonly [number, number],
  costs: Map<string, BranchCost>,
): Promise<void> => {
  const runs = priceRuns(tariff, timeZone, from, till)
  const prices = pricesOf(tariff)
  const book = await readFigures(
    call,
    branches.map(({ row }) => row),
    runs.edges,
  )
  for (const { row, unit } of branches) {
    const { values } = await book.figuresOf(row.id)
    const toTariff = unitFactor(unit, tariff.unit)
    if (toTariff === null) continue
    const cost: BranchCost = { currency: tariff.currency, treeNames: [treeName], amount: null, co2: null }
    let [isPriced, isCo2Known] = [true, true]
    for (const [index, value] of values.entries()) {
      if (value === null) continue
      const price = prices[at(runs.prices, index)]
      if (price === undefined) {
        isPriced = false
        continue
      }
      const amount = multiply(multiply(value, toTariff), price.factor)
      cost.amount = plus(cost.amount, multiply(amount, price.price))
      if (price.co2 === null) isCo2Known = false
      else cost.co2 = plus(cost.co2, multiply(amount, price.co2))
    }
    costs.set(row.id, { ...cost, amount: isPriced ? cost.amount : null, co2: isPriced && isCo2Known ? cost.co2 : null })
  }
}

const plus = (sum: Decimal | null, more: Decimal): Decimal => (sum === null ? more : add(sum, more))

/** A branch without a value of its own costs what those below it do, where all of them have a price in one currency. */
const addSums = (table: readonly ReportBranch[], costs: Map<string, BranchCost>): void => {
  const below = Map.groupBy(table, ({ row }) => row.parentId)
  // Each is followed by those below it: from the end on, these are known.
  for (const { row } of table.toReversed()) {
    const isSum = row.paramId === null && row.formula === null && row.linkId === null
    const parts = isSum ? (below.get(row.id) ?? []).map((part) => costs.get(part.row.id)) : []
    const [first] = parts
    if (first === undefined) continue
    const known = parts.filter((part) => part?.currency === first.currency)
    if (known.length < parts.length) continue
    const sum = (of: 'amount' | 'co2'): Decimal | null => sumOfAll(known.map((part) => part?.[of] ?? null))
    const treeNames = [...new Set(known.flatMap((part) => part?.treeNames ?? []))]
    costs.set(row.id, { ...first, treeNames, amount: sum('amount'), co2: sum('co2') })
  }
}
