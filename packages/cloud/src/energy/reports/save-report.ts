import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { branchRows, countersOf } from './branches.rules.ts'
import type { Report } from './reports.contract.ts'
import {
  type BranchLink,
  type BranchRow,
  branchesOfReport,
  counterFormats,
  countOthers,
  type MainBranch,
  otherLinks,
  otherMains,
  putBranches,
  putReport,
  takenIds,
} from './reports.sql.ts'

/**
 * Returns a circle of links: main branches, the first also as the last; null where there is none. A main branch leads
 * to every target of the branches below it. Only paths through one of `starts` are searched: the others were checked
 * before.
 */
export const findCycle = (starts: readonly string[], links: readonly BranchLink[]): string[] | null => {
  const next = Map.groupBy(links, ({ mainId }) => mainId)
  const isDone = new Set<string>()
  for (const start of starts) {
    // Each entry is a branch on the path, with the links from it that are still to be tried.
    const path: { id: string; rest: BranchLink[] }[] = []
    const onPath = new Set<string>()
    const enter = (id: string): void => {
      path.push({ id, rest: [...(next.get(id) ?? [])] })
      onPath.add(id)
    }
    if (!isDone.has(start)) enter(start)
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const link = last.rest.shift()
      if (link === undefined) {
        isDone.add(last.id)
        onPath.delete(last.id)
        path.pop()
      } else if (onPath.has(link.linkId)) {
        const ids = path.map(({ id }) => id)
        return [...ids.slice(ids.indexOf(link.linkId)), link.linkId]
      } else if (!isDone.has(link.linkId)) enter(link.linkId)
    }
  }
  return null
}

const badRequest = (message: string): Refusal => new Refusal('IncorrectRequest', message)

/** Maximum per organization. */
const reportsMax = 200
const branchesMax = 20_000

/**
 * Stores a report in which nothing is wrong by itself, if all it names is the organization's. The organization is held. `goneParamIds`: parameters
 * that may be named although they are there no more, as when a report is moved that was made before they were deleted.
 */
export const saveReport = async (
  tx: Tx,
  orgId: number,
  report: Report,
  now: Date,
  goneParamIds: ReadonlySet<number> = new Set(),
): Promise<void> => {
  const rows = branchRows(report.id, report.branches)
  await checkLimit(tx, orgId, report.id, rows.length)
  await checkIds(tx, orgId, report.id, rows)
  await checkParams(tx, orgId, rows, goneParamIds)
  await checkLinks(tx, orgId, report, rows)
  await putReport(tx, orgId, report, now)
  await putBranches(tx, orgId, report.id, rows)
}

/** Refuses to let go of main branches that other reports link to. */
export const checkLinkedTo = async (
  tx: Tx,
  orgId: number,
  reportId: string,
  remaining: ReadonlySet<string>,
): Promise<void> => {
  const own = await branchesOfReport(tx, orgId, reportId)
  const lost = new Map(own.filter(({ id }) => !remaining.has(id)).map(({ id, name }) => [id, name]))
  const link = (await otherLinks(tx, orgId, reportId)).find(({ linkId }) => lost.has(linkId))
  if (link === undefined) return
  throw badRequest(`Branch "${lost.get(link.linkId)}" must stay a main branch: ${titleOf(link)} links to it.`)
}

const checkLimit = async (tx: Tx, orgId: number, reportId: string, branchCount: number): Promise<void> => {
  const others = await countOthers(tx, orgId, reportId)
  if (others.reports >= reportsMax) throw badRequest(`An organization has at most ${reportsMax} reports.`)
  if (others.branches + branchCount > branchesMax) {
    throw badRequest(`The reports of an organization have at most ${branchesMax} branches together.`)
  }
}

const checkIds = async (tx: Tx, orgId: number, reportId: string, rows: readonly BranchRow[]): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  const taken = await takenIds(tx, orgId, reportId, ids)
  const at = ids.findIndex((id) => taken.has(id))
  if (at >= 0) throw badRequest(`body.branches.${at}.id: is taken; give the branch another`)
}

const checkParams = async (
  tx: Tx,
  orgId: number,
  rows: readonly BranchRow[],
  goneParamIds: ReadonlySet<number>,
): Promise<void> => {
  const paramIdsByRow = rows.map(countersOf)
  const known = new Set((await counterFormats(tx, orgId, [...new Set(paramIdsByRow.flat())])).map(({ id }) => id))
  for (const [at, ids] of paramIdsByRow.entries()) {
    const missing = ids.find((id) => !known.has(id) && !goneParamIds.has(id))
    if (missing === undefined) continue
    const field = rows[at]?.formula === null ? 'paramId' : 'formula'
    throw badRequest(`body.branches.${at}.value.${field}: ${missing} is no parameter of this organization with numbers`)
  }
}

const checkLinks = async (tx: Tx, orgId: number, report: Report, rows: readonly BranchRow[]): Promise<void> => {
  const ownMains = rows.filter(({ parentId }) => parentId === null)
  await checkLinkedTo(tx, orgId, report.id, new Set(ownMains.map(({ id }) => id)))
  const linkIds = rows.flatMap(({ linkId }) => linkId ?? [])
  if (linkIds.length === 0) return
  const ownTargets: MainBranch[] = ownMains.map(({ id, name }) => ({ id, name, reportName: report.name }))
  const targets = [...ownTargets, ...(await otherMains(tx, orgId, report.id, linkIds))]
  const known = new Set(targets.map(({ id }) => id))
  const at = rows.findIndex(({ linkId }) => linkId !== null && !known.has(linkId))
  if (at >= 0) throw badRequest(`body.branches.${at}.value.linkId: is no main branch of a report of this organization`)
  const others = await otherLinks(tx, orgId, report.id)
  const own = rows.flatMap(({ mainId, linkId }) => (linkId === null ? [] : [{ mainId, linkId }]))
  const cycle = findCycle(
    ownMains.map(({ id }) => id),
    [...own, ...others],
  )
  if (cycle === null) return
  const titles = new Map([...others, ...targets].map((main) => [main.id, titleOf(main)]))
  throw badRequest(`Links lead round in a circle: ${cycle.map((id) => titles.get(id) ?? id).join(' -> ')}.`)
}

const titleOf = ({ reportName, name }: Pick<MainBranch, 'reportName' | 'name'>): string => `"${reportName}: ${name}"`
