import type { Handlers } from '../../accounts/call.ts'
import type { EnergyNeeds } from '../needs.ts'
import { reportXlsx } from '../report-files/xlsx.ts'
import { readCosts } from '../reports/read-costs.ts'
import { readPricedTable } from '../reports/read-priced-table.ts'
import { readTable } from '../reports/read-table.ts'
import { orgNameOf, paramNames } from '../reports/reports.sql.ts'
import { checkFormula } from './check-formula.ts'
import { reportData } from './data.rules.ts'
import type { reportFigures } from './figures.contract.ts'

export const reportFiguresHandlers: Handlers<typeof reportFigures, EnergyNeeds> = {
  data: async (call, { reportId, ...query }) => {
    const { sql } = call.db
    const report = await readTable(call, reportId, query)
    const ids = new Set(report.table.flatMap(({ setAside }) => setAside.map(({ paramId }) => paramId)))
    const names = await paramNames(sql, call.orgId, [...ids])
    const shown = new Map(names.map(({ id, name, deviceName }) => [id, `${deviceName}: ${name}`]))
    const costs = await readCosts(call, report)
    return { ...reportData(report, costs, shown, call.shared !== null), orgName: await orgNameOf(sql, call.orgId) }
  },

  xlsx: async (call, { reportId, lang = 'en', ...query }) =>
    reportXlsx(await readPricedTable(call, reportId, query), lang),

  checkFormula: (call, { formula, ...query }) => checkFormula(call, formula, query),
}
