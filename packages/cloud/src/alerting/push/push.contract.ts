import { contactLanguages } from '@busbar/alerts/contacts'
import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Of one user in an organization. */
export const devicesMax = 10
export const pushLevels = ['info', 'warning', 'failure', 'critical'] as const

const orgId = { params: z.object({ orgId: pathId.org }) }
const pushId = { params: z.object({ orgId: pathId.org, pushId: pathId.push }) }

const level = z.enum(pushLevels).describe('From which level on the device is told.')
const name = objectName.describe('Name of the device, 1 to 200 characters.')
const base64url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}=*$`))

/** Devices on which a user is told of alerts by web push. */
export const push = {
  list: get('/org/:orgId/push/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Devices that are told of alerts',
    description: 'Those of the user who asks, with the key that a browser subscribes with.',
    ...orgId,
    reply: z.object({
      publicKey: z
        .string()
        .optional()
        .describe('Public key of the installation, base64url; missing while its private part cannot be opened.'),
      devices: z
        .array(
          z.object({
            id: idOf.push,
            name,
            level,
            createdOn: timestamp.describe('Since when it is told.'),
            lastSentOn: timestamp.optional().describe('When it was last sent something; missing: never.'),
          }),
        )
        .describe('At most 10, oldest first.'),
    }),
  }),
  subscribe: post('/org/:orgId/push/subscribe/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Tell a device of alerts',
    description: `What a browser has subscribed to. The same endpoint again changes what is known of it. At most ${devicesMax} devices of a user. It ends when the session in which it was last asked for is ended, and when the user leaves the organization.`,
    ...orgId,
    body: z.object({
      endpoint: z
        .string()
        .max(2000)
        .refine((text) => URL.parse(text)?.protocol === 'https:', 'must begin with https://')
        .describe('Address that the push service of the browser gave, https only, at most 2000 characters.'),
      p256dh: base64url(65).describe('Public key of the browser: a point of P-256, 65 bytes as base64url.'),
      auth: base64url(16).describe('Secret that the browser shares with the service: 16 bytes as base64url.'),
      name,
      language: z.enum(contactLanguages).describe('Language of the messages.'),
      level,
    }),
    reply: z.object({ id: idOf.push }),
    example: {
      body: {
        endpoint: 'https://push.example.org/v1/8f2b',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        name: 'Firefox, Linux',
        language: 'en',
        level: 'warning',
      },
    },
  }),
  unsubscribe: post('/org/:orgId/push/:pushId/delete/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Tell a device no more',
    description: 'One of the user who asks.',
    errors: { ObjectNotFound: 'the user has no such device.' },
    ...pushId,
    body: nothing,
    reply: z.object({}),
  }),
  test: post('/org/:orgId/push/:pushId/test/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Send a test to a device',
    description: 'One of the user who asks. At most five tests a minute in an organization.',
    errors: { ObjectNotFound: 'the user has no such device.', TooManyRequests: 'there were five in this minute.' },
    ...pushId,
    body: nothing,
    reply: z.union([
      z.object({ ok: z.literal(true).describe('The push service has taken it.') }),
      z.object({ err: z.string().describe('Why it was not sent, in English.') }),
    ]),
  }),
}
