import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../access/access-contract.ts'
import { factorErrors, givenFactor, password } from '../sessions/credentials.contract.ts'

const recoveryCodes = z.array(z.string()).describe('Ten recovery codes, each valid once; they are not shown again.')
const wrong = {
  NotAuthorized: 'the password is wrong, or the caller is an API key.',
  ...factorErrors,
  TooManyRequests: 'too many attempts; `Retry-After` contains the waiting time.',
}

/** Codes of an app beside the password. */
export const secondFactor = {
  get: get('/user/second-factor/', {
    access: 'session',
    extension: true,
    summary: 'State of the second factor',
    description: 'With a second factor, a password alone does not open a session. API keys and passkeys do not use it.',
    reply: z.object({
      isOn: z.boolean().describe('Whether signing in requires a code.'),
      since: timestamp.optional().describe('Time when it was enabled.'),
      recoveryCodesLeft: z.number().describe('Number of unused recovery codes.'),
    }),
  }),
  begin: post('/user/second-factor/begin/', {
    access: 'session',
    extension: true,
    summary: 'Create a secret for an authenticator app',
    description:
      'No code is requested until the app has been confirmed with a code. An unconfirmed secret is replaced.',
    errors: { ...wrong, IncorrectRequest: 'the user has a second factor already.' },
    body: z.object({ password }),
    reply: z.object({
      secret: z.string().describe('Secret in base32, for manual entry.'),
      uri: z.string().describe('Secret as an `otpauth:` URI, for a QR code.'),
    }),
    hasSecrets: true,
  }),
  confirm: post('/user/second-factor/confirm/', {
    access: 'session',
    extension: true,
    summary: 'Enable the second factor',
    description:
      'Requires a code of the app. Ends all other sessions of the user. The recovery codes are returned only once, in this response.',
    errors: { ...wrong, ObjectNotFound: 'no secret was asked for before.' },
    body: z.object({ code: z.string().max(40).describe('Current code of the app, six digits.') }),
    reply: z.object({ recoveryCodes }),
    hasSecrets: true,
  }),
  renewRecoveryCodes: post('/user/second-factor/recovery-codes/', {
    access: 'session',
    extension: true,
    summary: 'Create new recovery codes',
    description: 'Previous recovery codes become invalid.',
    errors: wrong,
    body: z.object({ password, secondFactor: givenFactor }),
    reply: z.object({ recoveryCodes }),
    hasSecrets: true,
  }),
  remove: post('/user/second-factor/remove/', {
    access: 'session',
    extension: true,
    summary: 'Disable the second factor',
    description:
      'Requires the password and a code. If a user has lost both app and recovery codes, the administrator of the installation can disable it (`busbar admin user remove-second-factor`).',
    errors: wrong,
    body: z.object({ password, secondFactor: givenFactor }),
    reply: z.object({}),
  }),
}
