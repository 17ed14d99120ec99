import { channelTypes, contactLanguages } from '@busbar/alerts/contacts'
import { idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Of an organization. */
export const contactsMax = 500
const channelsMax = 8
const spansMax = 50
const addressMax = 2000

const orgId = { params: z.object({ orgId: pathId.org }) }
const contactId = { params: z.object({ contactId: pathId.contact }) }

const channel = z.object({
  type: z.enum(channelTypes).describe('Kind of channel.'),
  address: z
    .string()
    .max(addressMax)
    .describe('Mail address, telephone number, URL, or number of a chat; at most 2000 characters.'),
})

/** By the clocks of the organization; a span whose end is not after its beginning goes on over midnight. */
const hours = z.object({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('Days of the week on which it begins, 1 Monday to 7 Sunday.'),
  fromMinute: z
    .int()
    .min(0)
    .max(1439)
    .describe('Minute of the day at which it begins, by the clocks of the organization.'),
  tillMinute: z.int().min(0).max(1440).describe('Minute at which it ends; not after the beginning: on the next day.'),
  types: z
    .array(z.enum(channelTypes))
    .min(1)
    .max(channelTypes.length)
    .optional()
    .describe('By which channels; left out: by all.'),
})

export const contactInput = z.object({
  name: objectName.describe('Name of the person, 1 to 200 characters.'),
  accountId: idNumber.nullable().optional().describe('Id of a member; null for a person without an account.'),
  language: z.enum(contactLanguages).describe('Language of the messages.'),
  channels: z.array(channel).min(1).max(channelsMax).describe('Channels in the order in which they are tried, 1 to 8.'),
  hours: z
    .array(hours)
    .min(1)
    .max(spansMax)
    .nullable()
    .optional()
    .describe('When the person may be told, at most 50 spans; null for any hour.'),
  isAlwaysForCritical: z.boolean().optional().describe('Critical alerts come at any hour.'),
})
export type ContactInput = z.output<typeof contactInput>

export const contact = z
  .object({
    id: idOf.contact,
    name: z.string().describe('Name of the person.'),
    accountId: idNumber.optional().describe('Id of the member; missing for a person without an account.'),
    language: z.enum(contactLanguages).describe('Language of the messages.'),
    channels: z
      .array(
        channel.extend({
          provenOn: timestamp.optional().describe('When a code that was sent there was told; missing: never.'),
        }),
      )
      .describe('Channels in the order in which they are tried.'),
    hours: z.array(hours).optional().describe('When the person may be told; missing: at any hour.'),
    isAlwaysForCritical: z.boolean().describe('Critical alerts come at any hour.'),
  })
  .meta({ id: 'Contact', description: 'A person who is told of alerts.' })
export type ShownContact = z.output<typeof contact>

const example = {
  name: 'Anna Nowak',
  language: 'pl',
  channels: [
    { type: 'sms', address: '+48600100200' },
    { type: 'email', address: 'anna@example.org' },
  ],
  hours: [{ days: [1, 2, 3, 4, 5], fromMinute: 360, tillMinute: 1320, types: ['sms'] }],
  isAlwaysForCritical: true,
}

/** People who are told of alerts. */
export const contacts = {
  list: get('/org/:orgId/contacts/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary: 'Contacts of an organization',
    description: 'Of a webhook and of a topic only managers see more than the host.',
    ...orgId,
    reply: z.array(contact),
    hasSecrets: true,
  }),
  create: post('/org/:orgId/contacts/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a contact',
    description: `A person with channels in the order in which they are tried. At most ${contactsMax} in an organization.`,
    ...orgId,
    body: contactInput,
    reply: z.object({ id: idOf.contact }),
    example: { body: example },
  }),
  get: get('/contact/:contactId/', {
    access: 'operator',
    object: 'contact',
    extension: true,
    summary: 'A contact',
    description: 'Of a webhook and of a topic only managers see more than the host.',
    ...contactId,
    reply: contact,
    hasSecrets: true,
  }),
  change: post('/contact/:contactId/change/', {
    access: 'manager',
    object: 'contact',
    extension: true,
    summary: 'Change a contact',
    description: 'Replaces what the contact is. The next step of an escalation goes by it.',
    ...contactId,
    body: contactInput,
    reply: z.object({}),
    example: { body: example },
  }),
  delete: post('/contact/:contactId/delete/', {
    access: 'manager',
    object: 'contact',
    extension: true,
    summary: 'Delete a contact',
    description: 'Refused while a group or a policy names the contact, with their names.',
    ...contactId,
    body: nothing,
    reply: z.object({}),
  }),
}
