import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { objectName } from '../../fields/fields.ts'
import { get, post } from '../access/access-contract.ts'
import { factorErrors, givenFactor, password } from '../sessions/credentials.contract.ts'

/** Bytes as WebAuthn writes them in JSON. */
const bytes = (max: number) =>
  z
    .string()
    .max(Math.ceil((max * 4) / 3))
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

const credentialId = bytes(1023).describe('Credential ID, base64url.')
const clientData = bytes(4000).describe('`clientDataJSON` from the browser, base64url.')
const authenticatorData = bytes(4000).describe('`authenticatorData` from the authenticator, base64url.')
const challenge = z.string().describe('Challenge to sign, base64url; valid once, for five minutes.')

/** Passkeys: WebAuthn, with the person verified by the device. */
export const passkeys = {
  list: get('/user/passkeys/', {
    access: 'session',
    extension: true,
    summary: "List the user's passkeys",
    description: 'Each passkey works on the host on which it was created. A user has at most 20.',
    reply: z.array(
      z.object({
        id: uuid.describe('Passkey ID.'),
        name: z.string().describe('Name of the passkey.'),
        host: z.string().describe('Host on which it was created.'),
        createdOn: timestamp.describe('Creation time.'),
        lastUsedOn: timestamp.optional().describe('Time of the last sign-in with it; missing: never.'),
      }),
    ),
  }),
  begin: post('/user/passkeys/begin/', {
    access: 'session',
    extension: true,
    summary: 'Start creating a passkey',
    description: 'Returns the options for `navigator.credentials.create`. User verification is required.',
    errors: {
      NotAuthorized: 'the password is wrong, or the caller is an API key.',
      ...factorErrors,
      TooManyRequests: 'too many attempts; `Retry-After` contains the waiting time.',
    },
    body: z.object({ password, secondFactor: givenFactor.optional() }),
    reply: z.object({
      challenge,
      userHandle: z.string().describe('User handle for authenticators, base64url.'),
      userName: z.string().describe('E-mail address of the account.'),
      displayName: z.string().describe('Name of the user.'),
      exclude: z.array(z.string()).describe('Existing credentials of the account, base64url.'),
    }),
    hasSecrets: true,
  }),
  create: post('/user/passkeys/create/', {
    access: 'session',
    extension: true,
    summary: 'Save a new passkey',
    description: 'Accepts keys of type P-256, Ed25519, and RSA of at least 2048 bits. Attestation is not requested.',
    errors: { IncorrectRequest: 'it was not made for this challenge, is known already, or there are 20.' },
    body: z.object({
      name: objectName.describe('Name of the passkey, 1 to 200 characters.'),
      credentialId,
      publicKey: bytes(2000).describe('Public key as SubjectPublicKeyInfo, base64url.'),
      clientData,
      authenticatorData,
    }),
    reply: z.object({ id: uuid.describe('Passkey ID.') }),
  }),
  delete: post('/user/passkeys/:passkeyId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Delete a passkey',
    description: 'It can no longer be used for signing in.',
    params: z.object({ passkeyId: uuid.describe('Passkey ID.') }),
    body: nothing,
    reply: z.object({}),
  }),
  beginLogin: post('/login/passkey/begin/', {
    access: 'open',
    extension: true,
    summary: 'Start signing in with a passkey',
    description: 'Returns a challenge. Nothing is stored on the server.',
    body: nothing,
    reply: z.object({ challenge }),
  }),
  login: post('/login/passkey/', {
    access: 'open',
    extension: true,
    summary: 'Sign in with a passkey',
    description: 'Neither the password nor the second factor is requested, because the device has verified the user.',
    errors: {
      NotAuthorized: 'the passkey is unknown, or the signature does not match the challenge.',
      TooManyRequests: 'too many failed attempts; `Retry-After` contains the waiting time.',
    },
    body: z.object({
      credentialId,
      clientData,
      authenticatorData,
      signature: bytes(2000).describe('Signature of the authenticator, base64url.'),
    }),
    reply: z.object({
      token: uuid.describe('Session token, a lower-case UUID.'),
      expiresOn: timestamp.describe('Expiry of the session, one hour after it was opened.'),
      email: z.string().describe('E-mail address of the account.'),
    }),
    hasSecrets: true,
  }),
}
