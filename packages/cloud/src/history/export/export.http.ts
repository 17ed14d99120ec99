import type { Handlers } from '../../accounts/call.ts'
import type { HistoryNeeds } from '../needs.ts'
import type { readingsExport } from './export.contract.ts'
import { exportReadings, plannedExport } from './export-readings.ts'

export const readingsExportHandlers: Handlers<typeof readingsExport, HistoryNeeds> = {
  async file(call, { orgId, format, paramIds = null, deviceIds = null, from, till = call.now() }) {
    const request = { orgId, format, paramIds, deviceIds, from: from?.getTime() ?? 0, till: till.getTime() }
    const params = await plannedExport(call.db.reading.sql, request)
    return exportReadings({ sql: call.db.reading.sql, history: call.history }, params, request)
  },
}
