import { channelTypes, textChannelTypes } from '@busbar/alerts/channels'
import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const addressMax = 2000
const contactId = { params: z.object({ contactId: pathId.contact }) }
const address = z.string().max(addressMax).describe('Address of the channel, as shown in the contact.')
const provable = { type: z.enum(textChannelTypes).describe('Channel type.'), address }
const sent = z.union([
  z.object({ ok: z.literal(true).describe('The provider has accepted the message.') }),
  z.object({ err: z.string().describe('Why it was not sent, in English.') }),
])
const errors = {
  ObjectNotFound: 'the contact or channel does not exist.',
  NotAuthorized: 'the caller is neither the contact nor a manager.',
}

/** Verification of the addresses of contacts, for the user and for managers. */
export const contactProofs = {
  own: get('/user/contacts/', {
    access: 'session',
    extension: true,
    summary: "List the user's own contacts",
    description: 'From all organizations of the user. Of webhook URLs and topics only the host is shown.',
    reply: z.array(
      z.object({
        contactId: idOf.contact,
        orgId: idOf.org,
        orgName: z.string().describe('Name of the organization.'),
        name: z.string().describe('Name of the contact.'),
        channels: z
          .array(
            z.object({
              type: z.enum(channelTypes).describe('Channel type.'),
              address: z.string().describe('Address of the channel.'),
              isProvable: z.boolean().describe('Whether the address can be verified with a code.'),
              isSent: z.boolean().describe('Whether this installation supports the channel.'),
              provenOn: timestamp.optional().describe('Time when the address was verified; missing: never.'),
            }),
          )
          .describe('Channels in the order of use.'),
      }),
    ),
  }),
  sendCode: post('/contact/:contactId/send-code/', {
    access: 'viewer',
    object: 'contact',
    extension: true,
    summary: 'Send a verification code to an address of a contact',
    description:
      "Six digits, valid for ten minutes; a previous code becomes invalid. At most one per minute and address, and five messages per minute and organization. An SMS counts towards the organization's limit.",
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
    summary: 'Verify an address with its code',
    description: 'The address is verified until it is changed. After five wrong codes a new code is required.',
    errors: { ...errors, InvalidCode: 'the code is wrong or too old.' },
    ...contactId,
    body: z.object({ ...provable, code: z.string().max(20).describe('Verification code, six digits.') }),
    reply: z.object({}),
    example: { body: { type: 'email', address: 'anna@example.org', code: '123456' } },
  }),
  test: post('/contact/:contactId/test/', {
    access: 'viewer',
    object: 'contact',
    extension: true,
    summary: 'Send a test to a channel of a contact',
    description: 'Sent immediately, without retries. At most five tests per minute and organization.',
    errors: { ...errors, TooManyRequests: 'there were five in this minute.' },
    ...contactId,
    body: z.object({ type: z.enum(channelTypes).describe('Channel type.'), address }),
    reply: sent,
    example: { body: { type: 'email', address: 'anna@example.org' } },
  }),
}
