import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { type Cadence, cutSpan, segmentsMax } from '../calendar.ts'
import type { CountedSegments } from '../counters/counter-book.ts'
import { meterOf } from '../counters/meter.rules.ts'
import { readCounter } from '../counters/read-counter.ts'
import type { EnergyCall } from '../needs.ts'
import { type Branches, childrenOf, counterKey, FigureBook } from './branch-figures.ts'
import { countersOf } from './branches.rules.ts'
import { type BranchRow, branchesBelow, branchesOfOrg, counterFormats } from './reports.sql.ts'

/** Figures of one answer, over all branches that they are made of. */
const figuresMax = 400_000
/** Counters of one answer. */
const countersMax = 1000
/** Counters that are read at once: other requests need the pool too. */
const atOnce = 2

/** Links are followed one by one so often; for longer paths all branches are read at once. */
const roundsMax = 4

export type ReportCall = Pick<EnergyCall<'member'>, 'db' | 'history' | 'orgId'>

/** Returns the edges of a span, or refuses it. */
export const edgesOf = (timeZone: string, segment: Cadence, from: Date, till: Date): number[] => {
  const edges = cutSpan(timeZone, segment, from.getTime(), till.getTime())
  if (edges !== null) return edges
  throw new Refusal('IncorrectRequest', `The span has more than ${segmentsMax} segments: ask for less, or longer ones.`)
}

/** All that the figures of these branches are made of, worked out for each segment between the edges. */
export const readFigures = async (
  { db, history, orgId }: ReportCall,
  wanted: readonly BranchRow[],
  edges: readonly number[],
): Promise<FigureBook> => {
  const branches = withDependencies(wanted, await linkedBranches(db.sql, orgId, wanted))
  const counters = new Map<string, { paramId: number; maxPerHour: number | null }>()
  for (const branch of branches.values()) {
    const { maxPerHour } = branch
    for (const paramId of countersOf(branch)) counters.set(counterKey(paramId, maxPerHour), { paramId, maxPerHour })
  }
  const segmentCount = edges.length - 1
  if (counters.size > countersMax || branches.size * segmentCount > figuresMax) {
    throw new Refusal('IncorrectRequest', 'That is too much for one answer: ask for fewer or longer segments.')
  }
  const ids = [...new Set(Array.from(counters.values(), ({ paramId }) => paramId))]
  const formats = new Map((await counterFormats(db.sql, orgId, ids)).map((format) => [format.id, format]))
  const counted = new Map<string, CountedSegments>()
  const count = async ([key, { paramId, maxPerHour }]: [string, { paramId: number; maxPerHour: number | null }]) => {
    const format = formats.get(paramId)
    if (format === undefined) return
    const meter = meterOf(format, maxPerHour)
    counted.set(key, await readCounter(history, orgId, paramId, edges, meter))
  }
  const rest = [...counters]
  while (rest.length > 0) await Promise.all(rest.splice(0, atOnce).map(count))
  const units = new Map(Array.from(formats.values(), ({ id, unitName }) => [id, unitName]))
  return new FigureBook(branches, counted, segmentCount, units)
}

/** The main branches above these, all below them, and those that they link to, and so on; or more. */
const linkedBranches = async (sql: Queries, orgId: number, wanted: readonly BranchRow[]): Promise<Branches> => {
  const branches = new Map<string, BranchRow>()
  let mains = [...new Set(wanted.map(({ mainId }) => mainId))]
  for (let round = 0; mains.length > 0; round += 1) {
    const found = round < roundsMax ? await branchesBelow(sql, orgId, mains) : await branchesOfOrg(sql, orgId)
    for (const branch of found) branches.set(branch.id, branch)
    if (round >= roundsMax) break
    const links = found.flatMap(({ linkId }) => (linkId === null || branches.has(linkId) ? [] : [linkId]))
    mains = [...new Set(links)]
  }
  return branches
}

/** Returns the branches that the wanted figures depend on. */
const withDependencies = (wanted: readonly BranchRow[], branches: Branches): Branches => {
  const children = childrenOf(branches)
  const needed = new Map<string, BranchRow>()
  const rest = wanted.map(({ id }) => id)
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    const branch = branches.get(id)
    if (branch === undefined || needed.has(id)) continue
    needed.set(id, branch)
    if (branch.linkId !== null) rest.push(branch.linkId)
    rest.push(...(children.get(id) ?? []).map((child) => child.id))
  }
  return new Map([...branches].filter(([id]) => needed.has(id)))
}
