import { channelTypes } from '@busbar/alerts/contacts'
import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

/** By these a code reaches a person as text. */
export const provableTypes = ['email', 'sms', 'telegram', 'ntfy'] as const

const addressMax = 2000
const contactId = { params: z.object({ contactId: pathId.contact }) }
const address = z.string().max(addressMax).describe('Address of the channel, as the contact shows it.')
const provable = { type: z.enum(provableTypes).describe('Kind of channel.'), address }
const sent = z.union([
  z.object({ ok: z.literal(true).describe('The service that delivers it has taken it.') }),
  z.object({ err: z.string().describe('Why it was not sent, in English.') }),
])
const errors = {
  ObjectNotFound: 'there is no such contact or channel.',
  NotAuthorized: 'the caller is neither the person nor a manager.',
}

/** Whether messages to the addresses of contacts arrive: for the person, and for managers. */
export const contactProofs = {
  own: get('/user/contacts/', {
    access: 'session',
    extension: true,
    summary: 'Contacts that stand for the user',
    description: 'In all organizations of the user. Of a webhook and of a topic only the host is shown.',
    reply: z.array(
      z.object({
        contactId: idOf.contact,
        orgId: idOf.org,
        orgName: z.string().describe('Name of the organization.'),
        name: z.string().describe('Name of the contact.'),
        channels: z
          .array(
            z.object({
              type: z.enum(channelTypes).describe('Kind of channel.'),
              address: z.string().describe('Address of the channel.'),
              isProvable: z.boolean().describe('Whether a code can be sent there.'),
              isSent: z.boolean().describe('Whether this installation sends messages of this kind.'),
              provenOn: timestamp.optional().describe('When a code that was sent there was told; missing: never.'),
            }),
          )
          .describe('Channels in the order in which they are tried.'),
      }),
    ),
  }),
  sendCode: post('/contact/:contactId/send-code/', {
    access: 'viewer',
    object: 'contact',
    extension: true,
    summary: 'Send a code to an address of a contact',
    description:
      'Six digits, good for ten minutes; a code that was sent before is no good any more. One a minute for an address, and at most five messages a minute in an organization. An SMS is counted among those of the organization.',
    errors: { ...errors, TooManyRequests: 'there was one in this minute; `Retry-After` says when to try again.' },
    ...contactId,
    body: z.object(provable),
    reply: sent,
    example: { body: { type: 'email', address: 'anna@example.org' } },
  }),
  prove: post('/contact/:contactId/prove/', {
    access: 'viewer',
    object: 'contact',
    extension: true,
    summary: 'Tell the code that was sent to an address',
    description:
      'From then on the address counts as confirmed, until it is changed. After five wrong codes a new one has to be sent.',
    errors: { ...errors, InvalidCode: 'the code is wrong or too old.' },
    ...contactId,
    body: z.object({ ...provable, code: z.string().max(20).describe('Code that was sent, six digits.') }),
    reply: z.object({}),
    example: { body: { type: 'email', address: 'anna@example.org', code: '123456' } },
  }),
  test: post('/contact/:contactId/test/', {
    access: 'viewer',
    object: 'contact',
    extension: true,
    summary: 'Send a test to a channel of a contact',
    description: 'At once and once. At most five tests a minute in an organization.',
    errors: { ...errors, TooManyRequests: 'there were five in this minute.' },
    ...contactId,
    body: z.object({ type: z.enum(channelTypes).describe('Kind of channel.'), address }),
    reply: sent,
    example: { body: { type: 'email', address: 'anna@example.org' } },
  }),
}
