import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type Clock, exponentialBackOff } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Level } from './level.ts'
import { type Sessions, ttlSec } from './sessions.ts'

const freeTries = 5
const firstDelayMs = 1000
const delayMsMax = 60_000
const forgottenMs = 15 * 60_000
const sourcesMax = 256

interface FailedLogins {
  readonly count: number
  readonly lastMs: number
}

/** How long a client that was wrong this often has to wait. */
const delayOf = (count: number): number =>
  count < freeTries ? 0 : exponentialBackOff(count - freeTries, firstDelayMs, delayMsMax)

/** Slows password guessing: after some failures from an address, each further one doubles the wait, up to a minute. */
export class LoginDelays {
  readonly #clock: Clock
  /** Last in the map was wrong last. */
  readonly #sources = new Map<string, FailedLogins>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How long this source has to wait before it may try; 0 is not at all. */
  waitMs(source: string): number {
    const wrongs = this.#current(source)
    if (wrongs === undefined) return 0
    return Math.max(0, wrongs.lastMs + delayOf(wrongs.count) - this.#clock.now())
  }

  wasWrong(source: string): void {
    const count = (this.#current(source)?.count ?? 0) + 1
    this.#sources.delete(source)
    const [oldest] = this.#sources.keys()
    if (this.#sources.size >= sourcesMax && oldest !== undefined) this.#sources.delete(oldest)
    this.#sources.set(source, { count, lastMs: this.#clock.now() })
  }

  wasRight(source: string): void {
    this.#sources.delete(source)
  }

  #current(source: string): FailedLogins | undefined {
    const wrongs = this.#sources.get(source)
    if (wrongs === undefined || this.#clock.now() < wrongs.lastMs + forgottenMs) return wrongs
    this.#sources.delete(source)
    return undefined
  }
}

const lifeMs = 60_000
const openMax = 64
const perSourceMax = 8
const saltBytes = 16

interface Salt {
  readonly source: string
  readonly untilMs: number
}

interface SaltsOptions {
  clock: Clock
  newBytes: (count: number) => Uint8Array
}

/** Unused salts. Each serves one login within a minute. */
class Salts {
  readonly #clock: Clock
  readonly #newBytes: SaltsOptions['newBytes']
  /** Oldest first. */
  readonly #open = new Map<string, Salt>()

  constructor({ clock, newBytes }: SaltsOptions) {
    this.#clock = clock
    this.#newBytes = newBytes
  }

  /** Issues a salt. A client that requests many loses its own oldest ones, not those of others. */
  issue(source: string): string {
    const open = this.open()
    const own = open.filter((salt) => this.#open.get(salt)?.source === source)
    const [oldest] = own.length >= perSourceMax ? own : open
    if (oldest !== undefined && (own.length >= perSourceMax || open.length >= openMax)) this.#open.delete(oldest)
    const salt = Buffer.from(this.#newBytes(saltBytes)).toString('hex')
    this.#open.set(salt, { source, untilMs: this.#clock.now() + lifeMs })
    return salt
  }

  /** Removes expired salts and returns the others. */
  open(): string[] {
    const now = this.#clock.now()
    for (const [salt, { untilMs }] of this.#open) if (untilMs <= now) this.#open.delete(salt)
    return [...this.#open.keys()]
  }

  spend(salt: string): void {
    this.#open.delete(salt)
  }
}

const perMinuteMax = 10
const minuteMs = 60_000

/** Counts and logs wrong logins: a limited number per minute one by one, the rest as a total. */
class WrongLogins {
  readonly #clock: Clock
  readonly #log: Pick<Log, 'warn'>
  #logged = 0
  #unlogged = 0
  #cancel: (() => void) | undefined
  /** Since the start. */
  count = 0

  constructor(clock: Clock, log: Pick<Log, 'warn'>) {
    this.#clock = clock
    this.#log = log
  }

  /** `username` is untrusted text: only existing names are logged. */
  add(from: string, username: string, isUnseen: boolean): void {
    this.count += 1
    this.#cancel ??= this.#clock.after(minuteMs, () => this.#minuteIsOver())
    if (this.#logged >= perMinuteMax) {
      this.#unlogged += 1
      return
    }
    this.#logged += 1
    const user = username === 'admin' || username === 'user' ? username : 'nobody we know'
    const message = isUnseen ? 'a login was refused unseen, after too many wrong ones' : 'a wrong login'
    this.#log.warn({ from, user, count: this.count }, message)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #minuteIsOver(): void {
    if (this.#unlogged > 0)
      this.#log.warn({ more: this.#unlogged, count: this.count }, 'further wrong logins in this minute')
    this.#logged = 0
    this.#unlogged = 0
    this.#cancel = undefined
  }
}

const ipv4Inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Key under which failures of a client are counted: an IPv4 address, or the network of an IPv6 address, because its
 * owner has the whole network.
 */
export const sourceOf = (address: string): string => {
  const inside = ipv4Inside.exec(address)?.[1]
  if (inside !== undefined) return inside
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [front = '', back] = plain.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const levels = { admin: 2, user: 1 } as const satisfies Record<string, Level>

const isUser = (name: string): name is keyof typeof levels => Object.hasOwn(levels, name)

export interface LoginOptions {
  clock: Clock
  newBytes: (count: number) => Uint8Array
  sessions: Sessions
  /** Returns undefined when the user has no password, which means that the user does not exist. */
  passwordOf: (username: 'admin' | 'user') => string | undefined
  log: Pick<Log, 'warn'>
}

type LoginOutcome = { ok: { token: string; ttlSec: number } } | { err: 'wrong' } | { err: 'wait'; waitMs: number }

/** Opens sessions for clients that prove knowledge of a password. */
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

/** Proof that a client knows a password, without sending it. The contract requires SHA-1. */
const proofOf = (username: string, password: string, salt: string): string =>
  createHash('sha1').update(`${username}${password}${salt}`).digest('hex')

/**
 * Finds the salt of a proof. A login does not name it, so all open salts are tried, and always all, to keep the time
 * constant.
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
