import { createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '@busbar/wire/server'
import type { Call } from '../../accounts/call.ts'
import type { GateNeeds } from '../call.ts'

/** `/authenticate/`: it opens a session for an API key. */
type Authenticate = (call: Call<'public'>, key: { apiKey: string; password: string }) => unknown

const wellFormed = /^basic ([a-z0-9+/]{1,2000}={0,2})$/i
const pairOf = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):(.{1,1000})$/s
const knownMax = 10_000
const challenge = { 'www-authenticate': 'Basic realm="Busbar API key", charset="UTF-8"' }

/** Checks for the scheme only, not for valid credentials. */
export const isBasic = (header: string): boolean => /^basic /i.test(header)

/**
 * API keys by HTTP Basic, for programs that cannot keep a session. To check a password takes tens of milliseconds: so the first request opens a
 * session, and those after it use that as long as it lives. When the key is deleted, or the session ended, it is gone at once. What is
 * remembered leads to no password.
 */
export class BasicKeys {
  readonly #sessions: GateNeeds['sessions']
  readonly #authenticate: Authenticate
  readonly #secret = randomBytes(32)
  readonly #tokens = new Map<string, string>()
  /** Under way: a program that asks many things at once makes one try. */
  readonly #opening = new Map<string, Promise<string>>()

  constructor(sessions: GateNeeds['sessions'], authenticate: Authenticate) {
    this.#sessions = sessions
    this.#authenticate = authenticate
  }

  /** The token of a session. */
  async token(call: Call<'public'>, header: string): Promise<string> {
    const text = Buffer.from(wellFormed.exec(header)?.[1] ?? '', 'base64').toString()
    const [, apiKey, password] = pairOf.exec(text) ?? []
    if (apiKey === undefined || password === undefined) {
      throw new Refusal('CantParseAuthToken', 'After "Basic" stands base64 of an API key, a colon and its password.')
    }
    const name = createHmac('sha256', this.#secret).update(text).digest('base64')
    const known = this.#tokens.get(name)
    if (known !== undefined && (await this.#sessions.find(known)) !== null) return known
    // From different places they are different tries.
    const key = `${call.from} ${name}`
    const opening = this.#opening.get(key) ?? this.#open(call, name, { apiKey, password })
    this.#opening.set(key, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(key)
    }
  }

  async #open(call: Call<'public'>, name: string, key: { apiKey: string; password: string }): Promise<string> {
    try {
      const { token } = (await this.#authenticate(call, key)) as { token: string }
      this.#tokens.delete(name)
      this.#tokens.set(name, token)
      const [oldest] = this.#tokens.keys()
      if (this.#tokens.size > knownMax && oldest !== undefined) this.#tokens.delete(oldest)
      return token
    } catch (error) {
      if (!(error instanceof Refusal) || !['InvalidKey', 'NotAuthorized'].includes(error.code)) throw error
      // Only to who came by it: browsers of others would ask people for a password.
      throw new Refusal(error.code, error.message, { ...error.headers, ...challenge })
    }
  }
}
