import { createHash } from 'node:crypto'
import type { Queries, Sql } from '@busbar/database'
import { newToken, tokenHash } from '../access/secrets.ts'

interface Device {
  accountId: number
  hash: Buffer
}

/** Counts one try of a device; gives the accounts of the address that know it, none when it has no try left. */
const takeTry = async (sql: Queries, email: string, hash: Buffer, most: number, since: Date): Promise<number[]> => {
  const rows = await sql<{ accountId: number }[]>`
    update known_device d set wrong_count = wrong_count + 1 from account a
    where a.id = d.account_id and a.email = ${email} and d.token_hash = ${hash}
      and d.wrong_count < ${most} and d.last_used_on > ${since}
    returning d.account_id as "accountId"`
  return rows.map(({ accountId }) => accountId)
}

const giveTryBack = (sql: Queries, email: string, hash: Buffer) => sql`
  update known_device d set wrong_count = greatest(0, wrong_count - 1) from account a
  where a.id = d.account_id and a.email = ${email} and d.token_hash = ${hash}`

/** False when the account does not know it. */
const noteDeviceUse = async (sql: Queries, { accountId, hash }: Device, now: Date): Promise<boolean> => {
  const { count } = await sql`
    update known_device set wrong_count = 0, last_used_on = ${now}
    where account_id = ${accountId} and token_hash = ${hash}`
  return count > 0
}

/** The one that was used longest ago gives way where there are too many. */
const insertDevice = async (sql: Queries, { accountId, hash }: Device, now: Date, most: number): Promise<void> => {
  await sql`insert into known_device (account_id, token_hash, last_used_on) values (${accountId}, ${hash}, ${now})`
  await sql`
    delete from known_device where account_id = ${accountId} and token_hash in (
      select token_hash from known_device where account_id = ${accountId}
      order by last_used_on desc, token_hash offset ${most})`
}

const deleteDevicesOf = (sql: Queries, accountId: number) =>
  sql`delete from known_device where account_id = ${accountId}`

const sweepDevices = (sql: Queries, before: Date) => sql`delete from known_device where last_used_on <= ${before}`

/** Browsers keep a cookie no longer than this. */
export const deviceLifetimeMs = 400 * 86_400_000
const perAccountMax = 20
const triesMax = 10

/** The cookie that marks a device known for an e-mail address: several people may use one browser. */
export const deviceCookieOf = (email: string): string =>
  `busbar-device-${createHash('sha256').update(email).digest('hex').slice(0, 16)}`

/** Devices on which a user was signed in before, known by a token that opens nothing. */
export class KnownDevices {
  readonly #sql: Sql
  readonly #now: () => Date

  constructor(sql: Sql, now: () => Date) {
    this.#sql = sql
    this.#now = now
  }

  /**
   * The accounts of an address at which a device may try a password without waiting for strangers. Counted before the outcome is known: who
   * has stolen the token has ten tries until a right one, and no more.
   */
  accountsFor(email: string, token: string): Promise<number[]> {
    return takeTry(this.#sql, email, tokenHash(token), triesMax, this.#oldest())
  }

  /** Reports that nothing was attempted. */
  async giveBack(email: string, token: string): Promise<void> {
    await giveTryBack(this.#sql, email, tokenHash(token))
  }

  /** Knows the device from now on; gives its token. A token that another put there is not taken over. */
  async remember(accountId: number, token: string | undefined): Promise<string> {
    if (token !== undefined) {
      const isKnown = await noteDeviceUse(this.#sql, { accountId, hash: tokenHash(token) }, this.#now())
      if (isKnown) return token
    }
    const newDeviceToken = newToken()
    await insertDevice(this.#sql, { accountId, hash: tokenHash(newDeviceToken) }, this.#now(), perAccountMax)
    return newDeviceToken
  }

  /** All of an account are strange again. */
  async forgetAllOf(accountId: number, sql: Queries): Promise<void> {
    await deleteDevicesOf(sql, accountId)
  }

  /** Removes what was not used for longer than any cookie lives. */
  async sweep(): Promise<void> {
    await sweepDevices(this.#sql, this.#oldest())
  }

  #oldest(): Date {
    return new Date(this.#now().getTime() - deviceLifetimeMs)
  }
}
