import { contactLanguages } from '@busbar/alerts/contacts'
import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Maximum per user in an organization. */
export const devicesMax = 10
export const pushLevels = ['info', 'warning', 'failure', 'critical'] as const

const orgId = { params: z.object({ orgId: pathId.org }) }
const pushId = { params: z.object({ orgId: pathId.org, pushId: pathId.push }) }

const level = z.enum(pushLevels).describe('Lowest level of alerts sent to the device.')
const name = objectName.describe('Name of the device, 1 to 200 characters.')
const base64url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}=*$`))

/** Devices of a user that receive alerts by web push. */
export const push = {
  list: get('/org/:orgId/push/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Push devices of the user',
    description: 'Devices of the caller, and the key for subscribing in a browser.',
    ...orgId,
    reply: z.object({
      publicKey: z
        .string()
        .optional()
        .describe('Public key of the installation, base64url; missing while its private key cannot be read.'),
      devices: z
        .array(
          z.object({
            id: idOf.push,
            name,
            level,
            createdOn: timestamp.describe('Time when it was registered.'),
            lastSentOn: timestamp.optional().describe('Time of the last message; missing: never.'),
          }),
        )
        .describe('At most 10, oldest first.'),
    }),
  }),
  subscribe: post('/org/:orgId/push/subscribe/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Register a device for push notifications',
    description: `Takes the subscription of a browser. Registering the same endpoint again updates it. At most ${devicesMax} devices per user. The registration ends with the session in which it was last renewed, and when the user leaves the organization.`,
    ...orgId,
    body: z.object({
      endpoint: z
        .string()
        .max(2000)
        .refine((text) => URL.parse(text)?.protocol === 'https:', 'must begin with https://')
        .describe("Endpoint URL from the browser's push service, https only, at most 2000 characters."),
      p256dh: base64url(65).describe('Public key from the browser: a P-256 point, 65 bytes as base64url.'),
      auth: base64url(16).describe('Authentication secret from the browser: 16 bytes as base64url.'),
      name,
      language: z.enum(contactLanguages).describe('Language of the notifications.'),
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
    summary: 'Remove a push device',
    description: 'Works for devices of the caller.',
    errors: { ObjectNotFound: 'the user has no such device.' },
    ...pushId,
    body: nothing,
    reply: z.object({}),
  }),
  test: post('/org/:orgId/push/:pushId/test/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Send a test notification to a push device',
    description: 'Works for devices of the caller. At most five tests per minute and organization.',
    errors: { ObjectNotFound: 'the user has no such device.', TooManyRequests: 'there were five in this minute.' },
    ...pushId,
    body: nothing,
    reply: z.union([
      z.object({ ok: z.literal(true).describe('The push service has accepted it.') }),
      z.object({ err: z.string().describe('Why it was not sent, in English.') }),
    ]),
  }),
}
