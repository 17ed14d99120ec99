import type { Queries } from '@busbar/database'
import type { Role } from '../access/roles.ts'
import type { Membership } from './sign-in.rules.ts'

export const membershipsOf = (tx: Queries, accountId: number) => tx<Membership[]>`
  select org_id as "orgId", role, by_groups_of as "byGroupsOf" from membership where account_id = ${accountId}`

/** Returns the organizations of a mapping that exist. */
export const orgNames = (sql: Queries, orgIds: readonly number[]) => sql<{ orgId: number; name: string }[]>`
  select id as "orgId", name from org where id = any(${orgIds}::bigint[])`

export const putRoleByGroups = (tx: Queries, orgId: number, accountId: number, role: Role, issuer: string) => tx`
  insert into membership (org_id, account_id, role, by_groups_of) values (${orgId}, ${accountId}, ${role}, ${issuer})
  on conflict (org_id, account_id) do update set role = excluded.role
  where membership.by_groups_of = excluded.by_groups_of`
