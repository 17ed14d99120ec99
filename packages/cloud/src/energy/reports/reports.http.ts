import { randomUUID } from 'node:crypto'
import type { Tx } from '@busbar/database'
import { at } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { logoOf } from '../../accounts/orgs/logo.sql.ts'
import { shownLogo } from '../../accounts/orgs/logo.ts'
import { isoTime } from '../../fields/iso-time.ts'
import { figureOf, figureText } from '../figures.ts'
import type { EnergyNeeds } from '../needs.ts'
import { reportCsv } from '../report-files/csv.rules.ts'
import { printPage } from '../report-files/print-page.ts'
import { rescheduleMails } from '../report-mails/save-schedule.ts'
import { coverageOfAll } from '../sums.rules.ts'
import { type BranchFigures, unitLabel } from './branch-figures.ts'
import { branchesProblem, shownBranch } from './branches.rules.ts'
import { edgesOf, readFigures } from './read-figures.ts'
import { readPricedTable } from './read-priced-table.ts'
import type { Report, reports } from './reports.contract.ts'
import {
  branchById,
  branchesOfOrg,
  branchesOfReport,
  deleteReport,
  orgNameOf,
  reportById,
  reportsOf,
  setTimeZone,
  timeZoneOf,
} from './reports.sql.ts'
import { checkLinkedTo, saveReport } from './save-report.ts'

const shareOf = (coverage: number): number => Math.round(coverage * 1e6) / 1e6

/** A branch's figures as an answer. */
const chartData = (edges: readonly number[], figures: BranchFigures) => {
  const { values, coverage, total, unmetered } = figures
  const unit = unitLabel(figures)
  return {
    segments: values.map((value, index) => ({
      from: isoTime(at(edges, index)),
      till: isoTime(at(edges, index + 1)),
      value: figureOf(value),
      ...figureText('valueText', value),
      coverage: shareOf(at(coverage, index)),
      ...(unmetered !== null && { unmetered: figureOf(unmetered.values[index] ?? null) }),
    })),
    total: figureOf(total),
    ...figureText('totalText', total),
    ...(unit !== null && unit !== '' && { unitName: unit }),
    coverage: shareOf(coverageOfAll(coverage, edges)),
    ...(unmetered !== null && { unmetered: figureOf(unmetered.total) }),
  }
}

/** Maximum per response. */
const setAsideMax = 1000

export const reportsHandlers: Handlers<typeof reports, EnergyNeeds> = {
  save: (call, { orgId, id, name, branches }) => {
    const problem = branchesProblem(branches)
    if (problem !== null) throw new Refusal('IncorrectRequest', problem)
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = id === undefined ? undefined : await storedReport(tx, orgId, id)
      const report = { id: id ?? randomUUID(), name, branches }
      await saveReport(tx, orgId, report, call.now())
      await record(tx, orgId, call, {
        action: before === undefined ? 'report.create' : 'report.change',
        objectKind: 'report',
        objectId: report.id,
        ...(before === undefined ? { after: report } : difference(before, report)),
      })
      return { reportId: report.id }
    })
  },

  list: async ({ db: { sql } }, { orgId }) => {
    const rows = await reportsOf(sql, orgId)
    const branches = Map.groupBy(await branchesOfOrg(sql, orgId), ({ reportId }) => reportId)
    return rows.map(({ id, name }) => ({ id, name, branches: (branches.get(id) ?? []).map(shownBranch) }))
  },

  chartData: async (call, { branchId, from, till, segment }) => {
    const { sql } = call.db
    const branch = await branchById(sql, call.orgId, branchId)
    if (branch === undefined) throw new Refusal('ObjectNotFound')
    const edges = edgesOf(await timeZoneOf(sql, call.orgId), segment, from, till)
    const book = await readFigures(call, [branch], edges)
    const figures = await book.figuresOf(branchId)
    const setAside = book.setAsideOf(branchId).slice(0, setAsideMax)
    return {
      ...chartData(edges, figures),
      setAside: setAside.map(({ paramId, on, till: last, from: valueBefore, to, reason }) => ({
        paramId,
        on: isoTime(on),
        till: isoTime(last),
        from: valueBefore,
        to,
        reason,
      })),
    }
  },

  get: ({ db, orgId }, { reportId }) => storedReport(db.sql, orgId, reportId),

  delete: (call, { reportId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = await storedReport(tx, orgId, reportId)
      await checkLinkedTo(tx, orgId, reportId, new Set())
      await deleteReport(tx, orgId, reportId)
      await record(tx, orgId, call, { action: 'report.delete', objectKind: 'report', objectId: reportId, before })
      return {}
    }),

  csv: async (call, { reportId, ...query }) => reportCsv(await readPricedTable(call, reportId, query)),

  print: async (call, { reportId, lang = 'en', ...query }) => {
    const { sql } = call.db
    const figures = await readPricedTable(call, reportId, query)
    const [orgName, logo] = [await orgNameOf(sql, call.orgId), shownLogo(await logoOf(sql, call.orgId))]
    return printPage(figures, { language: lang, orgName, logo, madeOn: call.now() })
  },

  timeZone: async ({ db }, { orgId }) => ({ timeZone: await timeZoneOf(db.sql, orgId) }),

  changeTimeZone: (call, { orgId, timeZone }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = { timeZone: await timeZoneOf(tx, orgId) }
      await setTimeZone(tx, orgId, timeZone)
      await rescheduleMails(tx, orgId, timeZone, call.now())
      await record(tx, orgId, call, {
        action: 'org.change-time-zone',
        objectKind: 'org',
        objectId: orgId,
        ...difference(before, { timeZone }),
      })
      return {}
    }),
}

const storedReport = async (sql: EnergyNeeds['db']['sql'] | Tx, orgId: number, id: string): Promise<Report> => {
  const report = await reportById(sql, orgId, id)
  if (report === undefined) throw new Refusal('ObjectNotFound')
  const { name } = report
  return { id, name, branches: (await branchesOfReport(sql, orgId, id)).map(shownBranch) }
}
