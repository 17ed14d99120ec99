import type { Queries } from '../../db/sql.ts'
import { auditAfter } from './audit.sql.ts'

interface AuditCount {
  count: number
  lastId: number
}

const orgsMax = 10_000
const countCache = new WeakMap<Queries, Map<number, AuditCount>>()

/**
 * How many records an organization has. They are appended one after another and never deleted, so only those are counted that came since the
 * last time: to count them all takes the longer the older an organization is.
 */
export const auditCount = async (sql: Queries, orgId: number): Promise<number> => {
  const counts = countCache.get(sql) ?? new Map<number, AuditCount>()
  countCache.set(sql, counts)
  const before = counts.get(orgId) ?? { count: 0, lastId: 0 }
  const { count, lastId } = await auditAfter(sql, orgId, before.lastId)
  const now = { count: before.count + count, lastId: lastId ?? before.lastId }
  // Two who count at once may end in another order.
  if (now.lastId >= (counts.get(orgId)?.lastId ?? 0)) {
    counts.delete(orgId)
    counts.set(orgId, now)
  }
  const [oldest] = counts.keys()
  if (counts.size > orgsMax && oldest !== undefined) counts.delete(oldest)
  return now.count
}
