import { contactLanguages } from '@busbar/alerts/contacts'
import { idNumber, lang, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { idOf } from '../../fields/fields.ts'
import { get, post } from '../access/access-contract.ts'
import { roles } from '../access/roles.ts'
import { factorErrors, givenFactor, password } from './credentials.contract.ts'

const session = z.object({
  token: uuid.describe('Session token, a lower-case UUID, sent as `Authorization: token <token>`.'),
  expiresOn: timestamp.describe('Expiry of the session, one hour after it was opened; use does not extend it.'),
})

export const sessions = {
  version: get('/version/', {
    access: 'open',
    summary: 'API and service version',
    description: 'Requires no session.',
    reply: z.object({
      apiVersion: z.string().describe('API version, `1.0`.'),
      apiServerVersion: z.string().describe('Program version.'),
    }),
  }),
  authenticate: post('/authenticate/', {
    access: 'open',
    summary: 'Open a session with an API key',
    description:
      'Checks the key and its password and opens a session of one hour with the rights of the key. Failed attempts are rate-limited by key and address, 10 per minute for one key from one address. At most 2 passwords are checked at the same time, and 32 requests wait. A key can have 5,000 sessions at the same time.',
    errors: {
      InvalidKey: 'the API key does not exist.',
      NotAuthorized: 'the password is wrong.',
      TooManyRequests:
        'too many failed attempts, or too many checks at the same time; `Retry-After` contains the waiting time.',
    },
    body: z.object({
      apiKey: uuid.describe('API key, a case-insensitive UUID.'),
      password: z.string().max(1024).describe('Password of the API key, at most 1024 characters.'),
    }),
    reply: session,
    hasSecrets: true,
  }),
  login: post('/login/', {
    access: 'open',
    extension: true,
    summary: 'Sign in with an e-mail address and a password',
    description:
      'For users; programs use API keys and `/authenticate/`. User sessions have no request quota. Failed attempts are rate-limited as for API keys. If a second factor is enabled, the response is `SecondFactorNeeded` until its code is sent.',
    errors: {
      NotAuthorized: 'the e-mail address or the password is wrong.',
      ...factorErrors,
      TooManyRequests:
        'too many failed attempts, or too many checks at the same time; `Retry-After` contains the waiting time.',
    },
    body: z.object({
      email: z.string().trim().toLowerCase().max(254).describe('E-mail address of the user, case-insensitive.'),
      password,
      secondFactor: givenFactor.optional(),
    }),
    reply: session,
    hasSecrets: true,
  }),
  logout: post('/logout/', {
    access: 'session',
    summary: 'End the current session',
    description: 'The token becomes invalid. Other sessions of the user continue.',
    body: nothing,
    reply: z.object({}),
  }),
  userOrgs: get('/user/orgs/', {
    access: 'session',
    summary: "List the user's organizations and roles",
    description: 'An API key belongs to one organization, a user to any number.',
    reply: z.array(
      z.object({
        orgId: idOf.org,
        orgName: z.string().describe('Name of the organization.'),
        userRole: z.enum(roles).describe('Role of the user; each role includes the previous ones.'),
      }),
    ),
  }),
  user: get('/user/', {
    access: 'session',
    extension: true,
    summary: 'Get the current user',
    description: "Name and e-mail address of the session's user. An API key has no e-mail address.",
    reply: z.object({
      id: idNumber.describe('User ID.'),
      name: z.string().describe('Name of the user or of the API key.'),
      email: z.string().optional().describe('E-mail address; missing for API keys.'),
      isEmailProven: z.boolean().describe('Whether the e-mail address has been verified; false for API keys.'),
      language: z
        .enum(contactLanguages)
        .optional()
        .describe("Language selected by the user; missing: the browser's language."),
      timeZone: z.string().optional().describe("Time zone selected by the user; missing: the browser's time zone."),
    }),
  }),
  changePassword: post('/user/change-password/', {
    access: 'session',
    extension: true,
    summary: "Change the user's password",
    description: 'Ends all other sessions of the user. At most 10 attempts per minute.',
    errors: {
      NotAuthorized: 'the old password is wrong, or the password was changed at the same time.',
      TooManyRequests: 'too many attempts; `Retry-After` contains the waiting time.',
    },
    body: z.object({
      oldPassword: z.string().max(1024).describe('Current password.'),
      newPassword: z.string().min(10).max(1024).describe('New password, 10 to 1024 characters.'),
    }),
    reply: z.object({}),
  }),
  sessions: get('/user/sessions/', {
    access: 'session',
    extension: true,
    summary: "List the user's sessions",
    description:
      'Newest first, with start, client address and program; the current session is marked. Tokens are not shown.',
    reply: z.array(
      z.object({
        id: z.string().describe('Session ID, 32 hexadecimal digits; it grants no access.'),
        isCurrent: z.boolean().describe('Whether it is the current session.'),
        openedOn: timestamp.describe('Start of the session.'),
        expiresOn: timestamp.describe('Expiry of the session.'),
        from: z.string().describe('Client address.'),
        agent: z.string().describe('Client program, from its `User-Agent` header.'),
        apiKey: uuid.optional().describe('API key of the session; missing for users.'),
      }),
    ),
  }),
  endOtherSessions: post('/user/sessions/end-others/', {
    access: 'session',
    extension: true,
    summary: 'End all other sessions of the user',
    description: 'The current session continues. Use it if a token may have leaked.',
    body: nothing,
    reply: z.object({}),
  }),
  requestPasswordReset: post('/user/password-reset/request/', {
    access: 'open',
    extension: true,
    summary: 'Request a password reset link',
    description:
      'The response is the same whether or not an account has the address. Requires an installation that sends e-mail (`--smtp`).',
    errors: {
      NotAuthorized: 'the installation sends no e-mail.',
      TooManyRequests: 'too many reset links were requested; `Retry-After` contains the waiting time.',
    },
    body: z.object({
      email: z.string().trim().toLowerCase().max(254).describe('E-mail address of the account.'),
      lang: lang.optional(),
    }),
    reply: z.object({}),
  }),
  resetPassword: post('/user/password-reset/', {
    access: 'open',
    extension: true,
    summary: 'Reset the password',
    description:
      'Uses the code of a reset link, which is valid once. Ends all sessions of the user and opens a new one.',
    errors: {
      ObjectNotFound: 'the code is unknown, used or expired.',
      ...factorErrors,
      TooManyRequests: 'too many wrong codes.',
    },
    body: z.object({
      code: uuid.describe('Code of the reset link, a UUID.'),
      newPassword: z.string().min(10).max(1024).describe('New password, 10 to 1024 characters.'),
      secondFactor: givenFactor.optional(),
    }),
    reply: session.extend({ email: z.string().describe('E-mail address of the account.') }),
  }),
  translations: post('/translations/', {
    access: 'session',
    summary: 'Texts of the service in a language',
    description: 'Returns the requested texts, or all. Unknown keys are omitted.',
    body: z.object({
      lang,
      keys: z
        .array(z.string().max(200))
        .max(1000)
        .optional()
        .describe('Keys of the texts, at most 1000; all by default.'),
    }),
    reply: z.record(z.string(), z.string()),
  }),
}
