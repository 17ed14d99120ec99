import type { Queries } from '@busbar/database'
import type { Role } from '../access/roles.ts'

interface ApiKeyRow {
  apiKey: string
  name: string
  userId: number
  role: Role
  quotaPerMinute: number | null
  createdOn: Date
  lastUsedOn: Date | null
  expiresOn: Date | null
}

/** Only of programs: a person's own keys reach into other organizations, too. */
export const apiKeysOf = (sql: Queries, orgId: number) => sql<ApiKeyRow[]>`
  select k.key as "apiKey", k.name, k.account_id as "userId", m.role, k.quota_per_minute as "quotaPerMinute",
         k.created_on as "createdOn", k.last_used_on as "lastUsedOn", k.expires_on as "expiresOn"
  from membership m join account a on a.id = m.account_id join api_key k on k.account_id = a.id
  where m.org_id = ${orgId} and a.email is null
  order by k.created_on, k.key`

export const countApiKeys = async (tx: Queries, orgId: number): Promise<number> => {
  const [found] = await tx<{ count: number }[]>`
    select count(*) from membership m join account a on a.id = m.account_id join api_key k on k.account_id = a.id
    where m.org_id = ${orgId} and a.email is null`
  return found?.count ?? 0
}

/** Its account: without an e-mail address it cannot log in. */
export const insertProgram = async (tx: Queries, name: string, now: Date): Promise<number> => {
  const [account] = await tx<[{ id: number }]>`
    insert into account (name, created_on) values (${name}, ${now}) returning id`
  return account.id
}

interface NewKey {
  apiKey: string
  accountId: number
  name: string
  passwordHash: string
  quotaPerMinute: number | null
  expiresOn: Date | null
}

export const insertApiKey = (tx: Queries, key: NewKey, now: Date) => tx`
  insert into api_key (key, account_id, name, password_hash, quota_per_minute, expires_on, created_on)
  values (${key.apiKey}, ${key.accountId}, ${key.name}, ${key.passwordHash}, ${key.quotaPerMinute},
          ${key.expiresOn}, ${now})`

/** Undefined when it is no key of a program of this organization. */
export const findApiKey = async (tx: Queries, orgId: number, apiKey: string) => {
  const [key] = await tx<{ accountId: number; name: string }[]>`
    select k.account_id as "accountId", k.name
    from api_key k join account a on a.id = k.account_id join membership m on m.account_id = a.id
    where k.key = ${apiKey} and a.email is null and m.org_id = ${orgId}
    for update of k`
  return key
}

export const deleteApiKey = (tx: Queries, apiKey: string) => tx`delete from api_key where key = ${apiKey}`

/** A program without a key cannot come in any more. */
export const deleteKeylessProgram = (tx: Queries, accountId: number) => tx`
  delete from account a
  where a.id = ${accountId} and a.email is null and not exists (select from api_key k where k.account_id = a.id)`
