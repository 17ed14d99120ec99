import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { OidcSettings } from '../oidc-settings.ts'

export const standInSettings: OidcSettings = {
  id: 'sso',
  name: 'Works SSO',
  issuer: 'https://sso.example',
  clientId: 'busbar',
  clientSecret: 'secret',
  scopes: 'openid email profile groups',
  groupsClaim: 'groups',
  map: [],
  linkByEmail: false,
  createUsers: true,
  endSession: false,
}

type Claims = Readonly<Record<string, unknown>>

interface IssuedCode {
  nonce: string
  challenge: string
  claims: Claims
}

/** A provider without sockets that can be made to lie, which real ones cannot. */
export class StandInProvider {
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #codes = new Map<string, IssuedCode>()
  readonly #now: () => Date
  /** Metadata and claims, overridden by tests. */
  metadata: Claims = {}
  tokenClaims: Claims = {}
  userInfo: Claims | null = null
  signedBy: KeyObject = this.#key.privateKey
  isAway = false
  /** Paths that were asked for. */
  readonly requestedPaths: string[] = []

  constructor(now: () => Date) {
    this.#now = now
  }

  /** A person signs in there: gives what stands behind `?` of the address to which they are sent back. */
  signIn(url: string, claims: Claims): string {
    const query = new URL(url).searchParams
    const code = randomUUID()
    this.#codes.set(code, {
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      claims,
    })
    return new URLSearchParams({ code, state: query.get('state') ?? '', iss: standInSettings.issuer }).toString()
  }

  readonly fetch: typeof globalThis.fetch = async (url, init) => {
    const request = new Request(url, init)
    const path = new URL(request.url).pathname
    this.requestedPaths.push(path)
    if (this.isAway) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    if (path === '/.well-known/openid-configuration') return Response.json(this.#metadata())
    if (path === '/jwks') {
      const jwk = this.#key.publicKey.export({ format: 'jwk' })
      return Response.json({ keys: [{ ...jwk, kid: '1', alg: 'RS256', use: 'sig' }] })
    }
    if (path === '/token') return this.#token(new URLSearchParams(await request.text()))
    return this.userInfo === null ? new Response(null, { status: 404 }) : Response.json(this.userInfo)
  }

  #metadata(): Claims {
    const { issuer } = standInSettings
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/end`,
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...(this.userInfo !== null && { userinfo_endpoint: `${issuer}/me` }),
      ...this.metadata,
    }
  }

  async #token(form: URLSearchParams): Promise<Response> {
    const code = form.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '')
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url')
    if (grant === undefined || grant.challenge !== challenge) {
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    const nowSec = Math.floor(this.#now().getTime() / 1000)
    const claims = {
      iss: standInSettings.issuer,
      aud: standInSettings.clientId,
      iat: nowSec,
      exp: nowSec + 300,
      nonce: grant.nonce,
      ...grant.claims,
      ...this.tokenClaims,
    }
    return Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: this.#signed(claims) })
  }

  #signed(claims: Claims): string {
    const part = (value: Claims): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'RS256', kid: '1' })}.${part(claims)}`
    return `${text}.${createSign('sha256').update(text).sign(this.signedBy).toString('base64url')}`
  }
}
