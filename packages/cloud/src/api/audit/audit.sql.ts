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

/** One page, newest first. */
export const auditPage = (sql: Queries, orgId: number, limit: number, offset: number) => sql<AuditRow[]>`
  select id, recorded_on as "recordedOn", account_id as "userId", account_name as "userName", from_address as "from",
         action, object_kind as "objectKind", object_id as "objectId", before, after
  from audit where org_id = ${orgId} order by id desc limit ${limit} offset ${offset}`

export const auditCount = async (sql: Queries, orgId: number): Promise<number> => {
  const [counted] = await sql<{ count: number }[]>`select count(*) from audit where org_id = ${orgId}`
  return counted?.count ?? 0
}
