import type { Clock } from '@busbar/kit'
import { Attempts } from './attempts.ts'
import { OidcProvider } from './oidc-provider.ts'
import type { OidcSettings } from './oidc-settings.ts'

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
