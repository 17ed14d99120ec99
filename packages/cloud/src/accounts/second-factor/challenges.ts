import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queries, Sql } from '@busbar/database'

const lifetimeMs = 300_000
const nonceBytes = 16
const timeBytes = 6
const macBytes = 32

/**
 * Challenges that passkeys sign. A challenge contains its expiry and account, authenticated by a key of the
 * installation, so that unanswered challenges need no storage. An answered challenge is never accepted again.
 */
export class Challenges {
  readonly #sql: Sql
  readonly #now: () => Date
  readonly #key: Uint8Array

  /** Without the installation's key each node has one of its own. */
  constructor(sql: Sql, now: () => Date, key: Uint8Array | null) {
    this.#sql = sql
    this.#now = now
    this.#key = Buffer.from(hkdfSync('sha256', key ?? randomBytes(32), '', 'busbar passkey challenges', macBytes))
  }

  /** For one account to register, or 0 for any sign-in. */
  make(accountId: number): string {
    const head = Buffer.alloc(nonceBytes + timeBytes)
    randomBytes(nonceBytes).copy(head)
    head.writeUIntBE(this.#now().getTime() + lifetimeMs, nonceBytes, timeBytes)
    return Buffer.concat([head, this.#mac(head, accountId)]).toString('base64url')
  }

  /** Is it one of ours, for this account, and still good? */
  isGood(challenge: string, accountId: number): boolean {
    const bytes = Buffer.from(challenge, 'base64url')
    if (bytes.length !== nonceBytes + timeBytes + macBytes || bytes.toString('base64url') !== challenge) return false
    const head = bytes.subarray(0, nonceBytes + timeBytes)
    return (
      timingSafeEqual(bytes.subarray(head.length), this.#mac(head, accountId)) &&
      head.readUIntBE(nonceBytes, timeBytes) > this.#now().getTime()
    )
  }

  /** False when it was answered before. */
  async use(challenge: string, sql: Queries = this.#sql): Promise<boolean> {
    const hash = createHash('sha256').update(challenge).digest()
    const expiresOn = new Date(this.#now().getTime() + lifetimeMs)
    const { count } = await sql`
      insert into used_challenge (challenge_hash, expires_on) values (${hash}, ${expiresOn}) on conflict do nothing`
    return count === 1
  }

  /** Removes those that are too old to be answered. */
  async sweep(): Promise<void> {
    await this.#sql`delete from used_challenge where expires_on <= ${this.#now()}`
  }

  #mac(head: Uint8Array, accountId: number): Buffer {
    return createHmac('sha256', this.#key).update(head).update(String(accountId)).digest()
  }
}
