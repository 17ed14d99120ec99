import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../service.ts'
import { checkFormula } from './check-formula.ts'
import { reportData } from './data.rules.ts'
import type { reportFigures } from './figures.contract.ts'
import { readCosts } from './read-costs.ts'
import { readTable } from './read-table.ts'
import { readWholeTable } from './read-whole-table.ts'
import { orgNameOf, paramNames } from './reports.sql.ts'
import { reportXlsx } from './xlsx.ts'

export const reportFiguresHandlers: Handlers<typeof reportFigures, Call> = {
  data: async (call, { reportId, ...asked }) => {
    const { sql } = call.db
    const report = await readTable(call, reportId, asked)
    const ids = new Set(report.table.flatMap(({ setAside }) => setAside.map(({ paramId }) => paramId)))
    const names = await paramNames(sql, call.orgId, [...ids])
    const shown = new Map(names.map(({ id, name, deviceName }) => [id, `${deviceName}: ${name}`]))
    const costs = await readCosts(call, report)
    return { ...reportData(report, costs, shown, call.shared !== null), orgName: await orgNameOf(sql, call.orgId) }
  },

  xlsx: async (call, { reportId, lang = 'en', ...asked }) =>
    reportXlsx(await readWholeTable(call, reportId, asked), lang),

  checkFormula: (call, { formula, ...asked }) => checkFormula(call, formula, asked),
}
