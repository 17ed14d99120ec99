import { id, idNumber, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { channelTypes, contactLanguages } from '../../alerts/escalation/contact.ts'

/** Of an organization. */
export const contactsMax = 500
const channelsMax = 8
const spansMax = 50
const addressMax = 2000

const orgId = { params: z.object({ orgId: id }) }
const contactId = { params: z.object({ contactId: id }) }

const channel = z.object({ type: z.enum(channelTypes), address: z.string().max(addressMax) })

/** By the clocks of the organization; a span whose end is not after its beginning goes on over midnight. */
const hours = z.object({
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  fromMinute: z.int().min(0).max(1439),
  tillMinute: z.int().min(0).max(1440),
  /** By which channels; left out: by all. */
  types: z.array(z.enum(channelTypes)).min(1).max(channelTypes.length).optional(),
})

export const givenContact = z.object({
  name: z.string().trim().min(1).max(200),
  /** A member's account. */
  accountId: idNumber.nullable().optional(),
  language: z.enum(contactLanguages),
  /** The first is tried first. */
  channels: z.array(channel).min(1).max(channelsMax),
  /** When they may be told; null: at any hour. */
  hours: z.array(hours).min(1).max(spansMax).nullable().optional(),
  /** Critical alerts come at any hour. */
  isAlwaysForCritical: z.boolean().optional(),
})
export type GivenContact = z.output<typeof givenContact>

export const contact = z
  .object({
    id: idNumber,
    name: z.string(),
    accountId: idNumber.optional(),
    language: z.enum(contactLanguages),
    channels: z.array(channel),
    hours: z.array(hours).optional(),
    isAlwaysForCritical: z.boolean(),
  })
  .meta({ id: 'Contact' })
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
    summary: 'Contacts of an organization. Of a webhook only managers see more than the host',
    ...orgId,
    reply: z.array(contact),
    hasSecrets: true,
  }),
  create: post('/org/:orgId/contacts/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: `Make a contact: a person with channels in the order in which they are tried; at most ${contactsMax} in an organization`,
    ...orgId,
    body: givenContact,
    reply: z.object({ id: idNumber }),
    example: { body: example },
  }),
  get: get('/contact/:contactId/', {
    access: 'operator',
    object: 'contact',
    extension: true,
    summary: 'A contact',
    ...contactId,
    reply: contact,
    hasSecrets: true,
  }),
  change: post('/contact/:contactId/change/', {
    access: 'manager',
    object: 'contact',
    extension: true,
    summary: 'Replace what a contact is; the next step of an escalation goes by it',
    ...contactId,
    body: givenContact,
    reply: z.object({}),
    example: { body: example },
  }),
  delete: post('/contact/:contactId/delete/', {
    access: 'manager',
    object: 'contact',
    extension: true,
    summary: 'Delete a contact; refused while a group or a policy names it, with their names',
    ...contactId,
    body: nothing,
    reply: z.object({}),
  }),
}
