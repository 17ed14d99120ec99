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

const credentialId = bytes(1023).describe('Id of the credential, base64url.')
const clientData = bytes(4000).describe('`clientDataJSON` of the browser, base64url.')
const authenticatorData = bytes(4000).describe('`authenticatorData` of the authenticator, base64url.')
const challenge = z.string().describe('Challenge to be signed, base64url; good for five minutes, once.')

/** Passkeys: WebAuthn, with the person verified by the device. */
export const passkeys = {
  list: get('/user/passkeys/', {
    access: 'session',
    extension: true,
    summary: 'Passkeys of the user',
    description: 'Each is good at the host at which it was made. A person has at most 20.',
    reply: z.array(
      z.object({
        id: uuid.describe('Id of the passkey.'),
        name: z.string().describe('Name that was given to it.'),
        host: z.string().describe('Host at which it was made.'),
        createdOn: timestamp.describe('When it was made.'),
        lastUsedOn: timestamp.optional().describe('When somebody last signed in with it; missing: never.'),
      }),
    ),
  }),
  begin: post('/user/passkeys/begin/', {
    access: 'session',
    extension: true,
    summary: 'Begin to make a passkey',
    description: 'What `navigator.credentials.create` needs to know. The person must be verified by the device.',
    errors: {
      NotAuthorized: 'the password is wrong, or the caller is a program.',
      ...factorErrors,
      TooManyRequests: 'too many tries; `Retry-After` says when to try again.',
    },
    body: z.object({ password, secondFactor: givenFactor.optional() }),
    reply: z.object({
      challenge,
      userHandle: z.string().describe('By what authenticators know the account, base64url.'),
      userName: z.string().describe('E-mail address of the account.'),
      displayName: z.string().describe('Name of the person.'),
      exclude: z.array(z.string()).describe('Credentials that the account has already, base64url.'),
    }),
    hasSecrets: true,
  }),
  create: post('/user/passkeys/create/', {
    access: 'session',
    extension: true,
    summary: 'Keep a passkey that was made',
    description:
      'Keys of P-256, Ed25519, and RSA of at least 2048 bits are taken. Where the authenticator comes from is not asked.',
    errors: { IncorrectRequest: 'it was not made for this challenge, is known already, or there are 20.' },
    body: z.object({
      name: objectName.describe('Name by which the person knows it, 1 to 200 characters.'),
      credentialId,
      publicKey: bytes(2000).describe('Public key as SubjectPublicKeyInfo, base64url.'),
      clientData,
      authenticatorData,
    }),
    reply: z.object({ id: uuid.describe('Id of the passkey.') }),
  }),
  delete: post('/user/passkeys/:passkeyId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Delete a passkey',
    description: 'It opens nothing from then on.',
    params: z.object({ passkeyId: uuid.describe('Id of the passkey.') }),
    body: nothing,
    reply: z.object({}),
  }),
  beginLogin: post('/login/passkey/begin/', {
    access: 'open',
    extension: true,
    summary: 'Begin to sign in with a passkey',
    description: 'A challenge for whoever answers it. Nothing is stored for it.',
    body: nothing,
    reply: z.object({ challenge }),
  }),
  login: post('/login/passkey/', {
    access: 'open',
    extension: true,
    summary: 'Open a session with a passkey',
    description: 'Neither password nor second factor are asked for: the device has verified the person.',
    errors: {
      NotAuthorized: 'the passkey is unknown, or did not sign this challenge.',
      TooManyRequests: 'too many wrong ones; `Retry-After` says when to try again.',
    },
    body: z.object({
      credentialId,
      clientData,
      authenticatorData,
      signature: bytes(2000).describe('Signature of the authenticator, base64url.'),
    }),
    reply: z.object({
      token: uuid.describe('Session token, a lower-case UUID.'),
      expiresOn: timestamp.describe('When the session ends, one hour after it was opened.'),
      email: z.string().describe('E-mail address of the account.'),
    }),
    hasSecrets: true,
  }),
}
