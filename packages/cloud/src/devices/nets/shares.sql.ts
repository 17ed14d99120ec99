import type { Queries } from '@busbar/database'

export const sharesOf = (sql: Queries, orgId: number, netId: number) => sql<
  { orgId: number; since: Date; by: string }[]
>`
  select to_org_id as "orgId", granted_on as since, granted_by as by from claim_grant
  where org_id = ${orgId} and net_id = ${netId} order by granted_on, to_org_id`

/** False where there is no such organization. */
export const insertShare = async (
  tx: Queries,
  net: { orgId: number; netId: number },
  share: { orgId: number; since: Date; by: string },
): Promise<boolean> => {
  const found = await tx`select 1 from org where id = ${share.orgId}`
  if (found.length === 0) return false
  await tx`
    insert into claim_grant (org_id, net_id, to_org_id, granted_on, granted_by)
    values (${net.orgId}, ${net.netId}, ${share.orgId}, ${share.since}, ${share.by})
    on conflict do nothing`
  return true
}

export const deleteShare = async (
  tx: Queries,
  net: { orgId: number; netId: number },
  toOrgId: number,
): Promise<void> => {
  await tx`
    delete from claim_grant where org_id = ${net.orgId} and net_id = ${net.netId} and to_org_id = ${toOrgId}`
}
