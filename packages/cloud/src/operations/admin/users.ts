import type { Queries } from '@busbar/database'
import type { Role } from '../../accounts/access/roles.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import { orgs } from '../../accounts/orgs/orgs.contract.ts'
import { insertAccount, insertMember } from '../../accounts/orgs/orgs.sql.ts'
import { deleteTotp } from '../../accounts/second-factor/second-factor.sql.ts'
import { type Admin, AdminProblem, administrator } from './admin.ts'

export interface NewUser {
  orgId: number
  name: string
  email: string
  role: Role
  password: string
  /** May act on what all organizations share. */
  isInstallationAdmin?: boolean
}
interface UserRow {
  id: number
  name: string
  email: string | null
  isInstallationAdmin: boolean
  memberships: { orgId: number; role: Role }[]
}

/** The same bounds as at the API's door. */
const { shape } = orgs.setup.body
export const userFields = { name: shape.name, email: shape.email, password: shape.password }

/** A person who logs in by e-mail, as a member of an organization. */
export const createUser = async (admin: Admin, user: NewUser): Promise<number> => {
  const { orgId, name, email, role, isInstallationAdmin = false } = user
  const passwordHash = await admin.passwords.hash(user.password)
  return admin.db.tx(async (tx) => {
    await needOrg(tx, orgId)
    const accountId = await insertAccount(tx, { name, email, passwordHash }, admin.now())
    if (accountId === null) {
      throw new AdminProblem(`There is a user ${email} already: give that one a role with "user set-role".`)
    }
    await insertMember(tx, orgId, accountId, role)
    if (isInstallationAdmin) await tx`update account set is_installation_admin = true where id = ${accountId}`
    const after = { name, email, role, ...(isInstallationAdmin && { isInstallationAdmin }) }
    const change = { action: 'create', objectKind: 'user', objectId: accountId, after } as const
    await record(tx, orgId, administrator(admin), change)
    return accountId
  })
}

/** Makes an existing person a member, or changes the role. */
export const setRole = (admin: Admin, { orgId, email, role }: Pick<NewUser, 'orgId' | 'email' | 'role'>) =>
  admin.db.tx(async (tx) => {
    await needOrg(tx, orgId)
    const accountId = await needUser(tx, email)
    const [before] = await tx<{ role: Role }[]>`
      select role from membership where org_id = ${orgId} and account_id = ${accountId} for update`
    await tx`
      insert into membership (org_id, account_id, role) values (${orgId}, ${accountId}, ${role})
      on conflict (org_id, account_id) do update set role = excluded.role`
    const change = { action: 'change', objectKind: 'user', objectId: accountId, before, after: { role } } as const
    await record(tx, orgId, administrator(admin), change)
  })

export const listUsers = ({ db: { sql } }: Admin): Promise<UserRow[]> => sql<UserRow[]>`
  select id, name, email, is_installation_admin as "isInstallationAdmin",
         coalesce((select jsonb_agg(jsonb_build_object('orgId', m.org_id, 'role', m.role) order by m.org_id)
                   from membership m where m.account_id = account.id), '[]') as memberships
  from account where email is not null order by id`

/** Grants or revokes administration of the installation; recorded in the audit log of each organization of the user. */
export const setInstallationAdmin = (
  admin: Admin,
  { email, isInstallationAdmin }: { email: string; isInstallationAdmin: boolean },
): Promise<void> =>
  admin.db.tx(async (tx) => {
    const id = await needUser(tx, email)
    const orgIds = await orgIdsOf(tx, id)
    for (const orgId of orgIds) await needOrg(tx, orgId)
    const [before] = await tx<{ isInstallationAdmin: boolean }[]>`
      select is_installation_admin as "isInstallationAdmin" from account where id = ${id} for update`
    await tx`update account set is_installation_admin = ${isInstallationAdmin} where id = ${id}`
    const change = {
      action: 'change',
      objectKind: 'user',
      objectId: id,
      before,
      after: { isInstallationAdmin },
    } as const
    for (const orgId of orgIds) await record(tx, orgId, administrator(admin), change)
  })

/** A new password; sessions of the old one end, also of a service that runs meanwhile. */
export const setPassword = async (admin: Admin, { email, password }: Pick<NewUser, 'email' | 'password'>) => {
  const hash = await admin.passwords.hash(password)
  await admin.db.tx(async (tx) => {
    const id = await needUser(tx, email)
    const orgIds = await orgIdsOf(tx, id)
    for (const orgId of orgIds) await needOrg(tx, orgId)
    await tx`update account set password_hash = ${hash} where id = ${id}`
    await tx`delete from session where account_id = ${id}`
    const change = { action: 'set-password', objectKind: 'user', objectId: id } as const
    for (const orgId of orgIds) await record(tx, orgId, administrator(admin), change)
  })
}

/** For who has lost both the app and the recovery codes; sessions go on. */
export const removeSecondFactor = (admin: Admin, email: string): Promise<void> =>
  admin.db.tx(async (tx) => {
    const id = await needUser(tx, email)
    const orgIds = await orgIdsOf(tx, id)
    for (const orgId of orgIds) await needOrg(tx, orgId)
    const { count } = await deleteTotp(tx, id)
    if (count === 0) throw new AdminProblem(`${email} has no second factor.`)
    const change = { action: 'user.remove-second-factor', objectKind: 'user', objectId: id } as const
    for (const orgId of orgIds) await record(tx, orgId, administrator(admin), change)
  })

const orgIdsOf = async (tx: Queries, accountId: number): Promise<number[]> => {
  const rows = await tx<{ orgId: number }[]>`
    select org_id as "orgId" from membership where account_id = ${accountId} order by org_id`
  return rows.map(({ orgId }) => orgId)
}

/** Held until the transaction ends, so that it cannot be deleted meanwhile. */
export const needOrg = async (tx: Queries, id: number): Promise<void> => {
  if ((await lockOrg(tx, id)) === undefined) throw new AdminProblem(`There is no organization ${id}.`)
}

const needUser = async (tx: Queries, email: string): Promise<number> => {
  const [found] = await tx<{ id: number }[]>`
    select id from account where email = ${email} order by is_email_proven desc, id limit 1`
  if (found === undefined) throw new AdminProblem(`There is no user ${email}.`)
  return found.id
}
