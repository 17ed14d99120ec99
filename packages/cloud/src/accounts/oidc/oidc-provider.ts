import type { Clock } from '@busbar/kit'
import * as oauth from 'oauth4webapi'
import { areGroupsElsewhere, type Claims, claimsOf, isSubject, joined, needsUserInfo } from './claims.rules.ts'
import { OidcProblem, oidcProblem } from './oidc-problem.ts'
import type { OidcSettings } from './oidc-settings.ts'

export interface OidcProviderOptions {
  settings: OidcSettings
  /** Page to which the provider redirects after sign-in. */
  redirectUri: () => string
  clock: Clock
  now: () => Date
  fetch: typeof globalThis.fetch
}

/** Values that identify one sign-in from its start to its redirect. */
export interface OidcSecrets {
  state: string
  nonce: string
  verifier: string
}

type FetchOptions = oauth.CustomFetchOptions<string, URLSearchParams | undefined>

const timeoutMs = 10_000
const answerBytesMax = 1_048_576
/** Lifetime of cached provider metadata, and the pause after a failed request. */
const knownMs = 3_600_000
const failedMs = 5000
/** Tolerated clock difference. */
const skewSec = 60

export const newOidcSecrets = (): OidcSecrets => ({
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
  verifier: oauth.generateRandomCodeVerifier(),
})

/** A provider of OpenID Connect, used with the authorization code flow and PKCE. Errors are thrown as OidcProblem. */
export class OidcProvider {
  readonly settings: OidcSettings
  readonly #options: OidcProviderOptions
  readonly #keys: oauth.JWKSCacheInput = {}
  #found: Promise<oauth.AuthorizationServer> | null = null
  #findAgainAtMs = 0
  #problem: string | null = null

  constructor(options: OidcProviderOptions) {
    this.settings = options.settings
    this.#options = options
  }

  /** Problem of the last request; null if it succeeded. */
  get problem(): string | null {
    return this.#problem
  }

  /** Returns the sign-in page of the provider. */
  authorizationUrl({ state, nonce, verifier }: OidcSecrets): Promise<string> {
    return this.#noted(async () => {
      const { authorization_endpoint: endpoint } = await this.#discovered()
      if (endpoint === undefined) throw new OidcProblem('wrong', 'it does not say where people sign in')
      const url = new URL(endpoint)
      const { clientId, scopes } = this.settings
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: this.#options.redirectUri(),
        scope: scopes,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    })
  }

  /**
   * Returns the claims of the user who was redirected with these parameters. Checks that the provider signed the token
   * for this client and this sign-in.
   */
  claims(returned: URLSearchParams, { state, nonce, verifier }: OidcSecrets): Promise<Claims> {
    return this.#noted(async () => {
      const server = await this.#discovered()
      const client = this.#client()
      const checked = oauth.validateAuthResponse(server, client, returned, state)
      const redirectUri = this.#options.redirectUri()
      const auth = this.#clientAuth(server)
      const answer = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        auth,
        checked,
        redirectUri,
        verifier,
        this.#request(),
      )
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      await oauth.validateApplicationLevelSignature(server, answer, {
        ...this.#request(),
        [oauth.jwksCache]: this.#keys,
      })
      const token = oauth.getValidatedIdTokenClaims(tokens)
      if (token === undefined) throw new OidcProblem('wrong', 'it sent no token')
      if (!isSubject(token.sub)) throw new OidcProblem('wrong', 'it names a person in more than 255 characters')
      const { groupsClaim } = this.settings
      if (areGroupsElsewhere(token, groupsClaim))
        throw new OidcProblem(
          'wrong',
          'it sends a link in place of the groups: let it send those of this application only',
        )
      if (server.userinfo_endpoint === undefined || !needsUserInfo(token, groupsClaim))
        return claimsOf(token, groupsClaim)
      const response = await oauth.userInfoRequest(server, client, tokens.access_token, this.#request())
      const info = await oauth.processUserInfoResponse(server, client, token.sub, response)
      return claimsOf(joined(token, info), groupsClaim)
    })
  }

  /** Returns the sign-out page of the provider; null if it is disabled or the provider has none. */
  async endUrl(): Promise<string | null> {
    if (!this.settings.endSession) return null
    const { end_session_endpoint: endpoint } = await this.#noted(() => this.#discovered())
    if (endpoint === undefined) return null
    const url = new URL(endpoint)
    url.searchParams.set('client_id', this.settings.clientId)
    url.searchParams.set('post_logout_redirect_uri', new URL('/sign-in', this.#options.redirectUri()).href)
    return url.href
  }

  #client(): oauth.Client {
    // Uses the clock of the service, which may differ from that of the process.
    const aheadSec = Math.round((this.#options.now().getTime() - Date.now()) / 1000)
    return { client_id: this.settings.clientId, [oauth.clockSkew]: aheadSec, [oauth.clockTolerance]: skewSec }
  }

  #clientAuth({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret } = this.settings
    if (clientSecret === undefined) return oauth.None()
    const isByPost = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic')
    return isByPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
  }

  #request() {
    return {
      signal: () => AbortSignal.timeout(timeoutMs),
      [oauth.allowInsecureRequests]: this.settings.issuer.startsWith('http:'),
      [oauth.customFetch]: async (url: string, { body, ...init }: FetchOptions) =>
        bounded(await this.#options.fetch(url, body === undefined ? init : { ...init, body })),
    }
  }

  /** Returns the provider metadata. Concurrent callers share one request. */
  #discovered(): Promise<oauth.AuthorizationServer> {
    const { clock } = this.#options
    if (this.#found === null || clock.now() >= this.#findAgainAtMs) {
      this.#findAgainAtMs = clock.now() + knownMs
      this.#found = this.#discover()
      this.#found.catch(() => {
        this.#findAgainAtMs = clock.now() + failedMs
      })
    }
    return this.#found
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.settings.issuer)
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...this.#request() })
    return oauth.processDiscoveryResponse(issuer, answer)
  }

  async #noted<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work()
      this.#problem = null
      return done
    } catch (error) {
      const problem = oidcProblem(error)
      if (problem?.kind === 'away' || problem?.kind === 'wrong') this.#problem = problem.message
      throw problem ?? error
    }
  }
}

/** An answer that was read whole, and is not larger than any of a provider has to be. */
const bounded = async (answer: Response): Promise<Response> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > answerBytesMax) throw new OidcProblem('wrong', 'its answer is larger than a megabyte')
    pieces.push(piece)
  }
  const { status, statusText, headers } = answer
  const body = size === 0 ? null : Buffer.concat(pieces)
  return new Response(body, { status, statusText, headers })
}
