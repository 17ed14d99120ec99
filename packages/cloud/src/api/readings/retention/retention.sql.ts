import type { Role } from '../../../access/roles.ts'
import type { Queries } from '../../../db/sql.ts'

export interface Kept {
  keepDays: number | null
}

export const retentionOfOrg = async (sql: Queries, orgId: number): Promise<Kept | undefined> => {
  const [kept] = await sql<Kept[]>`select keep_days as "keepDays" from org where id = ${orgId}`
  return kept
}

export const setRetentionOfOrg = async (tx: Queries, orgId: number, keepDays: number | null): Promise<void> => {
  await tx`update org set keep_days = ${keepDays} where id = ${orgId}`
}

/** Of listed parameters, as far as the caller has one of the roles there. */
export const retentionOfParams = (sql: Queries, ids: readonly number[], accountId: number, roles: readonly Role[]) =>
  sql<(Kept & { id: number })[]>`
  select p.id, p.keep_days as "keepDays" from param p
  join membership m on m.org_id = p.org_id and m.account_id = ${accountId} and m.role = any(${roles})
  where p.id = any(${ids}::bigint[])`

export const setRetentionOfParams = (tx: Queries, orgId: number, ids: readonly number[], keepDays: number | null) => tx<
  { id: number }[]
>`
  update param set keep_days = ${keepDays} where org_id = ${orgId} and id = any(${ids}) returning id`
