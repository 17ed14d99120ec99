import type { Queries, Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { DatabaseCache } from '../access/forgetting-database.ts'
import { NotifyInvalidatedCache } from '../access/notify-invalidated-cache.ts'
import { newToken, tokenHash } from '../access/secrets.ts'
import {
  deleteOwnSession,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  noteKeyUse,
  type Origin,
  type OwnSession,
  type Session,
  sessionsOf,
  sweepSessions,
} from './session-store.sql.ts'

export interface NewSession {
  token: string
  expiresOn: Date
}

export interface SessionsOptions {
  sql: Sql
  clock: Clock
  now: () => Date
}

interface CachedSession extends Session {
  endsAtMs: number
  /** When the use of its key was last written down. */
  notedAtMs: number
}

/** An account has as many sessions as it may have at once. */
export class SessionsFull extends Error {}

const lifetimeMs = 3_600_000
const noOrigin: Origin = { from: '', agent: '' }
const knownMax = 50_000
const perAccountMax = 5000
const noteEveryMs = 60_000
/** A trigger in the database sends a notification for every deleted session. */
const topic = 'session_ended'

/**
 * Sessions live an hour, however much they are used. Those in use are kept in memory, as long as the database can tell
 * which have ended: so that one is dead on every node of the service at once.
 */
export class Sessions {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #now: () => Date
  readonly #known: NotifyInvalidatedCache<CachedSession>
  /** The hashes of tokens in use: to hash one takes longer than all the rest of finding its session. */
  readonly #names = new Map<string, string>()

  constructor({ sql, clock, now }: SessionsOptions) {
    this.#sql = sql
    this.#clock = clock
    this.#now = now
    this.#known = new NotifyInvalidatedCache({ sql, topic, max: knownMax })
  }

  start(): Promise<void> {
    return this.#known.start()
  }

  stop(): Promise<void> {
    return this.#known.stop()
  }

  /** Calls when a session has ended, on whichever node; or when that may have been missed. */
  onEnded(listener: () => void): void {
    this.#known.onInvalidated(listener)
  }

  /** The cache that a transaction invalidates when it changes sessions. */
  get cache(): DatabaseCache {
    return this.#known
  }

  /** Ends after an hour, or at `till` if that is earlier. Throws SessionsFull when the account has too many. */
  async open(
    accountId: number,
    apiKey: string | null,
    origin: Origin = noOrigin,
    till: Date | null = null,
  ): Promise<NewSession> {
    const token = newToken()
    const now = this.#now()
    const endsOn = now.getTime() + lifetimeMs
    const expiresOn = new Date(Math.min(endsOn, till?.getTime() ?? endsOn))
    const session = { hash: tokenHash(token), accountId, apiKey, expiresOn, ...origin }
    if (!(await insertSession(this.#sql, session, now, perAccountMax))) throw new SessionsFull('too many sessions')
    return { token, expiresOn }
  }

  /** A session of which all is known here; undefined where `find` has to look, or to note that an API key is in use. */
  known(token: string): Session | undefined {
    const known = this.#known.get(this.#names.get(token) ?? '')
    return known?.apiKey === null && known.endsAtMs > this.#clock.now() ? known : undefined
  }

  /** Returns the session of a token; null if it is unknown or expired. */
  async find(token: string): Promise<Session | null> {
    const known = this.#known.get(this.#names.get(token) ?? '') ?? (await this.#read(token))
    if (known === null || known.endsAtMs <= this.#clock.now()) return null
    if (known.apiKey !== null) await this.#noteUse(known, known.apiKey)
    return known
  }

  /** The live ones of an account, latest first. */
  listOf(accountId: number, currentToken: string): Promise<OwnSession[]> {
    return sessionsOf(this.#sql, accountId, tokenHash(currentToken), this.#now())
  }

  /** Ends one session. */
  async end(token: string): Promise<void> {
    const hash = tokenHash(token)
    await deleteSession(this.#sql, hash)
    this.#known.forget(hash.toString('hex'))
  }

  /** Ends one of an account by its id; false when there is none. */
  async endOwn(accountId: number, id: string): Promise<boolean> {
    const ended = await deleteOwnSession(this.#sql, accountId, id)
    if (ended !== undefined) this.#known.forget(ended.hash.toString('hex'))
    return ended !== undefined
  }

  /** Ends all sessions of an account but the one that is kept, in a transaction where one is given. */
  async endAllOf(accountId: number, exceptToken?: string, sql: Queries = this.#sql): Promise<void> {
    const exceptHash = exceptToken === undefined ? Buffer.alloc(0) : tokenHash(exceptToken)
    for (const { hash } of await deleteSessionsOf(sql, accountId, exceptHash)) this.#known.forget(hash.toString('hex'))
  }

  /** Removes from the database what has ended by itself. */
  async sweep(): Promise<void> {
    await sweepSessions(this.#sql, this.#now())
  }

  async #read(token: string): Promise<CachedSession | null> {
    const hash = tokenHash(token)
    const name = hash.toString('hex')
    const known = await this.#known.read(name, () => this.#stored(hash))
    if (known === null) return null
    if (this.#names.size >= knownMax) this.#names.clear()
    this.#names.set(token, name)
    return known
  }

  async #stored(hash: Buffer): Promise<CachedSession | null> {
    const row = await findSession(this.#sql, hash)
    const leftMs = row === undefined ? 0 : row.expiresOn.getTime() - this.#now().getTime()
    if (row === undefined || leftMs <= 0) return null
    const endsAtMs = this.#clock.now() + Math.min(leftMs, lifetimeMs)
    return { ...row, endsAtMs, notedAtMs: Number.NEGATIVE_INFINITY }
  }

  async #noteUse(known: CachedSession, apiKey: string): Promise<void> {
    const nowMs = this.#clock.now()
    if (nowMs - known.notedAtMs < noteEveryMs) return
    known.notedAtMs = nowMs
    const now = this.#now()
    await noteKeyUse(this.#sql, apiKey, now, new Date(now.getTime() - noteEveryMs))
  }
}
