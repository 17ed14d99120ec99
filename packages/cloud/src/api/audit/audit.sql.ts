import type { Queries } from '../../db/sql.ts'

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

/** One page, newest first. Where it begins is found in the index alone: of what is left out nothing is read. */
export const auditPage = (sql: Queries, orgId: number, limit: number, offset: number) => sql<AuditRow[]>`
  select id, recorded_on as "recordedOn", account_id as "userId", account_name as "userName", from_address as "from",
         action, object_kind as "objectKind", object_id as "objectId", before, after
  from audit
  where org_id = ${orgId}
    and id <= (select id from audit where org_id = ${orgId} order by id desc limit 1 offset ${offset})
  order by id desc limit ${limit}`

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
