import { id, idNumber, lang, nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { get, post } from '../../access/words.ts'

const orgId = { params: z.object({ orgId: id }) }
const role = z.enum(roles)
const name = z.string().trim().min(1).max(200)
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
const password = z.string().min(10).max(1024)
const session = z.object({ token: uuid, expiresOn: timestamp })
const member = z.object({ userId: idNumber, name: z.string(), email: z.string().optional(), role })
const apiKey = z.object({
  apiKey: uuid,
  name: z.string(),
  userId: idNumber,
  role,
  quotaPerMinute: z.number().nullable(),
  createdOn: timestamp,
  lastUsedOn: timestamp.optional(),
})

/** Organizations, who belongs to them, and with what keys programs come in. All of it is ours: the contract has none. */
export const orgs = {
  setupState: get('/setup/', {
    access: 'open',
    extension: true,
    summary: 'Whether the installation still waits for its first owner, and whether it sends mails',
    reply: z.object({ isNeeded: z.boolean(), sendsMail: z.boolean() }),
  }),
  setup: post('/setup/create-owner/', {
    access: 'open',
    extension: true,
    summary:
      'Make the first owner and organization, with the code that the service printed when it started; works once',
    body: z.object({ code: z.string().max(100), orgName: name, name, email, password }),
    reply: session.extend({ orgId: idNumber }),
    hasSecrets: true,
  }),
  create: post('/orgs/create/', {
    access: 'session',
    extension: true,
    summary: 'Make an organization; its maker is its owner. Only owners of some organization may',
    body: z.object({ name }),
    reply: z.object({ orgId: idNumber }),
  }),
  get: get('/org/:orgId/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'An organization and what it uses of its device quota',
    ...orgId,
    reply: z.object({
      id: idNumber,
      name: z.string(),
      createdOn: timestamp,
      deviceQuota: z.number().nullable(),
      enabledDevices: z.number(),
      isKeylessAllowed: z.boolean(),
    }),
  }),
  change: post('/org/:orgId/change/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Rename an organization',
    ...orgId,
    body: z.object({ name }),
    reply: z.object({}),
  }),
  allowKeyless: post('/org/:orgId/allow-keyless/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Whether gateways without a key may be bound to new networks; those that are bound stay so',
    ...orgId,
    body: z.object({ allowed: z.boolean() }),
    reply: z.object({}),
    example: { body: { allowed: true } },
  }),
  users: get('/org/:orgId/users/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Members of an organization',
    ...orgId,
    reply: z.array(member),
  }),
  changeRole: post('/org/:orgId/users/:userId/change-role/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Give a member another role; the last owner stays one',
    params: z.object({ orgId: id, userId: id }),
    body: z.object({ role }),
    reply: z.object({}),
  }),
  removeUser: post('/org/:orgId/users/:userId/remove/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Take a member out of an organization; the last owner stays',
    params: z.object({ orgId: id, userId: id }),
    body: nothing,
    reply: z.object({}),
  }),
  invitations: get('/org/:orgId/invitations/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Invitations that nobody has taken yet',
    ...orgId,
    reply: z.array(z.object({ id: uuid, email: z.string(), role, expiresOn: timestamp })),
  }),
  invite: post('/org/:orgId/invitations/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary:
      'Invite a person; the code goes to them by mail and is good for a week. Only where no mail is sent it is in the answer, and then it proves nothing of the address',
    ...orgId,
    body: z.object({ email, role, lang: lang.optional() }),
    reply: z.object({ id: uuid, code: uuid.optional(), expiresOn: timestamp }),
  }),
  withdrawInvitation: post('/org/:orgId/invitations/:invitationId/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Withdraw an invitation',
    params: z.object({ orgId: id, invitationId: uuid }),
    body: nothing,
    reply: z.object({}),
  }),
  acceptInvitation: post('/invitation/accept/', {
    access: 'open',
    extension: true,
    summary:
      'Take an invitation: with the password of an existing account of that e-mail address, or a new one; a code that came by mail sets it',
    body: z.object({ code: uuid, name, password }),
    reply: session.extend({ orgId: idNumber, email: z.string() }),
    hasSecrets: true,
  }),
  apiKeys: get('/org/:orgId/api-keys/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'API keys of programs that belong to an organization',
    ...orgId,
    reply: z.array(apiKey),
  }),
  createApiKey: post('/org/:orgId/api-keys/create/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Make a key for a program, with a role of its own; the password is shown once',
    ...orgId,
    body: z.object({ name, role, quotaPerMinute: z.int().min(0).max(1_000_000).nullable().optional() }),
    reply: z.object({ apiKey: uuid, password: z.string() }),
    hasSecrets: true,
  }),
  deleteApiKey: post('/org/:orgId/api-keys/:apiKey/delete/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'Delete a key; its sessions end at once',
    params: z.object({ orgId: id, apiKey: uuid }),
    body: nothing,
    reply: z.object({}),
  }),
}
