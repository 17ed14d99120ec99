import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../access/access-contract.ts'
import { factorErrors, givenFactor, password } from '../sessions/credentials.contract.ts'

const recoveryCodes = z.array(z.string()).describe('Ten recovery codes, each good once; they are not shown again.')
const wrong = {
  NotAuthorized: 'the password is wrong, or the caller is a program.',
  ...factorErrors,
  TooManyRequests: 'too many tries; `Retry-After` says when to try again.',
}

/** Codes of an app beside the password. */
export const secondFactor = {
  get: get('/user/second-factor/', {
    access: 'session',
    extension: true,
    summary: 'Whether the user has a second factor',
    description: 'With it a password alone does not open a session. API keys and passkeys need none.',
    reply: z.object({
      isOn: z.boolean().describe('Whether a code is asked for.'),
      since: timestamp.optional().describe('Since when.'),
      recoveryCodesLeft: z.number().describe('Recovery codes that were not used yet.'),
    }),
  }),
  begin: post('/user/second-factor/begin/', {
    access: 'session',
    extension: true,
    summary: 'Get a secret for an authenticator app',
    description:
      'Nothing is asked for until the app has shown by a code that it has the secret. A secret that was never confirmed is replaced.',
    errors: { ...wrong, IncorrectRequest: 'the user has a second factor already.' },
    body: z.object({ password }),
    reply: z.object({
      secret: z.string().describe('The secret in base32, as apps take it when it is typed.'),
      uri: z.string().describe('The same as an `otpauth:` address, for a QR code.'),
    }),
    hasSecrets: true,
  }),
  confirm: post('/user/second-factor/confirm/', {
    access: 'session',
    extension: true,
    summary: 'Switch the second factor on',
    description: 'With a code of the app. All other sessions of the user end. The recovery codes are shown once, here.',
    errors: { ...wrong, ObjectNotFound: 'no secret was asked for before.' },
    body: z.object({ code: z.string().max(40).describe('Code that the app shows, six digits.') }),
    reply: z.object({ recoveryCodes }),
    hasSecrets: true,
  }),
  renewRecoveryCodes: post('/user/second-factor/recovery-codes/', {
    access: 'session',
    extension: true,
    summary: 'Make new recovery codes',
    description: 'Those from before are refused from then on.',
    errors: wrong,
    body: z.object({ password, secondFactor: givenFactor }),
    reply: z.object({ recoveryCodes }),
    hasSecrets: true,
  }),
  remove: post('/user/second-factor/remove/', {
    access: 'session',
    extension: true,
    summary: 'Switch the second factor off',
    description:
      'Needs the password and a code. For a person who has neither app nor recovery codes the administrator of the installation can do it (`busbar admin user remove-second-factor`).',
    errors: wrong,
    body: z.object({ password, secondFactor: givenFactor }),
    reply: z.object({}),
  }),
}
