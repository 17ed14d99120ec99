import type { Handlers } from '@busbar/wire/server'
import { rowJson } from '../../db/row-json.ts'
import type { Call } from '../../service.ts'
import type { audit } from './audit.contract.ts'
import { auditPage } from './audit.sql.ts'
import { auditCount } from './audit-count.ts'

export const auditHandlers: Handlers<typeof audit, Call> = {
  list: async ({ db: { sql } }, { orgId, page = 1, itemsOnPage = 25 }) => {
    const [rows, totalRecords] = await Promise.all([
      auditPage(sql, orgId, itemsOnPage, (page - 1) * itemsOnPage),
      auditCount(sql, orgId),
    ])
    return { records: rows.map(rowJson), totalRecords, currentPage: page, itemsOnPage }
  },
}
