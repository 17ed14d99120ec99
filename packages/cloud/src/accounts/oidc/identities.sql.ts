import { randomUUID } from 'node:crypto'
import type { Queries } from '@busbar/database'

export interface LinkedAccount {
  accountId: number
  name: string
  email: string
}

/** Returns the account that is linked to this subject of a provider. */
export const findIdentity = async (
  tx: Queries,
  issuer: string,
  subject: string,
): Promise<LinkedAccount | undefined> => {
  const [found] = await tx<LinkedAccount[]>`
    select a.id as "accountId", a.name, a.email from identity i join account a on a.id = i.account_id
    where i.issuer = ${issuer} and i.subject = ${subject}`
  return found
}

/** The account that has proved an address. Guarded: more is lost with it, or it has more than a password before it. */
export const findByProvenEmail = async (
  tx: Queries,
  email: string,
): Promise<(LinkedAccount & { isGuarded: boolean }) | undefined> => {
  const [found] = await tx<(LinkedAccount & { isGuarded: boolean })[]>`
    select id as "accountId", name, email,
           is_installation_admin
           or exists (select from membership m where m.account_id = account.id and m.role = 'owner')
           or exists (select from totp t where t.account_id = account.id and t.confirmed_on is not null)
           or exists (select from passkey p where p.account_id = account.id) as "isGuarded"
    from account where email = ${email} and is_email_proven`
  return found
}

/** False where the provider's person has another account, or the account another person of that provider. */
export const insertIdentity = async (
  tx: Queries,
  { accountId, issuer, subject }: { accountId: number; issuer: string; subject: string },
  now: Date,
): Promise<boolean> => {
  const { count } = await tx`
    insert into identity (id, account_id, issuer, subject, created_on)
    values (${randomUUID()}, ${accountId}, ${issuer}, ${subject}, ${now}) on conflict do nothing`
  return count === 1
}

export const noteIdentityUse = (tx: Queries, issuer: string, subject: string, now: Date) =>
  tx`update identity set last_used_on = ${now} where issuer = ${issuer} and subject = ${subject}`

export const identitiesOf = (sql: Queries, accountId: number) => sql<
  { id: string; issuer: string; createdOn: Date; lastUsedOn: Date | null }[]
>`
  select id, issuer, created_on as "createdOn", last_used_on as "lastUsedOn" from identity where account_id = ${accountId}`

/** The issuer of it; undefined when there is none. */
export const deleteIdentity = async (tx: Queries, accountId: number, id: string): Promise<string | undefined> => {
  const [gone] = await tx<{ issuer: string }[]>`
    delete from identity where account_id = ${accountId} and id = ${id} returning issuer`
  return gone?.issuer
}

/** True if the user can sign in without a provider. */
export const hasOwnWayIn = async (sql: Queries, accountId: number): Promise<boolean> => {
  const [found] = await sql<[{ has: boolean }]>`
    select exists (select from account where id = ${accountId} and password_hash is not null)
        or exists (select from passkey where account_id = ${accountId}) as has`
  return found.has
}

/**
 * True if the user can sign in only through providers. A password would outlive the removal of the user at the
 * provider.
 */
export const isKnownByProvidersOnly = async (sql: Queries, accountId: number): Promise<boolean> => {
  const [found] = await sql<[{ isSo: boolean }]>`
    select exists (
      select from account a join identity i on i.account_id = a.id
      where a.id = ${accountId} and a.password_hash is null) as "isSo"`
  return found.isSo
}
