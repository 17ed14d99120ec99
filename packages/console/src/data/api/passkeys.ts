import { type AnswerOf, call } from './api-query.ts'

/** P-256, Ed25519 and RSA, as COSE numbers them. */
const algorithms = [-7, -8, -257]

/** Browsers have passkeys at names with https, and on this machine; never at numbers. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

/** Makes a passkey on this device and has the service keep it. Throws what the browser or the service says. */
export const makePasskey = async (
  begun: AnswerOf<'passkeys', 'begin'>,
  name: string,
): Promise<AnswerOf<'passkeys', 'create'>> => {
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: bytes(begun.challenge),
      rp: { name: 'Busbar', id: location.hostname },
      user: { id: bytes(begun.userHandle), name: begun.userName, displayName: begun.displayName },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: begun.exclude.map((id) => ({ type: 'public-key', id: bytes(id) })),
      attestation: 'none',
    },
  })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return call('passkeys', 'create', {
    name,
    credentialId: text(made.rawId),
    publicKey: text(response.getPublicKey() ?? new ArrayBuffer(0)),
    clientData: text(response.clientDataJSON),
    authenticatorData: text(response.getAuthenticatorData()),
  })
}

/** Opens a session with a passkey of this device, whichever the person chooses. */
export const signInWithPasskey = async (): Promise<AnswerOf<'passkeys', 'login'>> => {
  const { challenge } = await call('passkeys', 'beginLogin', {})
  const shown = (await navigator.credentials.get({
    publicKey: { challenge: bytes(challenge), rpId: location.hostname, userVerification: 'required' },
  })) as PublicKeyCredential
  const response = shown.response as AuthenticatorAssertionResponse
  return call('passkeys', 'login', {
    credentialId: text(shown.rawId),
    clientData: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  })
}

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
