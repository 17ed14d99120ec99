import type { Queries } from '@busbar/database'
import type { ChainLink } from './chain.rules.ts'

export interface AuditRow {
  id: number
  recordedOn: Date
  userId: number | null
  userName: string
  from: string
  action: string
  objectKind: string
  objectId: string
  before: unknown
  after: unknown
}

/** Which records; undefined leaves out none. */
export interface AuditFilters {
  userId?: number | undefined
  objectKind?: string | undefined
  objectId?: string | undefined
  from?: Date | undefined
  till?: Date | undefined
  unclear?: boolean | undefined
}

const fields = (sql: Queries) => sql`
  id, recorded_on as "recordedOn", account_id as "userId", account_name as "userName", from_address as "from",
  action, object_kind as "objectKind", object_id as "objectId", before, after`

const matches = (
  sql: Queries,
  orgId: number,
  { userId, objectKind, objectId, from, till, unclear }: AuditFilters,
) => sql`
  org_id = ${orgId}
  ${userId === undefined ? sql`` : sql`and account_id = ${userId}`}
  ${objectKind === undefined ? sql`` : sql`and object_kind = ${objectKind}`}
  ${objectId === undefined ? sql`` : sql`and (object_id = ${objectId} or ${isOneOfMany(sql, objectId)})`}
  ${from === undefined ? sql`` : sql`and recorded_on >= ${from}`}
  ${till === undefined ? sql`` : sql`and recorded_on < ${till}`}
  ${unclear === true ? sql`and after ->> 'outcome' ~ '^unclear$|(^|: )unclear: '` : sql``}`

/** Records of many that were changed together have the ids of all. */
const isOneOfMany = (sql: Queries, objectId: string) =>
  sql`object_id like '%,%' and ${objectId} = any(string_to_array(object_id, ','))`

/** Returns one page, newest first. The start of the page is found in the index, without reading the skipped rows. */
export const auditPage = (sql: Queries, orgId: number, limit: number, offset: number) => sql<AuditRow[]>`
  select ${fields(sql)}
  from audit
  where org_id = ${orgId}
    and id <= (select id from audit where org_id = ${orgId} order by id desc limit 1 offset ${offset})
  order by id desc limit ${limit}`

/** Returns one page of the filtered records. */
export const filteredPage = (
  sql: Queries,
  orgId: number,
  filters: AuditFilters,
  { limit, offset, beforeId }: { limit: number; offset: number; beforeId?: number },
) => sql<AuditRow[]>`
  select ${fields(sql)} from audit
  where ${matches(sql, orgId, filters)} ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
  order by id desc limit ${limit} offset ${offset}`

export const filteredCount = async (sql: Queries, orgId: number, filters: AuditFilters): Promise<number> => {
  const [found] = await sql<[{ count: number }]>`select count(*) from audit where ${matches(sql, orgId, filters)}`
  return found.count
}

/** How many came after one, and the last of them. */
export const auditAfter = async (
  sql: Queries,
  orgId: number,
  afterId: number,
): Promise<{ count: number; lastId: number | null }> => {
  const [counted] = await sql<[{ count: number; lastId: number | null }]>`
    select count(*) as count, max(id) as "lastId" from audit where org_id = ${orgId} and id > ${afterId}`
  return counted
}

/** A part of the chain, oldest first, with the hash of each record. */
export const chainAfter = (sql: Queries, orgId: number, afterId: number, limit: number) => sql<
  (ChainLink & { id: number; hash: Buffer })[]
>`
  select org_id as "orgId", id, recorded_on as "recordedOn", account_id as "accountId", account_name as "accountName",
         from_address as "from", action, object_kind as "objectKind", object_id as "objectId", before, after, hash
  from audit where org_id = ${orgId} and id > ${afterId} order by id limit ${limit}`

/** The hash of the record before a part of the chain. */
export const hashUpTo = async (sql: Queries, orgId: number, id: number): Promise<Buffer | undefined> => {
  const [last] = await sql<{ hash: Buffer }[]>`
    select hash from audit where org_id = ${orgId} and id <= ${id} order by id desc limit 1`
  return last?.hash
}
