import type { Queries } from '@busbar/database'

export interface Passkey {
  accountId: number
  accountName: string
  email: string
  publicKey: Buffer
  host: string
  signCount: number
}

export interface OwnPasskey {
  id: string
  name: string
  host: string
  createdOn: Date
  lastUsedOn: Date | null
}

interface NewPasskey {
  credentialId: Buffer
  accountId: number
  id: string
  name: string
  publicKey: Buffer
  host: string
  signCount: number
}

export const passkeysOf = (sql: Queries, accountId: number) => sql<(OwnPasskey & { credentialId: Buffer })[]>`
  select id, name, host, created_on as "createdOn", last_used_on as "lastUsedOn", credential_id as "credentialId"
  from passkey where account_id = ${accountId} order by created_on, id`

/** False where one of this name of the authenticator's is there, or the account has as many as it may. */
export const insertPasskey = async (tx: Queries, key: NewPasskey, now: Date, most: number): Promise<boolean> => {
  const { count } = await tx`
    insert into passkey (credential_id, account_id, id, name, public_key, host, sign_count, created_on)
    select ${key.credentialId}, ${key.accountId}, ${key.id}, ${key.name}, ${key.publicKey}, ${key.host}, ${key.signCount}, ${now}
    where (select count(*) from passkey where account_id = ${key.accountId}) < ${most}
    on conflict do nothing`
  return count === 1
}

export const deletePasskey = async (tx: Queries, accountId: number, id: string): Promise<string | undefined> => {
  const [gone] = await tx<{ name: string }[]>`
    delete from passkey where account_id = ${accountId} and id = ${id} returning name`
  return gone?.name
}

export const findPasskey = async (sql: Queries, credentialId: Buffer): Promise<Passkey | undefined> => {
  const [found] = await sql<Passkey[]>`
    select p.account_id as "accountId", a.name as "accountName", a.email, p.public_key as "publicKey", p.host,
           p.sign_count as "signCount"
    from passkey p join account a on a.id = p.account_id
    where p.credential_id = ${credentialId}`
  return found
}

/** False when its count did not go up, though it counts: then there is a copy of it. */
export const notePasskeyUse = async (sql: Queries, credentialId: Buffer, signCount: number, now: Date) => {
  const { count } = await sql`
    update passkey set sign_count = ${signCount}, last_used_on = ${now}
    where credential_id = ${credentialId} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`
  return count === 1
}
