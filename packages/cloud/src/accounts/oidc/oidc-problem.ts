import {
  AuthorizationResponseError,
  HTTP_REQUEST_FORBIDDEN,
  JSON_ATTRIBUTE_COMPARISON,
  JWT_CLAIM_COMPARISON,
  JWT_TIMESTAMP_CHECK,
  KEY_SELECTION,
  OperationProcessingError,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'

/** Why a sign-in failed: the provider is out of reach, its answer is not valid, it refused the person, or the answer came too late. */
export class OidcProblem extends Error {
  readonly kind: 'away' | 'wrong' | 'turned-away' | 'stale'

  constructor(kind: OidcProblem['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const unknownClient = 'it does not know this installation: clientId and clientSecret must be those that it has'

/** Advice for OAuth error codes of a provider. */
const advice: Readonly<Record<string, string>> = {
  invalid_client: unknownClient,
  unauthorized_client: 'this installation may not use the authorization code there: allow it for the client',
  invalid_scope: 'it does not know one of the scopes: name only its own in "scopes"',
  redirect_uri_mismatch: 'it does not know the redirect address of this installation: register it there',
}

const byCode: Readonly<Record<string, string>> = {
  [JWT_TIMESTAMP_CHECK]: 'its token is too old or from the future: the clocks of both machines must agree',
  [JWT_CLAIM_COMPARISON]: 'its token is for another client, another sign-in or of another issuer',
  [JSON_ATTRIBUTE_COMPARISON]: 'it calls itself otherwise than "issuer" says: enter that exactly as it is there',
  [KEY_SELECTION]: 'its token is signed by a key that it does not publish',
  [RESPONSE_IS_NOT_CONFORM]: 'it answers with an error, or there is no OpenID Connect at that address',
  [RESPONSE_IS_NOT_JSON]: 'it does not answer with JSON: there is no OpenID Connect at that address',
  [HTTP_REQUEST_FORBIDDEN]: 'it names an address without encryption',
}

/** Converts an error of a request to a provider; null if the provider is not the cause. */
export const oidcProblem = (error: unknown): OidcProblem | null => {
  if (error instanceof OidcProblem) return error
  if (error instanceof AuthorizationResponseError) {
    // It came with the person, who may have made it up: what is not known is no fault of the provider.
    const known = advice[error.error]
    return new OidcProblem(known === undefined ? 'turned-away' : 'wrong', known ?? saysOf(error), error)
  }
  if (error instanceof ResponseBodyError) {
    const kind = error.error === 'invalid_grant' ? 'stale' : 'wrong'
    return new OidcProblem(kind, advice[error.error] ?? saysOf(error), error)
  }
  // Only the client shows who it is at the place for tokens; what people brought is not judged there.
  if (error instanceof WWWAuthenticateChallengeError) return new OidcProblem('wrong', unknownClient, error)
  if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
    return new OidcProblem('wrong', byCode[error.code ?? ''] ?? shortened(error.message), error)
  }
  if (error instanceof DOMException) return new OidcProblem('away', 'it does not answer', error)
  // `fetch` reports a failed or lost connection with this error.
  if (!(error instanceof TypeError) || error.cause === undefined) return null
  const { code = 'the connection broke off' } = error.cause as { code?: string }
  return new OidcProblem('away', code, error)
}

const saysOf = ({ error }: { error: string }): string => `it says ${shortened(error)}`

const shortened = (text: string): string => text.slice(0, 200)
