import { type Decimal, round } from '@busbar/modbus/decimal'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import { type Cadence, segmentStart } from '../calendar.ts'
import type { EnergyCall, EnergyNeeds } from '../needs.ts'
import { reportCsv } from '../report-files/csv.rules.ts'
import { printPage } from '../report-files/print-page.ts'
import { unitsOfParams } from '../reports/reports.sql.ts'
import type { TableBranch } from '../reports/table.ts'
import type { ExactSums } from '../stored/exact-sums.ts'
import { quarterMs } from '../stored/hold.rules.ts'
import { stepsOf, stepsOfSpan, wholeSegments } from '../stored/steps.ts'
import type { Tally } from '../stored/tally.ts'
import { sumOfAll, sumOfKnown } from '../sums.rules.ts'
import type { Conversion } from '../trees/conversion.rules.ts'
import { readConversion } from '../trees/stored-tree.ts'
import { byId, pathToRoot } from '../trees/tree.rules.ts'
import { unitsOfBranches } from '../trees/tree-units.rules.ts'
import { type StoredTree, treeById, treeIdOfBranch } from '../trees/trees.sql.ts'
import type { Unit } from '../units.rules.ts'
import type { treeEnergy } from './energy.contract.ts'
import { readTallies, type TreeTallies } from './read-tallies.ts'
import { segmentsOf } from './segments.ts'

/** Decimals of a table's figures: energy of power has no end of them. */
const decimalPlaces = 6
/** A page is indented no further. */
const levelMax = 4

/** A tree as a table: the whole, then its branches, each followed by those below it. */
const treeTable = (
  tree: Pick<StoredTree, 'name' | 'branches' | 'sensors'>,
  { tallies, quarterCounts }: TreeTallies,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null = null,
): TableBranch[] => {
  const { name, branches } = tree
  const branchesById = byId(branches)
  const children = Map.groupBy(branches, ({ parentId }) => parentId)
  const branchUnits = unitsOfBranches(tree, units, conversion)
  const table: TableBranch[] = []
  const addBranch = (id: string | null, title: string, path: string, level: number): void => {
    const tally = tallies.get(id)
    if (tally === undefined) return
    const unit = branchUnits.get(id) ?? null
    table.push({ name: title, path, level: Math.min(level, levelMax), unit, ...figuresOf(tally, quarterCounts) })
    for (const child of children.get(id) ?? []) {
      const names = pathToRoot(branchesById, child.id).map((branch) => branch.name)
      addBranch(child.id, child.name, names.toReversed().join(' / '), level + 1)
    }
  }
  addBranch(null, name, name, 0)
  return table
}

const figuresOf = (tally: Tally, quarterCounts: Int32Array) => {
  const rounded = (value: Decimal | null): Decimal | null => (value === null ? null : round(value, decimalPlaces))
  const valuesOf = (sums: ExactSums): (Decimal | null)[] => Array.from(quarterCounts, (_, at) => rounded(sums.at(at)))
  const values = valuesOf(tally.energy)
  const unmetered = Array.from(quarterCounts, (quarterCount, at) => rounded(tally.unmeteredAt(at, quarterCount)))
  const steps = quarterCounts.reduce((sum, one) => sum + one, 0)
  const covered = quarterCounts.reduce((sum, count, at) => sum + tally.coverageOf(at, count) * count, 0)
  return {
    values,
    coverages: Array.from(quarterCounts, (quarterCount, at) => tally.coverageOf(at, quarterCount)),
    total: sumOfKnown(values),
    coverage: steps === 0 ? 0 : covered / steps,
    unmetered: tally.metered === null ? null : { values: unmetered, total: sumOfAll(unmetered) },
  }
}

const segmentsByDefault = 100
const dayMs = 86_400_000
const usualMs: Readonly<Record<Cadence, number>> = {
  'quarter-hour': quarterMs,
  'half-hour': 2 * quarterMs,
  hour: 4 * quarterMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
}

export const treeEnergyHandlers: Handlers<typeof treeEnergy, EnergyNeeds> = {
  branchHistory: async (call, { branchId, cadence, from, till = call.now(), limit }) => {
    const tree = await treeOfBranch(call, branchId)
    const count = Math.min(limit, segmentsByDefault)
    const begin = from?.getTime() ?? till.getTime() - (count - 1) * usualMs[cadence]
    const edges = wholeSegments(tree.timeZone, cadence, begin, till.getTime()).slice(-limit - 1)
    return readSegments(call, tree, branchId, cadence, edges)
  },

  branchLast: async (call, { branchId, cadence }) =>
    lastSegment(call, await treeOfBranch(call, branchId), branchId, cadence),

  treeLast: async (call, { treeId, cadence }) => lastSegment(call, await storedTree(call, treeId), null, cadence),

  branches: async (call, { treeId, ...query }) => {
    const tree = await storedTree(call, treeId)
    const ids = tree.branches.map(({ id }) => id)
    const { edges, tallies, quarterCounts, setAside, mixedUnits } = await readSpan(call, tree, ids, query)
    const branches = tree.branches.flatMap(({ id, name, parentId }) => {
      const tally = tallies.get(id)
      if (tally === undefined) return []
      const branchFields = {
        branchId: id,
        name,
        ...(parentId !== null && { parentBranchId: parentId }),
        ...mixedField(mixedUnits.get(id)),
      }
      return segmentsOf(tally, quarterCounts, edges, call.now()).map((segment) => ({ ...branchFields, ...segment }))
    })
    return { branches, setAside }
  },

  root: async (call, { treeId, ...query }) => {
    const { edges, tallies, quarterCounts, setAside, mixedUnits } = await readSpan(
      call,
      await storedTree(call, treeId),
      [null],
      query,
    )
    const segments = [...tallies.values()].flatMap((tally) => segmentsOf(tally, quarterCounts, edges, call.now()))
    return { ...singleSegment(segments), ...mixedField(mixedUnits.get(null)), setAside }
  },

  csv: async (call, { treeId, ...query }) => reportCsv(await readTable(call, treeId, query)),

  print: async (call, { treeId, ...query }) => printPage(await readTable(call, treeId, query)),
}

const mixedField = (mixedUnits: string[] | undefined): { mixedUnits?: string[] } =>
  mixedUnits === undefined ? {} : { mixedUnits }

const storedTree = async ({ db, orgId }: EnergyCall<'member'>, treeId: string): Promise<StoredTree> => {
  const tree = await treeById(db.sql, orgId, treeId)
  if (tree === undefined) throw new Refusal('ObjectNotFound')
  return tree
}

const treeOfBranch = async (call: EnergyCall<'member'>, branchId: string): Promise<StoredTree> => {
  const treeId = await treeIdOfBranch(call.db.sql, call.orgId, branchId)
  if (treeId === undefined) throw new Refusal('ObjectNotFound')
  return storedTree(call, treeId)
}

const readSegments = async (
  call: EnergyCall<'member'>,
  tree: StoredTree,
  branchId: string | null,
  cadence: Cadence,
  edges: readonly number[],
) => {
  const steps = stepsOf(tree.timeZone, cadence, edges)
  const { tallies, quarterCounts, setAside } = await readTallies(call, tree, [branchId], steps, edges)
  const segments = [...tallies.values()].flatMap((tally) => segmentsOf(tally, quarterCounts, edges, call.now()))
  return { segments, setAside }
}

const lastSegment = async (call: EnergyCall<'member'>, tree: StoredTree, branchId: string | null, cadence: Cadence) => {
  const now = call.now().getTime()
  const edges = wholeSegments(tree.timeZone, cadence, now, now + 1)
  const { segments, setAside } = await readSegments(call, tree, branchId, cadence, edges)
  return { ...singleSegment(segments), setAside }
}

const singleSegment = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Refusal('IncorrectRequest', 'The span is empty.')
  return one
}

interface EnergyQuery {
  from?: Date | undefined
  till?: Date | undefined
  converted: boolean
}

/** Reads one segment, from the quarter-hour in which the span begins to the one in which it ends. */
const readSpan = async (
  call: EnergyCall<'member'>,
  tree: StoredTree,
  branchIds: readonly (string | null)[],
  query: EnergyQuery,
) => {
  const end = query.till?.getTime() ?? call.now().getTime() + 1
  const begin = query.from?.getTime() ?? segmentStart(tree.timeZone, 'day', end - 1)
  const [from, till] = [Math.floor(begin / quarterMs) * quarterMs, Math.ceil(end / quarterMs) * quarterMs]
  const steps = from < till ? stepsOfSpan(tree.timeZone, from, till) : []
  const edges = from < till ? [from, till] : []
  const change = await readConversion(call, tree, query.converted)
  return { edges, ...(await readTallies(call, tree, branchIds, steps, edges, 'all', change)) }
}

/** A tree with all its figures. */
const readTable = async (
  call: EnergyCall<'member'>,
  treeId: string,
  { from, till = call.now(), cadence = 'day', converted }: EnergyQuery & { cadence?: Cadence | undefined },
) => {
  const tree = await storedTree(call, treeId)
  const { timeZone, name } = tree
  const begin = from?.getTime() ?? segmentStart(timeZone, 'month', till.getTime())
  const edges = wholeSegments(timeZone, cadence, begin, till.getTime())
  const ids = [null, ...tree.branches.map(({ id }) => id)]
  const change = await readConversion(call, tree, converted)
  const figures = await readTallies(call, tree, ids, stepsOf(timeZone, cadence, edges), edges, 'all', change)
  const units = await unitsOfParams(
    call.db.sql,
    call.orgId,
    tree.sensors.map(({ paramId }) => paramId),
  )
  const now = call.now().getTime()
  return {
    name,
    table: treeTable(tree, figures, units, change?.conversion),
    edges,
    isPartial: edges.slice(1).map((end) => end > now),
    timeZone,
    setAsideCount: figures.setAside.length,
  }
}
