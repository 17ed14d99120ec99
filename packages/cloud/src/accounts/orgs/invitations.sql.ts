import type { Queries } from '@busbar/database'
import type { Role } from '../access/roles.ts'

interface Invitation {
  orgId: number
  id: string
  email: string
  role: Role
  expiresOn: Date
  /** Its code went by mail only. */
  isMailed: boolean
}

export const invitationsOf = (sql: Queries, orgId: number, now: Date) => sql<Omit<Invitation, 'orgId' | 'isMailed'>[]>`
  select id, email, role, expires_on as "expiresOn"
  from invitation where org_id = ${orgId} and expires_on > ${now}
  order by expires_on, id`

/** What stands in the way of one more: how many wait, and whether the person is a member already. */
export const invitationFacts = async (tx: Queries, orgId: number, email: string) => {
  const [facts] = await tx<[{ waitingCount: number; isMember: boolean }]>`
    select (select count(*) from invitation where org_id = ${orgId}) as "waitingCount",
           exists (select from membership m join account a on a.id = m.account_id
                   where m.org_id = ${orgId} and a.email = ${email}) as "isMember"`
  return facts
}

/** Those that are past their time, and an earlier one to the same person. */
export const deleteStaleInvitations = (tx: Queries, orgId: number, email: string, now: Date) =>
  tx`delete from invitation where org_id = ${orgId} and (expires_on <= ${now} or email = ${email})`

export const insertInvitation = (tx: Queries, invitation: Invitation, hash: Buffer, createdBy: number) => tx`
  insert into invitation (org_id, id, email, role, token_hash, expires_on, is_mailed, created_by)
  values (${invitation.orgId}, ${invitation.id}, ${invitation.email}, ${invitation.role}, ${hash},
          ${invitation.expiresOn}, ${invitation.isMailed}, ${createdBy})`

export const findInvitation = async (sql: Queries, hash: Buffer, now: Date): Promise<Invitation | undefined> => {
  const [invitation] = await sql<Invitation[]>`
    select org_id as "orgId", id, email, role, expires_on as "expiresOn", is_mailed as "isMailed"
    from invitation where token_hash = ${hash} and expires_on > ${now}`
  return invitation
}

/** Takes it away; undefined when it is gone already. */
export const deleteInvitation = async (tx: Queries, orgId: number, id: string) => {
  const [invitation] = await tx<{ email: string; role: Role }[]>`
    delete from invitation where org_id = ${orgId} and id = ${id} returning email, role`
  return invitation
}
