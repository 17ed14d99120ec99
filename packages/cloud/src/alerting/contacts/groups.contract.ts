import { idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Maximum per organization. */
export const groupsMax = 100
const membersMax = 50
const overridesMax = 100
export const dutyDaysMax = 92

const orgId = { params: z.object({ orgId: pathId.org }) }
const groupId = { params: z.object({ groupId: pathId.contactGroup }) }

/** `startsOn`: the date on which the turn of the first member begins; a turn lasts a day, or a week from that day of the week on. */
const rotation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['daily', 'weekly']).describe('Rotates daily or weekly.'),
    startsOn: z.iso.date().describe("First day of the first member's turn."),
    handoverMinute: z
      .int()
      .min(0)
      .max(1439)
      .describe("Time of the handover in minutes of the day, in the organization's time zone."),
  }),
  z.object({
    kind: z.literal('by-hand').describe('The contact on duty is set manually.'),
    onDutyId: idNumber.nullable().describe('Contact on duty; null for none.'),
  }),
])

const override = z.object({
  contactId: idNumber.describe('Substitute contact.'),
  insteadOfId: idNumber.optional().describe('Replaced contact; the contact on duty by default.'),
})

const overrideInput = override
  .extend({ from: instant.describe('Start.'), till: instant.describe('End.') })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })

export const groupInput = z.object({
  name: objectName.describe('Group name, 1 to 200 characters.'),
  members: z.array(idNumber).min(1).max(membersMax).describe('Contacts in the order of rotation, 1 to 50.'),
  rotation: rotation.describe('Rotation of the contact on duty.'),
  overrides: z
    .array(overrideInput)
    .max(overridesMax)
    .optional()
    .describe('Substitutions, at most 100; if two overlap, the later one in the list applies.'),
})
export type GroupInput = z.output<typeof groupInput>

export const group = z
  .object({
    id: idOf.contactGroup,
    name: z.string().describe('Group name.'),
    members: z.array(idNumber).describe('Contacts in the order of rotation.'),
    rotation: rotation.describe('Rotation of the contact on duty.'),
    overrides: z
      .array(override.extend({ from: timestamp.describe('Start.'), till: timestamp.describe('End.') }))
      .describe('Substitutions.'),
    onDutyId: idNumber.nullable().describe('Contact on duty now; null for none.'),
  })
  .meta({ id: 'ContactGroup', description: 'A group of contacts of which one is on duty.' })
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
    summary: 'List contact groups',
    description: 'Includes the contact on duty now.',
    ...orgId,
    reply: z.array(group),
  }),
  create: post('/org/:orgId/contact-groups/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a contact group',
    description: `The contact on duty rotates daily or weekly or is set manually. At most ${groupsMax} groups per organization.`,
    ...orgId,
    body: groupInput,
    reply: z.object({ id: idOf.contactGroup }),
    example: { body: example },
  }),
  get: get('/contact-group/:groupId/', {
    access: 'operator',
    object: 'contactGroup',
    extension: true,
    summary: 'Get a contact group',
    description: 'Includes the contact on duty now.',
    ...groupId,
    reply: group,
  }),
  change: post('/contact-group/:groupId/change/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Change a contact group',
    description: 'Replaces the group, including its substitutions.',
    ...groupId,
    body: groupInput,
    reply: z.object({}),
    example: { body: example },
  }),
  setOnDuty: post('/contact-group/:groupId/on-duty/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Set the contact on duty',
    description: 'For groups whose contact on duty is set manually.',
    ...groupId,
    body: z.object({ contactId: idNumber.nullable().describe('New contact on duty; null for none.') }),
    reply: z.object({}),
  }),
  duty: get('/contact-group/:groupId/duty/', {
    access: 'operator',
    object: 'contactGroup',
    extension: true,
    summary: 'Duty schedule of a group',
    description: `Consecutive turns: the next two weeks by default, at most ${dutyDaysMax} days.`,
    ...groupId,
    query: z.object({
      from: instant.optional().describe('Start; now by default.'),
      till: instant.optional().describe('End; two weeks after the start by default.'),
    }),
    reply: z.object({
      timeZone: z.string().describe('Time zone of the organization.'),
      turns: z
        .array(
          z.object({
            from: timestamp.describe('Start of the turn.'),
            till: timestamp.describe('End of the turn.'),
            contactId: idNumber.nullable().describe('Contact on duty; null for none.'),
          }),
        )
        .describe('Turns in chronological order.'),
    }),
  }),
  delete: post('/contact-group/:groupId/delete/', {
    access: 'manager',
    object: 'contactGroup',
    extension: true,
    summary: 'Delete a contact group',
    description: 'Refused while an escalation policy uses the group; the error contains its name.',
    ...groupId,
    body: nothing,
    reply: z.object({}),
  }),
}
