import { createHash } from 'node:crypto'
import type { Queries, Sql } from '@busbar/database'
import { newToken, tokenHash } from '../access/secrets.ts'
import {
  deleteDevicesOf,
  giveTryBack,
  insertDevice,
  noteDeviceUse,
  sweepDevices,
  takeTry,
} from './known-devices.sql.ts'

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

  /** Nothing was tried after all. */
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
