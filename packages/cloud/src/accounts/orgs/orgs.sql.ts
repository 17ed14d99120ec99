import type { Queries } from '@busbar/database'
import type { Role } from '../access/roles.ts'

interface OrgRow {
  id: number
  name: string
  createdOn: Date
  deviceQuota: number | null
  enabledDevices: number
  isKeylessAllowed: boolean
  deleteOn: Date | null
  deleteAskedBy: string | null
}

export const isInstallationEmpty = async (sql: Queries): Promise<boolean> => {
  const [found] = await sql<{ isEmpty: boolean }[]>`select not exists (select from account) as "isEmpty"`
  return found?.isEmpty ?? false
}

/** No account is made until this transaction ends. */
export const lockAccounts = (tx: Queries) => tx`lock table account in share row exclusive mode`

/** The organizations that a person owns; null for a program. */
export const lockOwner = async (tx: Queries, accountId: number): Promise<number | null> => {
  const [account] = await tx<{ isPerson: boolean }[]>`
    select email is not null as "isPerson" from account where id = ${accountId} for no key update`
  const [owned] = await tx<{ count: number }[]>`
    select count(*) from membership where account_id = ${accountId} and role = 'owner'`
  return account?.isPerson === true ? (owned?.count ?? 0) : null
}

export const insertOrg = async (
  tx: Queries,
  { name, timeZone = 'UTC' }: { name: string; timeZone?: string | undefined },
  now: Date,
): Promise<number> => {
  const [org] = await tx<[{ id: number }]>`
    insert into org (name, time_zone, created_on) values (${name}, ${timeZone}, ${now}) returning id`
  return org.id
}

export const findOrg = async (sql: Queries, orgId: number): Promise<OrgRow | undefined> => {
  const [org] = await sql<OrgRow[]>`
    select o.id, o.name, o.created_on as "createdOn", o.device_quota as "deviceQuota",
           o.is_keyless_allowed as "isKeylessAllowed", o.delete_on as "deleteOn", o.delete_asked_by as "deleteAskedBy",
           (select count(*) from device d where d.org_id = o.id and d.disabled_on is null) as "enabledDevices"
    from org o where o.id = ${orgId}`
  return org
}

export const setKeylessAllowed = (tx: Queries, orgId: number, isAllowed: boolean) =>
  tx`update org set is_keyless_allowed = ${isAllowed} where id = ${orgId}`

/** Null: it stays. */
export const setDeletion = (tx: Queries, orgId: number, deletion: { on: Date; by: string } | null) =>
  tx`update org set delete_on = ${deletion?.on ?? null}, delete_asked_by = ${deletion?.by ?? null} where id = ${orgId}`

export const orgsToDelete = (sql: Queries, now: Date) =>
  sql<{ id: number; name: string }[]>`select id, name from org where delete_on <= ${now} order by delete_on`

/** Locks the organization until the transaction ends; false if its deletion was cancelled. */
export const lockToDelete = async (tx: Queries, orgId: number, now: Date): Promise<boolean> => {
  const found = await tx`select from org where id = ${orgId} and delete_on <= ${now} for update`
  return found.length === 1
}

/**
 * Deletes an organization and everything that refers to it, except audit records, which are never deleted. Networks
 * must be deleted before, one by one.
 */
export const deleteOrg = async (tx: Queries, orgId: number): Promise<void> => {
  await tx`
    delete from account a using membership m
    where m.org_id = ${orgId} and m.account_id = a.id and a.email is null`
  await tx`delete from template where org_id = ${orgId}`
  await tx`delete from org where id = ${orgId}`
}

export const renameOrg = (tx: Queries, orgId: number, name: string) =>
  tx`update org set name = ${name} where id = ${orgId}`

interface NewAccount {
  name: string
  email: string | null
  passwordHash: string | null
  isEmailProven?: boolean
}

/** Null when another account has proved that e-mail address, as this one shall have. */
export const insertAccount = async (
  tx: Queries,
  { name, email, passwordHash, isEmailProven = true }: NewAccount,
  now: Date,
): Promise<number | null> => {
  const [account] = await tx<{ id: number }[]>`
    insert into account (name, email, password_hash, is_email_proven, created_on)
    values (${name}, ${email}, ${passwordHash}, ${isEmailProven}, ${now})
    on conflict (email) where is_email_proven do nothing
    returning id`
  return account?.id ?? null
}

/** Adds a member; an existing member keeps the role. */
export const insertMember = (tx: Queries, orgId: number, accountId: number, role: Role) => tx`
  insert into membership (org_id, account_id, role) values (${orgId}, ${accountId}, ${role})
  on conflict (org_id, account_id) do nothing`
