import { createHash } from 'node:crypto'
import type { Clock } from '@busbar/kit'
import type { Level } from './level.ts'

/** The life of a session that is not used. */
export const ttlSec = 600
const liveMax = 16
const tokenBytes = 16

export interface Session {
  readonly username: string
  readonly level: Level
  /** Requester of unit requests in this session. */
  readonly requester: {
    readonly name: string
    readonly signal: AbortSignal
    readonly from: string
    readonly isLoggedIn: true
  }
}

interface LiveSession {
  readonly session: Session
  readonly end: AbortController
  untilMs: number
}

interface SessionsOptions {
  clock: Clock
  newBytes: (count: number) => Uint8Array
}

const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64')

/** Active sessions. A session ends ten minutes after its last use; the seventeenth replaces the longest idle one. */
export class Sessions {
  readonly #clock: Clock
  readonly #newBytes: SessionsOptions['newBytes']
  /** Sessions by token hash, the longest idle one first. */
  readonly #live = new Map<string, LiveSession>()
  #opened = 0

  constructor({ clock, newBytes }: SessionsOptions) {
    this.#clock = clock
    this.#newBytes = newBytes
  }

  /** Opens a session and returns its token, of which only the hash is stored. */
  open(username: string, level: Level, from: string): string {
    this.#endOld()
    const [idlest] = this.#live.keys()
    if (this.#live.size >= liveMax && idlest !== undefined) this.#end(idlest)
    const token = Buffer.from(this.#newBytes(tokenBytes)).toString('hex')
    const end = new AbortController()
    this.#opened += 1
    const requester = { name: `session ${this.#opened}`, signal: end.signal, from, isLoggedIn: true } as const
    this.#live.set(keyOf(token), { session: { username, level, requester }, end, untilMs: this.#nextEnd() })
    return token
  }

  /** Returns the session of a token and extends it. */
  use(token: string): Session | undefined {
    this.#endOld()
    const key = keyOf(token)
    const live = this.#live.get(key)
    if (live === undefined) return undefined
    this.#live.delete(key)
    this.#live.set(key, live)
    live.untilMs = this.#nextEnd()
    return live.session
  }

  end(token: string): void {
    this.#end(keyOf(token))
  }

  /** Ends sessions after a password change or at a stop. The token that changed the password may stay. */
  endAll(username?: string, exceptToken?: string): void {
    const exceptKey = exceptToken === undefined ? undefined : keyOf(exceptToken)
    for (const [key, { session }] of this.#live) {
      if ((username === undefined || session.username === username) && key !== exceptKey) this.#end(key)
    }
  }

  #nextEnd(): number {
    return this.#clock.now() + ttlSec * 1000
  }

  #endOld(): void {
    const now = this.#clock.now()
    for (const [key, { untilMs }] of this.#live) if (untilMs <= now) this.#end(key)
  }

  #end(key: string): void {
    this.#live.get(key)?.end.abort()
    this.#live.delete(key)
  }
}
