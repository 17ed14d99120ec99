import type { Contract, Endpoint, Input } from '@busbar/wire'
import type { CloudAccess } from '../accounts/access/access-contract.ts'
import { type CostOf } from '../server/gates/admission.ts'
import { contract, protocols } from './contract.ts'

type Costs<C extends Contract<CloudAccess>> = {
  readonly [Name in keyof C]?: { readonly [Operation in keyof C[Name]]?: (input: Input<C[Name][Operation]>) => number }
}

const dayMs = 86_400_000
/** A figure with first, least, mean, greatest, count and gaps. */
const fullFigureCost = 2
/** To read a day of one parameter, and to look at what is kept of it. */
const dayReadCost = 20
const cachedDayCost = 4
/** A table holds a day of each column. */
const tableDayCost = 500
/** How many there are is known to the database alone. */
const branchesOfTable = 50
const branchesBelow = 10
const devicesOfNet = 20
const widgetsOfBoard = 20
const devicesOfOrg = 100
const segmentsMax = 10_000
const segmentDays = { 'quarter-hour': 1 / 96, 'half-hour': 1 / 48, hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 }
type Cadence = keyof typeof segmentDays

interface Span {
  from?: Date | undefined
  till?: Date | undefined
}

/** For longer spans, most data comes from stored daily figures. */
const daysMax = 366

/** `defaultDays`: where a span has no beginning. */
const daysOf = ({ from, till }: Span, defaultDays = 0): number =>
  from === undefined || till === undefined ? defaultDays : Math.min(daysMax, (till.getTime() - from.getTime()) / dayMs)

const segmentsOf = (days: number, cadence: Cadence): number => Math.min(segmentsMax, 1 + days / segmentDays[cadence])

const reportCost = (branches: number, span: Span, cadence: Cadence): number => {
  const days = daysOf(span, 31)
  return branches * (segmentsOf(days, cadence) + days * dayReadCost)
}

/** Includes the span of the comparison, which is read in one piece. */
const comparedCost = (
  input: Span & { segment?: Cadence | undefined; beforeFrom?: Date | undefined; beforeTill?: Date | undefined },
): number => {
  const { segment = 'day', beforeFrom: from, beforeTill: till } = input
  return reportCost(branchesOfTable, input, segment) + branchesOfTable * daysOf({ from, till }) * dayReadCost
}

const boardCost = (widgets: number): number => widgets * (96 * fullFigureCost + 7 * dayReadCost)

/** Sensors are read from stored figures, not from readings. */
const treeCost = (branches: number, span: Span, cadence: Cadence, usualDays: number): number => {
  const days = daysOf(span, usualDays)
  return branches * (segmentsOf(days, cadence) + days * cachedDayCost)
}

/**
 * Costs of all operations that read history, reports, trees, tables and whole organizations. Operations without a cost
 * are cheap, or commands.
 */
const costs: Costs<typeof contract> = {
  readings: {
    get: ({ pointsLimit = 1000 }) => pointsLimit,
    dispersed: ({ paramIds, points, ...span }) => paramIds.length * (points + daysOf(span) * dayReadCost),
    minMeanMax: ({ paramIds, points, ...span }) =>
      paramIds.length * (points * fullFigureCost + daysOf(span) * dayReadCost),
    dateRange: ({ paramIds }) => paramIds.length * cachedDayCost,
    minMaxRange: ({ paramIds, ...span }) => paramIds.length * (1 + daysOf(span)) * cachedDayCost,
    summary: ({ paramIds, ...span }) => paramIds.length * (fullFigureCost + (1 + daysOf(span)) * dayReadCost),
    gaps: ({ paramIds, ...span }) => paramIds.length * (1 + daysOf(span)) * cachedDayCost,
    texts: (span) => (1 + daysOf(span)) * dayReadCost,
    csv: ({ paramIds, ...span }) => paramIds.length * tableDayCost * Math.min(1, daysOf(span, 1)),
  },
  values: {
    onTime: ({ paramIds }) => paramIds.length * dayReadCost,
    dashboardData: () => 96 + dayReadCost,
  },
  annotations: { list: ({ paramIds }) => paramIds.length * cachedDayCost },
  availability: {
    net: ({ steps, days }) => devicesOfNet * (steps + (1 + days) * cachedDayCost * 2),
    device: ({ steps, days }) => steps + (1 + days) * cachedDayCost * 2,
  },
  overview: {
    links: () => 5000,
    energy: () => branchesOfTable * cachedDayCost * 2,
    keyParams: () => 5000,
    since: ({ from }) => devicesOfOrg * (1 + daysOf({ from })) * cachedDayCost,
    availability: ({ days }) => devicesOfOrg * (days + (1 + days) * cachedDayCost * 2),
  },
  counters: { get: () => 365 * dayReadCost },
  backTest: { run: ({ conditions, ...span }) => conditions.length * daysOf(span) * dayReadCost * 10 },
  reports: {
    chartData: ({ segment, ...span }) => reportCost(branchesBelow, span, segment),
    csv: (input) => comparedCost(input),
    print: (input) => comparedCost(input),
  },
  reportFigures: {
    data: ({ segment = 'day', ...span }) => reportCost(branchesOfTable, span, segment),
    xlsx: (input) => comparedCost(input),
    checkFormula: (span) => reportCost(branchesBelow, { from: span.from, till: span.till }, 'day'),
  },
  treeEnergy: {
    branchHistory: ({ cadence, limit, ...span }) =>
      branchesBelow * Math.min(limit, segmentsOf(daysOf(span, 100 * segmentDays[cadence]), cadence)) * cachedDayCost,
    branchLast: () => branchesBelow * cachedDayCost,
    treeLast: () => branchesOfTable * cachedDayCost,
    branches: (span) => treeCost(branchesOfTable, span, 'day', 1),
    root: (span) => treeCost(branchesOfTable, span, 'day', 1),
    csv: ({ cadence = 'day', ...span }) => treeCost(branchesOfTable, span, cadence, 31),
    print: ({ cadence = 'day', ...span }) => treeCost(branchesOfTable, span, cadence, 31),
  },
  boards: { history: () => boardCost(widgetsOfBoard), preview: ({ widgets }) => boardCost(widgets.length) },
  treeProfiles: {
    history: ({ cadence, levels, ...span }) =>
      treeCost(levels === 0 ? branchesBelow : branchesOfTable, span, cadence, 31),
    load: ({ levels, ...span }) => treeCost(levels === 0 ? branchesBelow : branchesOfTable, span, 'quarter-hour', 31),
  },
  trees: { checks: () => 20_000 },
  treeDegreeDays: { read: () => 9000 },
  budgets: { list: () => 50_000 },
  tariffs: { cost: (span) => treeCost(branchesOfTable, span, 'day', 31) },
  nets: { tree: () => 20_000 },
  prometheus: { metrics: () => 20_000 },
  audit: { verify: () => 6000, csv: () => 20_000 },
  transfer: { export: () => 100_000 },
  importConfig: { run: () => 300_000 },
  readingsExport: { file: () => 100_000 },
}

/** Costs by endpoint of the contract. */
export const costsByEndpoint: ReadonlyMap<Endpoint, CostOf> = new Map<Endpoint, CostOf>([
  ...Object.entries(costs).flatMap(([name, ofResource]) =>
    Object.entries(ofResource).map(([operation, costOf]) => {
      const resource: Readonly<Record<string, Endpoint>> = contract[name as keyof typeof contract]
      return [resource[operation] as Endpoint, costOf as CostOf] as const
    }),
  ),
  [protocols.prometheusRead.read, () => 100_000],
])
