import { idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Of an organization. */
export const groupsMax = 100
const membersMax = 50
const overridesMax = 100
export const dutyDaysMax = 92

const orgId = { params: z.object({ orgId: pathId.org }) }
const groupId = { params: z.object({ groupId: pathId.contactGroup }) }

/** `startsOn`: the date on which the turn of the first member begins; a turn lasts a day, or a week from that day of the week on. */
const rotation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['daily', 'weekly']).describe('A turn lasts a day, or a week.'),
    startsOn: z.iso.date().describe('Date on which the turn of the first member begins.'),
    handoverMinute: z
      .int()
      .min(0)
      .max(1439)
      .describe('Minute of the day of the handover, by the clocks of the organization.'),
  }),
  z.object({
    kind: z.literal('by-hand').describe('Turns are set by hand.'),
    onDutyId: idNumber.nullable().describe('Contact on duty; null for nobody.'),
  }),
])

const override = z.object({
  contactId: idNumber.describe('Contact who stands in.'),
  insteadOfId: idNumber.optional().describe('For whom; left out: for the contact on duty.'),
})

const overrideInput = override
  .extend({ from: instant.describe('When it begins.'), till: instant.describe('When it ends.') })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })

export const groupInput = z.object({
  name: objectName.describe('Name of the group, 1 to 200 characters.'),
  members: z.array(idNumber).min(1).max(membersMax).describe('Contacts in the order of their turns, 1 to 50.'),
  rotation: rotation.describe('How turns change.'),
  overrides: z
    .array(overrideInput)
    .max(overridesMax)
    .optional()
    .describe('Who stands in for whom, at most 100; of two at once the later one in the list holds.'),
})
export type GroupInput = z.output<typeof groupInput>

export const group = z
  .object({
    id: idOf.contactGroup,
    name: z.string().describe('Name of the group.'),
    members: z.array(idNumber).describe('Contacts in the order of their turns.'),
    rotation: rotation.describe('How turns change.'),
    overrides: z
      .array(
        override.extend({ from: timestamp.describe('When it begins.'), till: timestamp.describe('When it ends.') }),
      )
      .describe('Who stands in for whom.'),
    onDutyId: idNumber.nullable().describe('Contact on duty now; null for nobody.'),
  })
  .meta({ id: 'ContactGroup', description: 'Contacts of whom one is on duty.' })
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
    summary: 'Groups of contacts',
    description: 'With who is on duty now.',
    ...orgId,
    reply: z.array(group),
  }),
  create: post('/org/:orgId/contact-groups/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a group of contacts',
    description: `Whose turn it is goes by days, by weeks or by hand. At most ${groupsMax} in an organization.`,
    ...orgId,
    body: groupInput,
    reply: z.object({ id: idOf.contactGroup }),
    example: { body: example },
  }),
  get: get('/contact-group/:groupId/', {
    access: 'operator',
    object: 'contactGroup',
    extension: true,
    summary: 'A group of contacts',
    description: 'With who is on duty now.',
    ...groupId,
    reply: group,
  }),
  change: post('/contact-group/:groupId/change/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Change a group of contacts',
    description: 'Replaces what the group is, overrides included.',
    ...groupId,
    body: groupInput,
    reply: z.object({}),
    example: { body: example },
  }),
  setOnDuty: post('/contact-group/:groupId/on-duty/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Say who is on duty',
    description: 'In a group whose turns are set by hand.',
    ...groupId,
    body: z.object({ contactId: idNumber.nullable().describe('Contact on duty from now on; null for nobody.') }),
    reply: z.object({}),
  }),
  duty: get('/contact-group/:groupId/duty/', {
    access: 'operator',
    object: 'contactGroup',
    extension: true,
    summary: 'Who is on duty when',
    description: `Turns without a gap: the next two weeks unless said, at most ${dutyDaysMax} days.`,
    ...groupId,
    query: z.object({
      from: instant.optional().describe('From when; now if left out.'),
      till: instant.optional().describe('Until when; two weeks later if left out.'),
    }),
    reply: z.object({
      timeZone: z.string().describe('Time zone of the organization.'),
      turns: z
        .array(
          z.object({
            from: timestamp.describe('When the turn begins.'),
            till: timestamp.describe('When it ends.'),
            contactId: idNumber.nullable().describe('Contact on duty; null for nobody.'),
          }),
        )
        .describe('Turns in the order of time.'),
    }),
  }),
  delete: post('/contact-group/:groupId/delete/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Delete a group of contacts',
    description: 'Refused while a policy names the group, with its name.',
    ...groupId,
    body: nothing,
    reply: z.object({}),
  }),
}
