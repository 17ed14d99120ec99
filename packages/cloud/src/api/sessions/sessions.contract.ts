import { idNumber, lang, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { get, post } from '../../access/words.ts'

/** Only a token must be in lower case. */
const apiKey = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID')
const session = z.object({ token: uuid, expiresOn: timestamp })

export const sessions = {
  version: get('/version/', {
    access: 'open',
    summary: 'Version of the API and of the service',
    reply: z.object({ apiVersion: z.string(), apiServerVersion: z.string() }),
    example: { reply: { apiVersion: '1.0', apiServerVersion: '0.1.0' } },
  }),
  authenticate: post('/authenticate/', {
    access: 'open',
    summary: 'Open a session with an API key and its password',
    body: z.object({ apiKey, password: z.string().max(1024) }),
    reply: session,
    hasSecrets: true,
  }),
  login: post('/login/', {
    access: 'open',
    extension: true,
    summary: 'Open a session with an e-mail address and a password',
    body: z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().max(1024) }),
    reply: session,
    hasSecrets: true,
  }),
  logout: post('/logout/', {
    access: 'session',
    summary: 'End this session at once',
    body: nothing,
    reply: z.object({}),
  }),
  userOrgs: get('/user/orgs/', {
    access: 'session',
    summary: 'Organizations that the user belongs to, with the role in each',
    reply: z.array(z.object({ orgId: idNumber, orgName: z.string(), userRole: z.enum(roles) })),
    example: { reply: [{ orgId: 1, orgName: 'Demo', userRole: 'owner' }] },
  }),
  user: get('/user/', {
    access: 'session',
    extension: true,
    summary: 'Who this session belongs to',
    reply: z.object({ id: idNumber, name: z.string(), email: z.string().optional() }),
  }),
  changePassword: post('/user/change-password/', {
    access: 'session',
    extension: true,
    summary: 'Change the own password; all other sessions of the user end',
    body: z.object({ oldPassword: z.string().max(1024), newPassword: z.string().min(10).max(1024) }),
    reply: z.object({}),
  }),
  sessions: get('/user/sessions/', {
    access: 'session',
    extension: true,
    summary: 'Live sessions of the user, latest first: from where, by what program, and whether it is this one',
    reply: z.array(
      z.object({
        isCurrent: z.boolean(),
        openedOn: timestamp,
        expiresOn: timestamp,
        from: z.string(),
        agent: z.string(),
        apiKey: uuid.optional(),
      }),
    ),
  }),
  endOtherSessions: post('/user/sessions/end-others/', {
    access: 'session',
    extension: true,
    summary: 'End all other sessions of the user at once',
    body: nothing,
    reply: z.object({}),
  }),
  requestPasswordReset: post('/user/password-reset/request/', {
    access: 'open',
    extension: true,
    summary:
      'Ask for a link to a new password by mail; the answer is the same whether or not somebody has the address. Needs the setting --smtp',
    body: z.object({ email: z.string().trim().toLowerCase().max(254), lang: lang.optional() }),
    reply: z.object({}),
  }),
  resetPassword: post('/user/password-reset/', {
    access: 'open',
    extension: true,
    summary:
      'Choose a new password with the code of such a link, once; all sessions of the user end, and a new one is opened',
    body: z.object({ code: uuid, newPassword: z.string().min(10).max(1024) }),
    reply: session.extend({ email: z.string() }),
  }),
  translations: post('/translations/', {
    access: 'session',
    summary: 'Texts of the service in a language: those asked for, or all',
    body: z.object({ lang, keys: z.array(z.string().max(200)).max(1000).optional() }),
    reply: z.record(z.string(), z.string()),
  }),
}
