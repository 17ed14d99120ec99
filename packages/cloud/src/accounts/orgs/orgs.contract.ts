import { hasInvisible } from '@busbar/kit/visible-text'
import { idNumber, instant, lang, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { idOf, pathId, personName } from '../../fields/fields.ts'
import { timeZone } from '../../fields/time-zone.ts'
import { get, post } from '../access/access-contract.ts'
import { roles } from '../access/roles.ts'
import { factorErrors, givenFactor } from '../sessions/credentials.contract.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
const role = z
  .enum(roles)
  .describe('Role: `demo`, `viewer`, `operator`, `manager` or `owner`; each includes those before it.')
const name = personName
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
  .refine((text) => !hasInvisible(text), 'must have no invisible characters')
  .describe('E-mail address; letter case does not matter.')
const password = z.string().min(10).max(1024).describe('Password, 10 to 1024 characters.')
const session = z.object({
  token: uuid.describe('Session token, a lower-case UUID.'),
  expiresOn: timestamp.describe('When the session ends, one hour after it was opened.'),
})
const member = z.object({
  userId: idOf.user,
  name: z.string().describe('Name of the member: a person, or a program with an API key.'),
  email: z.string().optional().describe('E-mail address; programs have none.'),
  role,
  isEmailProven: z
    .boolean()
    .describe('Whether somebody showed that mails to the address reach them; false for programs.'),
  hasSecondFactor: z.boolean().describe('Whether a password alone does not sign this person in.'),
  hasPasskey: z.boolean().describe('Whether the person can sign in with a passkey.'),
  hasProvider: z.boolean().describe('Whether the person can sign in by a provider of OpenID Connect.'),
  isByGroups: z
    .boolean()
    .describe(
      'Whether groups of a provider gave the role, and change it at each sign-in; false: somebody did by hand.',
    ),
  lastSeenOn: timestamp.optional().describe('When a session was last opened; missing where none was.'),
})
const apiKey = z.object({
  apiKey: uuid.describe('The key, a UUID.'),
  name: z.string().describe('Name that was given to the key.'),
  userId: idOf.user,
  role,
  quotaPerMinute: z
    .number()
    .nullable()
    .describe('Requests a minute; null for that of the installation, 0 for no limit.'),
  createdOn: timestamp.describe('When the key was made.'),
  lastUsedOn: timestamp.optional().describe('When it was last used; missing where it never was.'),
  expiresOn: timestamp.optional().describe('From then on it opens nothing; missing: it does not expire.'),
  effectiveQuota: z
    .number()
    .describe('Requests a minute that hold for it: its own, or those of the installation; 0 for no limit.'),
  usedPerMinute: z.number().describe('How many of them are used up now; they come back evenly.'),
})

/** Organizations, who belongs to them, and with what keys programs come in. All of it is ours: the contract has none. */
/** Messages, reports and hours of the organization use it. */
const newOrgZone = timeZone.optional().describe('Time zone of the organization, as Europe/Kyiv; UTC if left out.')

export const orgs = {
  setupState: get('/setup/', {
    access: 'open',
    extension: true,
    summary: 'State of the first setup',
    description:
      'Tells whether the installation still waits for its first owner, whether it sends mails, and by which providers people may sign in. Answers to anybody.',
    reply: z.object({
      isNeeded: z.boolean().describe('Whether there is no owner yet.'),
      sendsMail: z.boolean().describe('Whether the installation sends mails (`--smtp`).'),
      providers: z
        .array(
          z.object({
            id: z.string().describe('Id of the provider.'),
            name: z.string().describe('Name of the provider.'),
          }),
        )
        .describe('By whom people may sign in besides (`--oidc`).'),
    }),
  }),
  setup: post('/setup/create-owner/', {
    access: 'open',
    extension: true,
    summary: 'Make the first owner and organization',
    description: 'Works once, with the code that the service printed when it started. Opens a session of the owner.',
    errors: {
      NotAuthorized: 'the setup code is wrong, or the installation has its first owner already.',
      TooManyRequests: 'too many wrong codes.',
    },
    body: z.object({
      code: z.string().max(100).describe('Setup code that the service printed.'),
      orgName: name.describe('Name of the organization, 1 to 200 characters.'),
      name,
      email,
      password,
      timeZone: newOrgZone,
    }),
    reply: session.extend({ orgId: idOf.org }),
    hasSecrets: true,
  }),
  create: post('/orgs/create/', {
    access: 'session',
    extension: true,
    summary: 'Make an organization',
    description:
      'The caller becomes its owner. Only people who own an organization may, and one owner has at most 100.',
    errors: { NotAuthorized: 'the caller owns no organization, or owns 100.' },
    body: z.object({ name, timeZone: newOrgZone }),
    reply: z.object({ orgId: idOf.org }),
  }),
  get: get('/org/:orgId/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'An organization and its device quota',
    description: 'The quota counts devices that are enabled. It is set by the administrator of the installation.',
    ...orgId,
    reply: z.object({
      id: idNumber.describe('Id of the organization.'),
      name: z.string().describe('Name of the organization.'),
      createdOn: timestamp.describe('When it was made.'),
      deviceQuota: z.number().nullable().describe('Devices that may be enabled at once; null for no limit.'),
      enabledDevices: z.number().describe('Devices that are enabled now.'),
      isKeylessAllowed: z.boolean().describe('Whether gateways without a key may be bound to new networks.'),
      deleteOn: timestamp.optional().describe('When it is deleted; missing: it is not to be.'),
      deleteAskedBy: z.string().optional().describe('Name of who asked for that.'),
    }),
  }),
  delete: post('/org/:orgId/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Delete an organization in a day',
    description:
      'After 24 hours all of it is deleted for good: networks, readings, alerts, members and keys. Until then everything goes on, and any owner can take it back.',
    errors: { IncorrectRequest: 'the name is not that of the organization.' },
    ...orgId,
    body: z.object({ name: z.string().max(200).describe('Name of the organization, to show that it is meant.') }),
    reply: z.object({ deleteOn: timestamp.describe('When it is deleted.') }),
  }),
  keep: post('/org/:orgId/keep/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Do not delete an organization after all',
    description: 'Takes back what `delete` asked for, as long as the day is not over.',
    ...orgId,
    body: nothing,
    reply: z.object({}),
  }),
  change: post('/org/:orgId/change/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Rename an organization',
    description: 'The name is shown to members; ids and slugs do not change.',
    ...orgId,
    body: z.object({ name }),
    reply: z.object({}),
  }),
  allowKeyless: post('/org/:orgId/allow-keyless/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Allow or forbid gateways without a key',
    description:
      'Says whether gateways that cannot prove a key may be bound to new networks. Those that are bound stay so.',
    ...orgId,
    body: z.object({ allowed: z.boolean().describe('True allows gateways without a key.') }),
    reply: z.object({}),
    example: { body: { allowed: true } },
  }),
  users: get('/org/:orgId/users/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Members of an organization',
    description: 'Persons and programs, with the role of each. An organization has at most 1000 members.',
    ...orgId,
    reply: z.array(member),
  }),
  changeRole: post('/org/:orgId/users/:userId/change-role/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Give a member another role',
    description: 'Takes effect at once, also for sessions that are open. The last owner who is a person stays owner.',
    errors: {
      NotAuthorized: 'the caller is no owner, or the member is the last owner.',
      ObjectNotFound: 'the user is no member.',
    },
    params: z.object({ orgId: pathId.org, userId: pathId.user }),
    body: z.object({ role }),
    reply: z.object({}),
  }),
  removeUser: post('/org/:orgId/users/:userId/remove/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Take a member out of an organization',
    description: 'Takes effect at once. The last owner who is a person stays.',
    errors: {
      NotAuthorized: 'the caller is no owner, or the member is the last owner.',
      ObjectNotFound: 'the user is no member.',
    },
    params: z.object({ orgId: pathId.org, userId: pathId.user }),
    body: nothing,
    reply: z.object({}),
  }),
  invitations: get('/org/:orgId/invitations/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Invitations that nobody has taken yet',
    description: 'Those that nobody has taken yet and that have not expired. Codes are not shown again.',
    ...orgId,
    reply: z.array(
      z.object({
        id: uuid.describe('Id of the invitation.'),
        email: z.string().describe('Address that was invited.'),
        role,
        expiresOn: timestamp.describe('When it expires, a week after it was made.'),
      }),
    ),
  }),
  invite: post('/org/:orgId/invitations/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Invite a person',
    description:
      'The code goes to the person by mail and is good for a week. Only where the installation sends no mail it is in the answer, and then it proves nothing of the address. At most 100 invitations are open at once.',
    errors: {
      IncorrectRequest: 'the address is that of a member, or the body is not of its form.',
      NotAuthorized: 'the caller is no owner, or 100 invitations are open.',
    },
    ...orgId,
    body: z.object({ email, role, lang: lang.optional() }),
    reply: z.object({
      id: uuid.describe('Id of the invitation.'),
      code: uuid.optional().describe('Code for `/invitation/accept/`; only where no mail is sent.'),
      expiresOn: timestamp.describe('When it expires.'),
    }),
  }),
  withdrawInvitation: post('/org/:orgId/invitations/:invitationId/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Withdraw an invitation',
    description: 'Its code is refused from then on.',
    params: z.object({ orgId: pathId.org, invitationId: uuid.describe('Id of the invitation.') }),
    body: nothing,
    reply: z.object({}),
  }),
  acceptInvitation: post('/invitation/accept/', {
    access: 'open',
    extension: true,
    summary: 'Take an invitation',
    description:
      'With the password of the account that has the invited address, or a new one for a new account; a code that came by mail sets the password. Opens a session.',
    errors: {
      ObjectNotFound: 'the code is unknown, was taken or has expired.',
      NotAuthorized: 'the password is wrong, or an account was made meanwhile.',
      ...factorErrors,
      TooManyRequests: 'too many wrong codes.',
    },
    body: z.object({
      code: uuid.describe('Code of the invitation.'),
      name,
      password,
      secondFactor: givenFactor.optional(),
    }),
    reply: session.extend({ orgId: idOf.org, email: z.string().describe('E-mail address of the account.') }),
    hasSecrets: true,
  }),
  apiKeys: get('/org/:orgId/api-keys/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'API keys of an organization',
    description: 'Keys of programs, with role, quota and last use. Passwords are not shown again.',
    ...orgId,
    reply: z.array(apiKey),
  }),
  createApiKey: post('/org/:orgId/api-keys/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Make an API key',
    description:
      'The program becomes a member with the given role. The password is shown once, here. At most 100 keys.',
    errors: { NotAuthorized: 'the caller is no owner, or there are 100 keys.' },
    ...orgId,
    body: z.object({
      name,
      role,
      quotaPerMinute: z
        .int()
        .min(0)
        .max(1_000_000)
        .nullable()
        .optional()
        .describe(
          'Requests a minute, 0 to 1000000; 0 for no limit, null or left out for that of the installation (600 unless set).',
        ),
      expiresOn: instant.optional().describe('From then on it opens nothing; left out: it does not expire.'),
    }),
    reply: z.object({
      apiKey: uuid.describe('The new key.'),
      password: z.string().describe('Its password; it is not shown again.'),
    }),
    hasSecrets: true,
  }),
  deleteApiKey: post('/org/:orgId/api-keys/:apiKey/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Delete an API key',
    description: 'Its sessions end at once.',
    params: z.object({ orgId: pathId.org, apiKey: uuid.describe('The key to delete.') }),
    body: nothing,
    reply: z.object({}),
  }),
}
