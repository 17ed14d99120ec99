import { channelTypes } from '@busbar/alerts/channels'
import { contactLanguages } from '@busbar/alerts/contacts'
import { idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Maximum per organization. */
export const contactsMax = 500
const channelsMax = 8
const spansMax = 50
const addressMax = 2000

const orgId = { params: z.object({ orgId: pathId.org }) }
const contactId = { params: z.object({ contactId: pathId.contact }) }

const channel = z.object({
  type: z.enum(channelTypes).describe('Channel type.'),
  address: z
    .string()
    .max(addressMax)
    .describe('E-mail address, phone number, URL or chat ID; at most 2000 characters.'),
})

/** Hours in the organization's time zone; a span whose end is not after its start continues past midnight. */
const hours = z.object({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('Days of the week on which the hours begin, 1 Monday to 7 Sunday.'),
  fromMinute: z.int().min(0).max(1439).describe("Start in minutes of the day, in the organization's time zone."),
  tillMinute: z
    .int()
    .min(0)
    .max(1440)
    .describe('End in minutes of the day; if not after the start, on the following day.'),
  types: z
    .array(z.enum(channelTypes))
    .min(1)
    .max(channelTypes.length)
    .optional()
    .describe('Channels to use; all by default.'),
})

export const contactInput = z.object({
  name: objectName.describe('Name, 1 to 200 characters.'),
  accountId: idNumber.nullable().optional().describe('User ID of a member; null for a contact without an account.'),
  language: z.enum(contactLanguages).describe('Language of the notifications.'),
  channels: z.array(channel).min(1).max(channelsMax).describe('Channels in the order of use, 1 to 8.'),
  hours: z
    .array(hours)
    .min(1)
    .max(spansMax)
    .nullable()
    .optional()
    .describe('Hours in which the contact may be notified, at most 50 entries; null for all hours.'),
  isAlwaysForCritical: z.boolean().optional().describe('Whether critical alerts are sent at all hours.'),
})
export type ContactInput = z.output<typeof contactInput>

export const contact = z
  .object({
    id: idOf.contact,
    name: z.string().describe('Name of the contact.'),
    accountId: idNumber.optional().describe('User ID of the member; missing for a contact without an account.'),
    language: z.enum(contactLanguages).describe('Language of the notifications.'),
    channels: z
      .array(
        channel.extend({
          provenOn: timestamp.optional().describe('Time when the address was verified; missing: never.'),
        }),
      )
      .describe('Channels in the order of use.'),
    hours: z.array(hours).optional().describe('Hours in which the contact may be notified; missing for all hours.'),
    isAlwaysForCritical: z.boolean().describe('Whether critical alerts are sent at all hours.'),
  })
  .meta({ id: 'Contact', description: 'A recipient of alert notifications.' })
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

/** Recipients of alerts. */
export const contacts = {
  list: get('/org/:orgId/contacts/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary: 'List contacts',
    description: 'Only managers see more than the host of webhook URLs and topics.',
    ...orgId,
    reply: z.array(contact),
    hasSecrets: true,
  }),
  create: post('/org/:orgId/contacts/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a contact',
    description: `A contact has channels in the order of use. At most ${contactsMax} contacts per organization.`,
    ...orgId,
    body: contactInput,
    reply: z.object({ id: idOf.contact }),
    example: { body: example },
  }),
  get: get('/contact/:contactId/', {
    access: 'operator',
    object: 'contact',
    extension: true,
    summary: 'Get a contact',
    description: 'Only managers see more than the host of webhook URLs and topics.',
    ...contactId,
    reply: contact,
    hasSecrets: true,
  }),
  change: post('/contact/:contactId/change/', {
    access: 'manager',
    object: 'contact',
    extension: true,
    summary: 'Change a contact',
    description: 'Replaces the contact. The next escalation step uses the new definition.',
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
    description: 'Refused while contact groups or escalation policies use the contact; the error lists their names.',
    ...contactId,
    body: nothing,
    reply: z.object({}),
  }),
}
