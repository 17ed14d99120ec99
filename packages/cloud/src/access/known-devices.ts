import { createHash } from 'node:crypto'
import type { Queries, Sql } from '../db/types.ts'
import { newToken, tokenHash } from './secrets.ts'

/** Browsers keep a cookie no longer than this. */
export const deviceLifetimeMs = 400 * 86_400_000
const perAccountMax = 20
const triesMax = 10

/** The cookie that marks a device known for an e-mail address: several people may use one browser. */
export const deviceCookieOf = (email: string): string =>
  `busbar-device-${createHash('sha256').update(email).digest('hex').slice(0, 16)}`

/** Devices on which somebody was signed in before, known by a token that opens nothing. */
export class KnownDevices {
  readonly #sql: Sql
  readonly #now: () => Date

  constructor(sql: Sql, now: () => Date) {
    this.#sql = sql
    this.#now = now
  }

  /**
   * Whether a device may try a password without waiting for strangers. Counted before the outcome is known: who has stolen the token has
   * ten tries until a right one, and no more.
   */
  async mayTry(email: string, token: string): Promise<boolean> {
    const since = new Date(this.#now().getTime() - deviceLifetimeMs)
    const { count } = await this.#sql`
      update known_device d set wrong_count = wrong_count + 1 from account a
      where a.id = d.account_id and a.email = ${email} and d.token_hash = ${tokenHash(token)}
        and d.wrong_count < ${triesMax} and d.last_used_on > ${since}`
    return count > 0
  }

  /** Nothing was tried after all. */
  async giveBack(email: string, token: string): Promise<void> {
    await this.#sql`
      update known_device d set wrong_count = greatest(0, wrong_count - 1) from account a
      where a.id = d.account_id and a.email = ${email} and d.token_hash = ${tokenHash(token)}`
  }

  /** Knows the device from now on; gives its token. One that somebody else put there is not taken over. */
  async remember(accountId: number, token: string | undefined): Promise<string> {
    const { count } =
      token === undefined
        ? { count: 0 }
        : await this.#sql`
            update known_device set wrong_count = 0, last_used_on = ${this.#now()}
            where account_id = ${accountId} and token_hash = ${tokenHash(token)}`
    if (token !== undefined && count > 0) return token
    const made = newToken()
    await this.#sql`
      insert into known_device (account_id, token_hash, last_used_on)
      values (${accountId}, ${tokenHash(made)}, ${this.#now()})`
    await this.#sql`
      delete from known_device where account_id = ${accountId} and token_hash in (
        select token_hash from known_device where account_id = ${accountId}
        order by last_used_on desc, token_hash offset ${perAccountMax})`
    return made
  }

  /** All of an account are strange again. */
  async forgetAllOf(accountId: number, sql: Queries): Promise<void> {
    await sql`delete from known_device where account_id = ${accountId}`
  }

  /** Removes what was not used for longer than any cookie lives. */
  async sweep(): Promise<void> {
    const before = new Date(this.#now().getTime() - deviceLifetimeMs)
    await this.#sql`delete from known_device where last_used_on <= ${before}`
  }
}
