import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@busbar/kit'
import { z } from 'zod'
import { OidcProvider } from './oidc-provider.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** A sign-in in progress, stored only in the browser that started it. */
const attemptShape = z.object({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The account to be linked to the provider; null for a sign-in. */
  linkTo: z.number().nullable(),
  expiresAt: z.number(),
})
type Attempt = Omit<z.output<typeof attemptShape>, 'expiresAt'>

const attemptLifetimeMs = 600_000
const macBytes = 32

/**
 * Sign-ins in progress are not stored on the server: the browser keeps them, encrypted with a key of the installation.
 */
export class Attempts {
  readonly #now: () => Date
  readonly #key: Uint8Array

  /** Without the installation's key each node has one of its own. */
  constructor(now: () => Date, key: Uint8Array | null) {
    this.#now = now
    this.#key = Buffer.from(hkdfSync('sha256', key ?? randomBytes(32), '', 'busbar oidc attempts', macBytes))
  }

  write(attempt: Attempt): string {
    const body = JSON.stringify({ ...attempt, expiresAt: this.#now().getTime() + attemptLifetimeMs })
    return `${Buffer.from(body).toString('base64url')}.${this.#mac(body).toString('base64url')}`
  }

  /** Null where it is not ours, or too old. */
  read(text: string | undefined): Attempt | null {
    const [body = '', mac = ''] = (text ?? '').split('.').map((part) => Buffer.from(part, 'base64url'))
    const expectedMac = this.#mac(body.toString())
    if (mac.length !== expectedMac.length || !timingSafeEqual(Buffer.from(mac), expectedMac)) return null
    const { expiresAt, ...attempt } = attemptShape.parse(JSON.parse(body.toString()))
    return expiresAt > this.#now().getTime() ? attempt : null
  }

  #mac(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest()
  }
}

export interface OidcOptions {
  providers: readonly OidcSettings[]
  publicUrl: () => string
  key: Uint8Array | null
  clock: Clock
  now: () => Date
  fetch: typeof globalThis.fetch
}

/** Signing in by providers of OpenID Connect. */
export class Oidc {
  readonly attempts: Attempts
  readonly providers: readonly OidcProvider[]
  readonly #publicUrl: () => string

  constructor({ providers, publicUrl, key, clock, now, fetch }: OidcOptions) {
    this.#publicUrl = publicUrl
    this.attempts = new Attempts(now, key)
    const redirectUri = (): string => this.redirectUri
    this.providers = providers.map((settings) => new OidcProvider({ settings, redirectUri, clock, now, fetch }))
  }

  /** The page of the console to which people come back. */
  get redirectUri(): string {
    return `${this.#publicUrl()}/signed-in`
  }

  find(id: string): OidcProvider | undefined {
    return this.providers.find(({ settings }) => settings.id === id)
  }
}
