import type { Queries } from '@busbar/database'

export interface Session {
  accountId: number
  accountName: string
  apiKey: string | null
  /** Requests a minute of its key; null is the installation's own. */
  quotaPerMinute: number | null
}
/** Details by which a user recognizes a session. */
export interface Origin {
  from: string
  agent: string
}
/** A session as its owner sees it. */
export interface OwnSession extends Origin {
  /** Says nothing of its token. */
  id: string
  isCurrent: boolean
  apiKey: string | null
  openedOn: Date
  expiresOn: Date
}
interface NewRow {
  hash: Buffer
  accountId: number
  apiKey: string | null
  expiresOn: Date
  from: string
  agent: string
}

const listedMax = 200

/** False when the account has `most` live ones already. */
export const insertSession = async (sql: Queries, row: NewRow, now: Date, most: number): Promise<boolean> => {
  const inserted = await sql`
    with made as (
      insert into session (token_hash, account_id, api_key, opened_on, expires_on, from_address, agent)
      select ${row.hash}, ${row.accountId}, ${row.apiKey}::uuid, ${now}, ${row.expiresOn}, ${row.from}, ${row.agent}
      where (select count(*) from session where account_id = ${row.accountId} and expires_on > ${now}) < ${most}
      returning account_id),
    seen as (update account a set last_seen_on = ${now} from made where a.id = made.account_id and ${row.apiKey}::uuid is null)
    select from made`
  return inserted.length === 1
}

export const findSession = async (sql: Queries, hash: Buffer): Promise<(Session & { expiresOn: Date }) | undefined> => {
  const [row] = await sql<(Session & { expiresOn: Date })[]>`
    select s.account_id as "accountId", a.name as "accountName", s.api_key as "apiKey",
           k.quota_per_minute as "quotaPerMinute", s.expires_on as "expiresOn"
    from session s join account a on a.id = s.account_id left join api_key k on k.key = s.api_key
    where s.token_hash = ${hash}`
  return row
}

export const sessionsOf = (sql: Queries, accountId: number, current: Buffer, now: Date): Promise<OwnSession[]> =>
  sql<OwnSession[]>`
    select left(encode(sha256(token_hash), 'hex'), 32) as id, token_hash = ${current} as "isCurrent", api_key as "apiKey",
           coalesce(opened_on, expires_on - interval '1 hour') as "openedOn", expires_on as "expiresOn",
           from_address as "from", agent
    from session where account_id = ${accountId} and expires_on > ${now}
    order by expires_on desc, token_hash limit ${listedMax}`

/** Signing out on a device also ends its push notifications. */
export const deleteSession = (sql: Queries, hash: Buffer) => sql`
  with silenced as (delete from push_subscription where session_hash = ${hash})
  delete from session where token_hash = ${hash}`

/** Deletes a session of an account by its displayed ID; returns undefined if there is none. */
export const deleteOwnSession = async (sql: Queries, accountId: number, id: string) => {
  const [ended] = await sql<{ hash: Buffer }[]>`
    with ended as (
      delete from session where account_id = ${accountId} and left(encode(sha256(token_hash), 'hex'), 32) = ${id}
      returning token_hash as hash),
    silenced as (delete from push_subscription p using ended where p.session_hash = ended.hash)
    select hash from ended`
  return ended
}

export const deleteSessionsOf = (sql: Queries, accountId: number, exceptHash: Buffer) => sql<{ hash: Buffer }[]>`
  with silenced as (delete from push_subscription where account_id = ${accountId} and session_hash <> ${exceptHash})
  delete from session where account_id = ${accountId} and token_hash <> ${exceptHash} returning token_hash as hash`

export const sweepSessions = (sql: Queries, now: Date) => sql`delete from session where expires_on <= ${now}`

/** Writes down that a key was used, unless that was done since `before`. */
export const noteKeyUse = (sql: Queries, key: string, now: Date, before: Date) => sql`
  update api_key set last_used_on = ${now}
  where key = ${key} and (last_used_on is null or last_used_on <= ${before})`
