import type { Queries } from '../../db/sql.ts'
import { auditAfter } from './audit.sql.ts'

interface AuditCount {
  count: number
  lastId: number
}

const orgsMax = 10_000
const counted = new WeakMap<Queries, Map<number, AuditCount>>()

/**
 * How many records an organization has. They are appended one after another and never deleted, so only those are counted that came since the
 * last time: to count them all takes the longer the older an organization is.
 */
export const auditCount = async (sql: Queries, orgId: number): Promise<number> => {
  const known = counted.get(sql) ?? new Map<number, AuditCount>()
  counted.set(sql, known)
  const before = known.get(orgId) ?? { count: 0, lastId: 0 }
  const { count, lastId } = await auditAfter(sql, orgId, before.lastId)
  const now = { count: before.count + count, lastId: lastId ?? before.lastId }
  // Two who count at once may end in another order.
  if (now.lastId >= (known.get(orgId)?.lastId ?? 0)) {
    known.delete(orgId)
    known.set(orgId, now)
  }
  const [oldest] = known.keys()
  if (known.size > orgsMax && oldest !== undefined) known.delete(oldest)
  return now.count
}
