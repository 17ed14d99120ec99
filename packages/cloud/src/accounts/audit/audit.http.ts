import { type Queries, rowJson } from '@busbar/database'
import { textCell } from '../../fields/csv.rules.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import type { audit } from './audit.contract.ts'
import {
  type AuditFilters,
  type AuditRow,
  auditAfter,
  auditPage,
  chainAfter,
  filteredCount,
  filteredPage,
  hashUpTo,
} from './audit.sql.ts'
import { linkHash } from './chain.rules.ts'
import { objectNames } from './object-names.sql.ts'

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
const auditCount = async (sql: Queries, orgId: number): Promise<number> => {
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

/** Records whose hashes are worked out in one answer. */
const verifyMax = 1000
const csvMax = 100_000
const csvAtOnce = 1000

export const auditHandlers: Handlers<typeof audit, AccountsNeeds> = {
  list: async ({ db: { sql } }, { orgId, page = 1, itemsOnPage = 25, ...filters }) => {
    const isFiltered = Object.values(filters).some((one) => one !== undefined && one !== false)
    const offset = (page - 1) * itemsOnPage
    const [rows, totalRecords] = await Promise.all(
      isFiltered
        ? [filteredPage(sql, orgId, filters, { limit: itemsOnPage, offset }), filteredCount(sql, orgId, filters)]
        : [auditPage(sql, orgId, itemsOnPage, offset), auditCount(sql, orgId)],
    )
    const names = await objectNames(sql, orgId, rows)
    const records = rows.map((row) =>
      rowJson({ ...row, objectName: names.get(`${row.objectKind} ${row.objectId}`) ?? null }),
    )
    return { records, totalRecords, currentPage: page, itemsOnPage }
  },

  verify: async ({ db: { sql } }, { orgId, afterId = 0 }) => {
    const [links, before] = await Promise.all([
      chainAfter(sql, orgId, afterId, verifyMax),
      hashUpTo(sql, orgId, afterId),
    ])
    let previous = before
    const broken = links.findIndex((link) => {
      const isRight = linkHash(previous, link).equals(link.hash)
      previous = link.hash
      return !isRight
    })
    const checked = broken < 0 ? links : links.slice(0, broken)
    const brokenId = links[broken]?.id
    return {
      checkedRecords: checked.length,
      lastId: checked.at(-1)?.id ?? afterId,
      isEnd: brokenId === undefined && links.length < verifyMax,
      ...(brokenId !== undefined && { brokenId }),
    }
  },

  csv: ({ db: { sql } }, { orgId, ...filters }) => csvOf(sql, orgId, filters),
}

const head = ['time', 'user', 'address', 'action', 'kind', 'id', 'before', 'after']

const csvOf = async function* (sql: Queries, orgId: number, filters: AuditFilters): AsyncGenerator<string> {
  yield `\uFEFF${head.join(',')}\r\n`
  let beforeId: number | undefined
  for (let sent = 0; sent < csvMax; sent += csvAtOnce) {
    const page = { limit: csvAtOnce, offset: 0, ...(beforeId !== undefined && { beforeId }) }
    const rows = await filteredPage(sql, orgId, filters, page)
    beforeId = rows.at(-1)?.id
    yield rows.map(lineOf).join('')
    if (rows.length < csvAtOnce) return
  }
}

const lineOf = ({ recordedOn, userName, from, action, objectKind, objectId, before, after }: AuditRow): string => {
  const values = [before, after].map((value) => (value === null ? '' : JSON.stringify(value)))
  const cells = [userName, from, action, objectKind, objectId, ...values]
  return `${[recordedOn.toISOString(), ...cells.map(textCell)].join(',')}\r\n`
}
