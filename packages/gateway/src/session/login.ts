import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Level } from './level.ts'
import { LoginDelays } from './login-delays.ts'
import { Salts } from './salts.ts'
import { type Sessions, ttlSec } from './sessions.ts'
import { sourceOf } from './source.rules.ts'
import { WrongLogins } from './wrong-logins.ts'

const levels = { admin: 2, user: 1 } as const satisfies Record<string, Level>

const isUser = (name: string): name is keyof typeof levels => Object.hasOwn(levels, name)

export interface LoginOptions {
  clock: Clock
  newBytes: (count: number) => Uint8Array
  sessions: Sessions
  /** Nothing where the user has none: then there is no such user. */
  passwordOf: (username: 'admin' | 'user') => string | undefined
  log: Pick<Log, 'warn'>
}

type LoginOutcome = { ok: { token: string; ttlSec: number } } | { err: 'wrong' } | { err: 'wait'; waitMs: number }

/** Opens sessions to those who prove that they know a password. */
export class Login {
  readonly #salts: Salts
  readonly #delays: LoginDelays
  readonly #wrong: WrongLogins
  readonly #sessions: Sessions
  readonly #passwordOf: LoginOptions['passwordOf']
  readonly #newBytes: LoginOptions['newBytes']

  constructor({ clock, newBytes, sessions, passwordOf, log }: LoginOptions) {
    this.#salts = new Salts({ clock, newBytes })
    this.#delays = new LoginDelays(clock)
    this.#wrong = new WrongLogins(clock, log)
    this.#sessions = sessions
    this.#passwordOf = passwordOf
    this.#newBytes = newBytes
  }

  /** Since the start. */
  get wrongCount(): number {
    return this.#wrong.count
  }

  stop(): void {
    this.#wrong.stop()
  }

  salt(from: string): string {
    return this.#salts.issue(sourceOf(from))
  }

  /** An unknown user is checked like any other, against a password that does not exist. */
  login(from: string, username: string, proof: string): LoginOutcome {
    const source = sourceOf(from)
    const waitMs = this.#delays.waitMs(source)
    if (waitMs > 0) {
      this.#wrong.add(from, username, true)
      return { err: 'wait', waitMs }
    }
    const [known, level] = isUser(username) ? [this.#passwordOf(username), levels[username]] : []
    const nobodys = Buffer.from(this.#newBytes(16)).toString('hex')
    const isKnown = known !== undefined && known !== ''
    const salt = saltOfProof(this.#salts.open(), username, isKnown ? known : nobodys, proof)
    if (salt === undefined || !isKnown || level === undefined) {
      this.#delays.wasWrong(source)
      this.#wrong.add(from, username, false)
      return { err: 'wrong' }
    }
    this.#salts.spend(salt)
    this.#delays.wasRight(source)
    return { ok: { token: this.#sessions.open(username, level, from), ttlSec } }
  }
}

/** What proves that a client knows a password, without sending it. The API's contract has it so, SHA-1 too. */
const proofOf = (username: string, password: string, salt: string): string =>
  createHash('sha1').update(`${username}${password}${salt}`).digest('hex')

/**
 * The salt that a proof was made with. A login does not name it, so all open ones are tried, and always all: how long it
 * takes tells nothing.
 */
const saltOfProof = (
  salts: readonly string[],
  username: string,
  password: string,
  proof: string,
): string | undefined => {
  const sentProof = Buffer.from(proof)
  let found: string | undefined
  for (const salt of salts) {
    const right = Buffer.from(proofOf(username, password, salt))
    if (right.length === sentProof.length && timingSafeEqual(right, sentProof)) found = salt
  }
  return found
}
