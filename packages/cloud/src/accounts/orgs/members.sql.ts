import type { Queries } from '@busbar/database'
import type { Role } from '../access/roles.ts'
import type { Member } from './orgs.rules.ts'

interface MemberRow {
  userId: number
  name: string
  email: string | null
  role: Role
  isEmailProven: boolean
  hasSecondFactor: boolean
  hasPasskey: boolean
  hasProvider: boolean
  isByGroups: boolean
  lastSeenOn: Date | null
}

export const membersOf = (sql: Queries, orgId: number) => sql<MemberRow[]>`
  select a.id as "userId", a.name, a.email, m.role, a.email is not null and a.is_email_proven as "isEmailProven",
         exists (select from totp t where t.account_id = a.id and t.confirmed_on is not null) as "hasSecondFactor",
         exists (select from passkey p where p.account_id = a.id) as "hasPasskey",
         exists (select from identity i where i.account_id = a.id) as "hasProvider", m.by_groups_of is not null as "isByGroups",
         a.last_seen_on as "lastSeenOn"
  from membership m join account a on a.id = m.account_id
  where m.org_id = ${orgId}
  order by a.id`

export const countMembers = async (tx: Queries, orgId: number): Promise<number> => {
  const [found] = await tx<{ count: number }[]>`select count(*) from membership where org_id = ${orgId}`
  return found?.count ?? 0
}

export const findMember = async (tx: Queries, orgId: number, userId: number): Promise<Member | undefined> => {
  const [member] = await tx<Member[]>`
    select a.name, m.role, a.email is not null as "isPerson",
           (select count(*) from membership o join account p on p.id = o.account_id
            where o.org_id = m.org_id and o.role = 'owner' and p.email is not null) as "ownersCount"
    from membership m join account a on a.id = m.account_id
    where m.org_id = ${orgId} and m.account_id = ${userId}`
  return member
}

/** Sets a role manually, so that groups of a provider no longer change it. */
export const changeRole = (tx: Queries, orgId: number, userId: number, role: Role) =>
  tx`update membership set role = ${role}, by_groups_of = null where org_id = ${orgId} and account_id = ${userId}`

export const deleteMember = (tx: Queries, orgId: number, userId: number) =>
  tx`delete from membership where org_id = ${orgId} and account_id = ${userId}`

/** Deletes an account with its keys and sessions. */
export const deleteAccount = (tx: Queries, accountId: number) => tx`delete from account where id = ${accountId}`
