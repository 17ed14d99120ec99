import { id, idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

/** Of an organization. */
export const groupsMax = 100
const membersMax = 50
const overridesMax = 100
export const dutyDaysMax = 92

const orgId = { params: z.object({ orgId: id }) }
const groupId = { params: z.object({ groupId: id }) }

/** `startsOn`: the date on which the turn of the first member begins; a turn lasts a day, or a week from that day of the week on. */
const rotation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['daily', 'weekly']),
    startsOn: z.iso.date(),
    /** Of the day, by the clocks of the organization. */
    handoverMinute: z.int().min(0).max(1439),
  }),
  z.object({ kind: z.literal('by-hand'), onDutyId: idNumber.nullable() }),
])

const override = z.object({
  contactId: idNumber,
  /** Left out: whoever is on duty. */
  insteadOfId: idNumber.optional(),
})

const givenOverride = override
  .extend({ from: instant, till: instant })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })

export const givenGroup = z.object({
  name: z.string().trim().min(1).max(200),
  /** Contacts, in the order of their turns. */
  members: z.array(idNumber).min(1).max(membersMax),
  rotation,
  /** Who stands in for whom; of two at once the later one in the list holds. */
  overrides: z.array(givenOverride).max(overridesMax).optional(),
})
export type GivenGroup = z.output<typeof givenGroup>

export const group = z
  .object({
    id: idNumber,
    name: z.string(),
    members: z.array(idNumber),
    rotation,
    overrides: z.array(override.extend({ from: timestamp, till: timestamp })),
    /** Now; null: nobody. */
    onDutyId: idNumber.nullable(),
  })
  .meta({ id: 'ContactGroup' })
export type ShownGroup = z.output<typeof group>

const example = {
  name: 'Night shift',
  members: [7, 8],
  rotation: { kind: 'weekly', startsOn: '2026-11-16', handoverMinute: 480 },
  overrides: [{ contactId: 8, insteadOfId: 7, from: '2026-11-20T07:00:00Z', till: '2026-11-21T07:00:00Z' }],
}

/** Contacts of whom one is on duty. */
export const contactGroups = {
  list: get('/org/:orgId/contact-groups/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary: 'Groups of contacts, with who is on duty now',
    ...orgId,
    reply: z.array(group),
  }),
  create: post('/org/:orgId/contact-groups/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: `Make a group: whose turn it is goes by days, by weeks or by hand; at most ${groupsMax} in an organization`,
    ...orgId,
    body: givenGroup,
    reply: z.object({ id: idNumber }),
    example: { body: example },
  }),
  get: get('/contact-group/:groupId/', {
    access: 'operator',
    object: 'contactGroup',
    extension: true,
    summary: 'A group of contacts',
    ...groupId,
    reply: group,
  }),
  change: post('/contact-group/:groupId/change/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Replace what a group is, overrides included',
    ...groupId,
    body: givenGroup,
    reply: z.object({}),
    example: { body: example },
  }),
  setOnDuty: post('/contact-group/:groupId/on-duty/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Say who is on duty in a group whose turns are set by hand; null: nobody',
    ...groupId,
    body: z.object({ contactId: idNumber.nullable() }),
    reply: z.object({}),
  }),
  duty: get('/contact-group/:groupId/duty/', {
    access: 'operator',
    object: 'contactGroup',
    extension: true,
    summary: `Who is on duty from when till when, without a gap: the next two weeks unless said, at most ${dutyDaysMax} days`,
    ...groupId,
    query: z.object({ from: instant.optional(), till: instant.optional() }),
    reply: z.object({
      timeZone: z.string(),
      turns: z.array(z.object({ from: timestamp, till: timestamp, contactId: idNumber.nullable() })),
    }),
  }),
  delete: post('/contact-group/:groupId/delete/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Delete a group; refused while a policy names it, with its name',
    ...groupId,
    body: nothing,
    reply: z.object({}),
  }),
}
