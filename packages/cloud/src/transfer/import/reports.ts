import type { Tx } from '@busbar/database'
import { at } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { schedulesOf } from '../../energy/report-mails/mails.sql.ts'
import { saveSchedule, shownSchedule } from '../../energy/report-mails/save-schedule.ts'
import { branchesProblem, shownBranch } from '../../energy/reports/branches.rules.ts'
import type { Branch, Report } from '../../energy/reports/reports.contract.ts'
import { branchesOfOrg, reportsOf } from '../../energy/reports/reports.sql.ts'
import { saveReport } from '../../energy/reports/save-report.ts'
import type { Document } from '../document.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, needUnique, withPath } from './document-errors.ts'
import { movedFormula, movedOrGone, type ParamIds } from './param-ids.rules.ts'
import { type UuidMap, uuidsInOrder } from './uuids.ts'

export const reportsToExport = async (tx: Tx, orgId: number): Promise<Document['reports']> => {
  const branches = Map.groupBy(await branchesOfOrg(tx, orgId), ({ reportId }) => reportId)
  const schedules = new Map((await schedulesOf(tx, orgId)).map(({ reportId, ...row }) => [reportId, row]))
  return (await reportsOf(tx, orgId)).map(({ id, name }) => {
    const row = schedules.get(id)
    const schedule = row === undefined ? {} : { schedule: shownSchedule(row) }
    return { id, name, branches: (branches.get(id) ?? []).map(shownBranch), ...schedule }
  })
}

/** Imports schedules of reports. If messages are not switched on, the copy sends no mails, and a note reports that. */
export const importSchedules = async (
  tx: Tx,
  orgId: number,
  now: Date,
  reports: Part['reports'],
  ids: UuidMap,
  isOn: boolean,
): Promise<string[]> => {
  const notes: string[] = []
  for (const [index, { id, schedule }] of reports.entries()) {
    if (schedule === undefined) continue
    if (isOn) await saveSchedule(tx, orgId, ids[id] ?? id, schedule, now, null)
    else notes.push(`reports.${index}.schedule: messages are switched off, so the report does not go out by mail.`)
  }
  return notes
}

interface ImportedReports {
  reports: UuidMap
  /** Main branches, which others may link to. */
  branches: UuidMap
}

/**
 * Adds reports, and gives their new ids. They may link to each other in any direction, so all are there before the first link is: each is
 * saved as the endpoint would save it, first without links and then, where it has any, whole.
 */
export const importReports = async (
  tx: Tx,
  orgId: number,
  createdOn: Date,
  reports: Part['reports'],
  params: ParamIds,
  knownBranches: UuidMap,
): Promise<ImportedReports> => {
  needUnique(
    (index) => `reports.${index}.id`,
    reports.map(({ id }) => id),
  )
  const branchIds = idsOfBranches(reports)
  const ids = { own: branchIds, all: { ...knownBranches, ...branchIds } }
  const newIds = uuidsInOrder(reports.length)
  const moved = reports.map(({ name, branches }, index): Report => {
    const where = `reports.${index}.branches`
    const newBranches = branches.map((branch, place) => movedBranch(`${where}.${place}`, branch, params, ids))
    return { id: at(newIds, index), name, branches: newBranches }
  })
  const gone = new Set(params.gone.values())
  const save = (index: number, report: Report): Promise<void> =>
    withPath(`reports.${index}`, async () => {
      const problem = branchesProblem(report.branches)
      if (problem !== null) throw new Refusal('IncorrectRequest', problem)
      await saveReport(tx, orgId, report, createdOn, gone)
    })
  for (const [index, report] of moved.entries()) {
    await save(index, { ...report, branches: report.branches.map(withoutLink) })
  }
  for (const [index, report] of moved.entries()) if (report.branches.some(isLink)) await save(index, report)
  const mains = reports.flatMap(({ branches }) => branches.filter(({ parentBranchId }) => parentBranchId === undefined))
  const mainIds = new Set(mains.map(({ id }) => id))
  return {
    reports: Object.fromEntries(reports.map(({ id }, index) => [id, at(newIds, index)])),
    branches: Object.fromEntries(Object.entries(branchIds).filter(([id]) => mainIds.has(id))),
  }
}

const idsOfBranches = (reports: Part['reports']): UuidMap => {
  const entries = reports.flatMap(({ branches }, index) =>
    branches.map(({ id }, place) => ({ id, where: `reports.${index}.branches.${place}.id` })),
  )
  const ids = entries.map(({ id }) => id)
  needUnique((index) => at(entries, index).where, ids)
  const newIds = uuidsInOrder(ids.length)
  return Object.fromEntries(ids.map((id, index) => [id, at(newIds, index)]))
}

/** Its parent is one of the document; a branch of another report is found by its own report's check. */
const movedBranch = (
  where: string,
  { id, parentBranchId, value, ...branch }: Branch,
  params: ParamIds,
  { own, all }: { own: UuidMap; all: UuidMap },
): Branch => ({
  ...branch,
  id: own[id] ?? id,
  ...(parentBranchId !== undefined && { parentBranchId: own[parentBranchId] ?? parentBranchId }),
  ...(value !== undefined && { value: movedValue(`${where}.value`, value, params, all) }),
})

type Value = NonNullable<Branch['value']>

const movedValue = (where: string, value: Value, params: ParamIds, branches: UuidMap): Value => {
  if ('paramId' in value) return { paramId: movedOrGone(`${where}.paramId`, value.paramId, params) }
  if ('formula' in value) return { formula: movedFormula(`${where}.formula`, value.formula, params) }
  const linkId = branches[value.linkId]
  if (linkId === undefined) throw documentError(`${where}.linkId`, `no branch of the document is ${value.linkId}`)
  return { linkId }
}

const isLink = ({ value }: Branch): boolean => value !== undefined && 'linkId' in value

const withoutLink = (branch: Branch): Branch => {
  if (!isLink(branch)) return branch
  const { value: _link, ...rest } = branch
  return rest
}
