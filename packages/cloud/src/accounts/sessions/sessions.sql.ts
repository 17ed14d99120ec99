import type { contactLanguages } from '@busbar/alerts/contacts'
import type { Queries } from '@busbar/database'
import type { Role } from '../access/roles.ts'

interface AccountPassword {
  accountId: number
  passwordHash: string | null
}

export const findApiKey = async (
  sql: Queries,
  apiKey: string,
): Promise<(AccountPassword & { expiresOn: Date | null }) | undefined> => {
  const [key] = await sql<(AccountPassword & { expiresOn: Date | null })[]>`
    select account_id as "accountId", password_hash as "passwordHash", expires_on as "expiresOn"
    from api_key where key = ${apiKey}`
  return key
}

export interface Person extends AccountPassword {
  name: string
  isEmailProven: boolean
}

/** How many accounts may have one address, the one that proved it among them. */
export const accountsPerEmailMax = 5

/** The account that proved the address comes first. */
export const accountsOf = (sql: Queries, email: string) => sql<Person[]>`
  select id as "accountId", password_hash as "passwordHash", name, is_email_proven as "isEmailProven"
  from account where email = ${email} order by is_email_proven desc, id limit ${accountsPerEmailMax}`

export const passwordHashOf = async (sql: Queries, accountId: number): Promise<string | null> => {
  const [account] = await sql<{ passwordHash: string | null }[]>`
    select password_hash as "passwordHash" from account where id = ${accountId}`
  return account?.passwordHash ?? null
}

/** False when the password is no longer the one that was checked. */
export const replacePassword = async (
  tx: Queries,
  accountId: number,
  oldHash: string | null,
  newHash: string,
): Promise<boolean> => {
  const { count } = await tx`
    update account set password_hash = ${newHash} where id = ${accountId} and password_hash = ${oldHash}`
  return count === 1
}

/** Marks the address as proved unless another account has proved it before. */
export const markEmailProven = (tx: Queries, accountId: number) => tx`
  update account set is_email_proven = true
  where id = ${accountId} and not exists (
    select from account other where other.email = account.email and other.is_email_proven)`

/**
 * Sets the password of a user who proved the address. If another account has proved it before, that one remains the
 * only one.
 */
export const setPassword = (tx: Queries, accountId: number, newHash: string) => tx`
  update account set password_hash = ${newHash},
    is_email_proven = is_email_proven or not exists (
      select from account other where other.email = account.email and other.is_email_proven)
  where id = ${accountId}`

export const userOf = async (sql: Queries, accountId: number) => {
  const [user] = await sql<(Profile & { id: number; email: string | null; isEmailProven: boolean })[]>`
    select id, name, email, email is not null and is_email_proven as "isEmailProven", language, time_zone as "timeZone"
    from account where id = ${accountId}`
  return user
}

interface Profile {
  name: string
  language: (typeof contactLanguages)[number] | null
  timeZone: string | null
}

/** Held until the transaction ends; undefined for a program. */
export const lockProfile = async (tx: Queries, accountId: number): Promise<Profile | undefined> => {
  const [found] = await tx<Profile[]>`
    select name, language, time_zone as "timeZone" from account
    where id = ${accountId} and email is not null for no key update`
  return found
}

export const changeProfile = (tx: Queries, accountId: number, { name, language, timeZone }: Profile) =>
  tx`update account set name = ${name}, language = ${language}, time_zone = ${timeZone} where id = ${accountId}`

export const orgsOf = (sql: Queries, accountId: number) => sql<{ orgId: number; orgName: string; userRole: Role }[]>`
  select m.org_id as "orgId", o.name as "orgName", m.role as "userRole"
  from membership m join org o on o.id = m.org_id
  where m.account_id = ${accountId}
  order by m.org_id`
