import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../../service.ts'
import { reportXlsx } from '../files/xlsx.ts'
import { orgNameOf, paramNames } from '../reports.sql.ts'
import { readCosts } from '../table/read-costs.ts'
import { readPricedTable } from '../table/read-priced-table.ts'
import { readTable } from '../table/read-table.ts'
import { checkFormula } from './check-formula.ts'
import { reportData } from './data.rules.ts'
import type { reportFigures } from './figures.contract.ts'

export const reportFiguresHandlers: Handlers<typeof reportFigures, Call> = {
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
