import { contactLanguages } from '@busbar/alerts/contacts'
import { idNumber, lang, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { idOf } from '../../fields/fields.ts'
import { get, post } from '../access/access-contract.ts'
import { roles } from '../access/roles.ts'
import { factorErrors, givenFactor, password } from './credentials.contract.ts'

const session = z.object({
  token: uuid.describe('Session token, a lower-case UUID: the header is `Authorization: token <token>`.'),
  expiresOn: timestamp.describe('When the session ends, one hour after it was opened; use does not extend it.'),
})

export const sessions = {
  version: get('/version/', {
    access: 'open',
    summary: 'Version of the API and of the service',
    description:
      'Answers to anybody, also while a session has ended. A client can see from it which version it talks to.',
    reply: z.object({
      apiVersion: z.string().describe('Version of the API, `1.0`.'),
      apiServerVersion: z.string().describe('Version of the program.'),
    }),
  }),
  authenticate: post('/authenticate/', {
    access: 'open',
    summary: 'Open a session with an API key and its password',
    description:
      'Checks the key and its password and opens a session of one hour with the rights of the key. Wrong passwords are slowed by key and by address, 10 a minute for one key from one address; at most 2 passwords are checked at once and 32 wait. A key may have 5,000 sessions at once.',
    errors: {
      InvalidKey: 'there is no such API key.',
      NotAuthorized: 'the password is wrong.',
      TooManyRequests: 'too many wrong passwords, or too many checks at once; `Retry-After` says when to try again.',
    },
    body: z.object({
      apiKey: uuid.describe('API key, a UUID in any letter case.'),
      password: z.string().max(1024).describe('Password of the API key, at most 1024 characters.'),
    }),
    reply: session,
    hasSecrets: true,
  }),
  login: post('/login/', {
    access: 'open',
    extension: true,
    summary: 'Open a session with an e-mail address and a password',
    description:
      'For people; programs use API keys and `/authenticate/`. Sessions of people have no request quota. Wrong passwords are slowed in the same way. A person with a second factor is answered `SecondFactorNeeded` until its code comes along.',
    errors: {
      NotAuthorized: 'the e-mail address or the password is wrong.',
      ...factorErrors,
      TooManyRequests: 'too many wrong passwords, or too many checks at once; `Retry-After` says when to try again.',
    },
    body: z.object({
      email: z
        .string()
        .trim()
        .toLowerCase()
        .max(254)
        .describe('E-mail address of the person; letter case does not matter.'),
      password,
      secondFactor: givenFactor.optional(),
    }),
    reply: session,
    hasSecrets: true,
  }),
  logout: post('/logout/', {
    access: 'session',
    summary: 'End this session at once',
    description: 'The token is refused from then on. Other sessions of the user go on.',
    body: nothing,
    reply: z.object({}),
  }),
  userOrgs: get('/user/orgs/', {
    access: 'session',
    summary: 'Organizations of the user, with the role in each',
    description: 'A program that came in with an API key belongs to one organization, a person to any number.',
    reply: z.array(
      z.object({
        orgId: idOf.org,
        orgName: z.string().describe('Name of the organization.'),
        userRole: z.enum(roles).describe('Role of the user in it; each role includes those before it.'),
      }),
    ),
  }),
  user: get('/user/', {
    access: 'session',
    extension: true,
    summary: 'Who this session belongs to',
    description: 'Name and address of the user of this session. A program has no e-mail address.',
    reply: z.object({
      id: idNumber.describe('Id of the user.'),
      name: z.string().describe('Name of the person, or of the API key.'),
      email: z.string().optional().describe('E-mail address; programs have none.'),
      isEmailProven: z
        .boolean()
        .describe('Whether somebody showed that mails to the address reach them; false for programs.'),
      language: z
        .enum(contactLanguages)
        .optional()
        .describe('Language that the person chose; missing: as the browser has it.'),
      timeZone: z.string().optional().describe('Time zone that the person chose; missing: as the browser has it.'),
    }),
  }),
  changePassword: post('/user/change-password/', {
    access: 'session',
    extension: true,
    summary: 'Change the own password',
    description: 'All other sessions of the user end; this one goes on. At most 10 tries a minute.',
    errors: {
      NotAuthorized: 'the old password is wrong, or somebody changed it at the same time.',
      TooManyRequests: 'too many tries; `Retry-After` says when to try again.',
    },
    body: z.object({
      oldPassword: z.string().max(1024).describe('Present password.'),
      newPassword: z.string().min(10).max(1024).describe('New password, 10 to 1024 characters.'),
    }),
    reply: z.object({}),
  }),
  sessions: get('/user/sessions/', {
    access: 'session',
    extension: true,
    summary: 'Live sessions of the user',
    description:
      'Latest first: since when, from where, by what program, and which of them is this one. Tokens are not shown.',
    reply: z.array(
      z.object({
        id: z.string().describe('Id of the session, 32 hexadecimal digits; it opens nothing.'),
        isCurrent: z.boolean().describe('Whether it is the session that asks.'),
        openedOn: timestamp.describe('When it was opened.'),
        expiresOn: timestamp.describe('When it ends.'),
        from: z.string().describe('Address from which it was opened.'),
        agent: z.string().describe('Program that opened it, as its header `User-Agent` says.'),
        apiKey: uuid.optional().describe('API key that opened it; missing for people.'),
      }),
    ),
  }),
  endOtherSessions: post('/user/sessions/end-others/', {
    access: 'session',
    extension: true,
    summary: 'End all other sessions of the user at once',
    description: 'This session goes on. Use it when a token may have become known to somebody.',
    body: nothing,
    reply: z.object({}),
  }),
  requestPasswordReset: post('/user/password-reset/request/', {
    access: 'open',
    extension: true,
    summary: 'Ask for a link to a new password by mail',
    description:
      'The answer is the same whether or not an account has the address. Works where the installation sends mail (`--smtp`).',
    errors: {
      NotAuthorized: 'the installation sends no mail.',
      TooManyRequests: 'too many links were asked for; `Retry-After` says when to try again.',
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
    summary: 'Choose a new password with the code of a mailed link',
    description: 'The code works once. All sessions of the user end, and a new one is opened.',
    errors: {
      ObjectNotFound: 'the code is unknown, was used or has expired.',
      ...factorErrors,
      TooManyRequests: 'too many wrong codes.',
    },
    body: z.object({
      code: uuid.describe('Code of the link, a UUID.'),
      newPassword: z.string().min(10).max(1024).describe('New password, 10 to 1024 characters.'),
      secondFactor: givenFactor.optional(),
    }),
    reply: session.extend({ email: z.string().describe('E-mail address of the account.') }),
  }),
  translations: post('/translations/', {
    access: 'session',
    summary: 'Texts of the service in a language',
    description: 'Answers the texts that were asked for, or all. Keys that do not exist are left out.',
    body: z.object({
      lang,
      keys: z
        .array(z.string().max(200))
        .max(1000)
        .optional()
        .describe('Keys of the texts, at most 1000; all if left out.'),
    }),
    reply: z.record(z.string(), z.string()),
  }),
}
