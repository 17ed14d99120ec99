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
  .describe('Role: `demo`, `viewer`, `operator`, `manager` or `owner`; each includes the previous ones.')
const name = personName
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
  .refine((text) => !hasInvisible(text), 'must have no invisible characters')
  .describe('E-mail address, case-insensitive.')
const password = z.string().min(10).max(1024).describe('Password, 10 to 1024 characters.')
const session = z.object({
  token: uuid.describe('Session token, a lower-case UUID.'),
  expiresOn: timestamp.describe('Expiry of the session, one hour after it was opened.'),
})
const member = z.object({
  userId: idOf.user,
  name: z.string().describe('Name of the member: a user, or a program with an API key.'),
  email: z.string().optional().describe('E-mail address; missing for API keys.'),
  role,
  isEmailProven: z.boolean().describe('Whether the e-mail address has been verified; false for API keys.'),
  hasSecondFactor: z.boolean().describe('Whether signing in requires a second factor.'),
  hasPasskey: z.boolean().describe('Whether the user has a passkey.'),
  hasProvider: z.boolean().describe('Whether the user can sign in with OpenID Connect.'),
  isByGroups: z
    .boolean()
    .describe('True if the role follows the groups of a provider at each sign-in; false if it was assigned manually.'),
  lastSeenOn: timestamp.optional().describe('Time of the last sign-in; missing if there was none.'),
})
const apiKey = z.object({
  apiKey: uuid.describe('API key, a UUID.'),
  name: z.string().describe('Name of the key.'),
  userId: idOf.user,
  role,
  quotaPerMinute: z
    .number()
    .nullable()
    .describe('Requests per minute; null for the default of the installation, 0 for no limit.'),
  createdOn: timestamp.describe('Time when the key was created.'),
  lastUsedOn: timestamp.optional().describe('Time of last use; missing if never used.'),
  expiresOn: timestamp.optional().describe('Expiry of the key; missing if it does not expire.'),
  effectiveQuota: z.number().describe('Effective limit of requests per minute; 0 for no limit.'),
  usedPerMinute: z.number().describe('Currently used part of the limit; it is released evenly over time.'),
})

/** Organizations, who belongs to them, and with what keys programs come in. All of it is ours: the contract has none. */
/** Messages, reports and hours of the organization use it. */
const newOrgZone = timeZone.optional().describe('Time zone of the organization, such as Europe/Kyiv; UTC by default.')

export const orgs = {
  setupState: get('/setup/', {
    access: 'open',
    extension: true,
    summary: 'State of the initial setup',
    description:
      'Reports whether the installation has an owner yet, whether it sends e-mail, and its sign-in providers. Requires no session.',
    reply: z.object({
      isNeeded: z.boolean().describe('Whether the first owner has not been created yet.'),
      sendsMail: z.boolean().describe('Whether the installation sends e-mail (`--smtp`).'),
      providers: z
        .array(
          z.object({
            id: z.string().describe('Provider ID.'),
            name: z.string().describe('Provider name.'),
          }),
        )
        .describe('Providers for signing in (`--oidc`).'),
    }),
  }),
  setup: post('/setup/create-owner/', {
    access: 'open',
    extension: true,
    summary: 'Create the first owner and organization',
    description: 'Works once, with the setup code that the service printed at its start. Opens a session of the owner.',
    errors: {
      NotAuthorized: 'the setup code is wrong, or the first owner already exists.',
      TooManyRequests: 'too many wrong codes.',
    },
    body: z.object({
      code: z.string().max(100).describe('Setup code printed by the service.'),
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
    summary: 'Create an organization',
    description:
      'The caller becomes its owner. Requires a user who owns an organization; one user can own at most 100.',
    errors: { NotAuthorized: 'the caller owns no organization, or owns 100.' },
    body: z.object({ name, timeZone: newOrgZone }),
    reply: z.object({ orgId: idOf.org }),
  }),
  get: get('/org/:orgId/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Get an organization and its device quota',
    description: 'The quota counts enabled devices. It is set by the administrator of the installation.',
    ...orgId,
    reply: z.object({
      id: idNumber.describe('Organization ID.'),
      name: z.string().describe('Name of the organization.'),
      createdOn: timestamp.describe('Creation time.'),
      deviceQuota: z.number().nullable().describe('Maximum number of enabled devices; null for no limit.'),
      enabledDevices: z.number().describe('Number of enabled devices.'),
      isKeylessAllowed: z.boolean().describe('Whether gateways without a key may be bound to new networks.'),
      deleteOn: timestamp.optional().describe('Time of the scheduled deletion; missing if none is scheduled.'),
      deleteAskedBy: z.string().optional().describe('Name of the user who scheduled the deletion.'),
    }),
  }),
  delete: post('/org/:orgId/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Schedule the deletion of an organization',
    description:
      'After 24 hours the organization is permanently deleted: networks, readings, alerts, members and keys. Until then everything keeps working, and any owner can cancel the deletion.',
    errors: { IncorrectRequest: 'the name is not that of the organization.' },
    ...orgId,
    body: z.object({ name: z.string().max(200).describe('Name of the organization, as confirmation.') }),
    reply: z.object({ deleteOn: timestamp.describe('Time of the deletion.') }),
  }),
  keep: post('/org/:orgId/keep/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Cancel the deletion of an organization',
    description: 'Works until the 24 hours have passed.',
    ...orgId,
    body: nothing,
    reply: z.object({}),
  }),
  change: post('/org/:orgId/change/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Rename an organization',
    description: 'The name is shown to members; IDs and slugs do not change.',
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
      'Sets whether gateways that cannot prove a key may be bound to new networks. Existing bindings are kept.',
    ...orgId,
    body: z.object({ allowed: z.boolean().describe('True to allow gateways without a key.') }),
    reply: z.object({}),
    example: { body: { allowed: true } },
  }),
  users: get('/org/:orgId/users/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Members of an organization',
    description: 'Users and API keys with their roles. An organization has at most 1000 members.',
    ...orgId,
    reply: z.array(member),
  }),
  changeRole: post('/org/:orgId/users/:userId/change-role/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Change the role of a member',
    description: 'Takes effect immediately, also in open sessions. The last owner who is a user keeps the role.',
    errors: {
      NotAuthorized: 'the caller is not an owner, or the member is the last owner.',
      ObjectNotFound: 'the user is not a member.',
    },
    params: z.object({ orgId: pathId.org, userId: pathId.user }),
    body: z.object({ role }),
    reply: z.object({}),
  }),
  removeUser: post('/org/:orgId/users/:userId/remove/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Remove a member from an organization',
    description: 'Takes effect immediately. The last owner who is a user cannot be removed.',
    errors: {
      NotAuthorized: 'the caller is not an owner, or the member is the last owner.',
      ObjectNotFound: 'the user is not a member.',
    },
    params: z.object({ orgId: pathId.org, userId: pathId.user }),
    body: nothing,
    reply: z.object({}),
  }),
  invitations: get('/org/:orgId/invitations/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Pending invitations',
    description: 'Invitations that have neither been accepted nor expired. Codes are not shown again.',
    ...orgId,
    reply: z.array(
      z.object({
        id: uuid.describe('Invitation ID.'),
        email: z.string().describe('Invited e-mail address.'),
        role,
        expiresOn: timestamp.describe('Expiry, one week after creation.'),
      }),
    ),
  }),
  invite: post('/org/:orgId/invitations/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Invite a user',
    description:
      'The code is sent by e-mail and is valid for one week. It is returned only if the installation sends no e-mail; accepting it then does not verify the address. At most 100 invitations can be pending.',
    errors: {
      IncorrectRequest: 'the address belongs to a member, or the body is invalid.',
      NotAuthorized: 'the caller is not an owner, or 100 invitations are pending.',
    },
    ...orgId,
    body: z.object({ email, role, lang: lang.optional() }),
    reply: z.object({
      id: uuid.describe('Invitation ID.'),
      code: uuid.optional().describe('Code for `/invitation/accept/`; only if no e-mail is sent.'),
      expiresOn: timestamp.describe('Expiry of the invitation.'),
    }),
  }),
  withdrawInvitation: post('/org/:orgId/invitations/:invitationId/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Revoke an invitation',
    description: 'Its code becomes invalid.',
    params: z.object({ orgId: pathId.org, invitationId: uuid.describe('Invitation ID.') }),
    body: nothing,
    reply: z.object({}),
  }),
  acceptInvitation: post('/invitation/accept/', {
    access: 'open',
    extension: true,
    summary: 'Accept an invitation',
    description:
      'Requires the password of the account with the invited address, or a new password for a new account; a code sent by e-mail sets the password. Opens a session.',
    errors: {
      ObjectNotFound: 'the code is unknown, used or expired.',
      NotAuthorized: 'the password is wrong, or the account was created in the meantime.',
      ...factorErrors,
      TooManyRequests: 'too many wrong codes.',
    },
    body: z.object({
      code: uuid.describe('Invitation code.'),
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
    summary: 'List API keys',
    description: 'Keys with role, quota and last use. Passwords are not shown again.',
    ...orgId,
    reply: z.array(apiKey),
  }),
  createApiKey: post('/org/:orgId/api-keys/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Create an API key',
    description:
      'The API key becomes a member with the given role. Its password is returned only once, in this response. At most 100 keys.',
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
          'Requests per minute, 0 to 1000000; 0 for no limit, null or omitted for the default of the installation (600 unless configured).',
        ),
      expiresOn: instant.optional().describe('Expiry; the key does not expire by default.'),
    }),
    reply: z.object({
      apiKey: uuid.describe('The new key.'),
      password: z.string().describe('Password of the key; it is not shown again.'),
    }),
    hasSecrets: true,
  }),
  deleteApiKey: post('/org/:orgId/api-keys/:apiKey/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Delete an API key',
    description: 'Its sessions end immediately.',
    params: z.object({ orgId: pathId.org, apiKey: uuid.describe('The key to delete.') }),
    body: nothing,
    reply: z.object({}),
  }),
}
