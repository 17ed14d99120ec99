import { idNumber, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Maximum per organization. */
export const policiesMax = 100
const stepsMax = 10
const targetsMax = 20
const minutesMax = 10_080
const roundsMax = 20
const roundsUsual = 3

const orgId = { params: z.object({ orgId: pathId.org }) }
const policyId = { params: z.object({ policyId: pathId.policy }) }

const step = z.object({
  afterMinutes: z
    .int()
    .min(0)
    .max(minutesMax)
    .describe('Minutes after the alert fired, or after the start of the round.'),
  contactIds: z.array(idNumber).max(targetsMax).describe('Contacts to notify, at most 20.'),
  groupIds: z.array(idNumber).max(targetsMax).describe('Groups whose contact on duty is notified, at most 20.'),
})

const fields = z.object({
  name: objectName.describe('Policy name, 1 to 200 characters.'),
  steps: z
    .array(step.partial({ contactIds: true, groupIds: true }))
    .min(1)
    .max(stepsMax)
    .describe('Steps in chronological order, 1 to 10.'),
  repeatMinutes: z
    .int()
    .min(1)
    .max(minutesMax)
    .nullable()
    .optional()
    .describe(
      'Minutes after which all steps are repeated until the alert is acknowledged; null or omitted for no repetition.',
    ),
  rounds: z.int().min(1).max(roundsMax).optional().describe('Total number of rounds, 1 to 20; 3 by default.'),
})

export const policyInput = fields.superRefine(({ steps, repeatMinutes }, context) => {
  for (const [index, { afterMinutes, contactIds = [], groupIds = [] }] of steps.entries()) {
    const wrong = (field: string, message: string): unknown =>
      context.addIssue({ code: 'custom', path: ['steps', index, field], message })
    if (afterMinutes < (steps[index - 1]?.afterMinutes ?? 0))
      wrong('afterMinutes', 'must not be before the step before it')
    if (contactIds.length + groupIds.length === 0) wrong('contactIds', 'must name a contact, or groupIds a group')
  }
  const lastMinutes = (steps.at(-1)?.afterMinutes ?? 0) - (steps[0]?.afterMinutes ?? 0)
  if (repeatMinutes != null && repeatMinutes <= lastMinutes) {
    const message = 'must be longer than from the first step to the last'
    context.addIssue({ code: 'custom', path: ['repeatMinutes'], message })
  }
})
export type PolicyInput = z.output<typeof policyInput>

/** Complete; without a repetition there is one round. */
export const policyOf = ({ name, steps, repeatMinutes = null, rounds = roundsUsual }: PolicyInput) => ({
  name,
  steps: steps.map(({ contactIds = [], groupIds = [], afterMinutes }) => ({ afterMinutes, contactIds, groupIds })),
  repeatMinutes,
  rounds: repeatMinutes === null ? 1 : rounds,
})

export const policy = z
  .object({
    id: idOf.policy,
    name: z.string().describe('Policy name.'),
    steps: z.array(step).describe('Steps in chronological order.'),
    repeatMinutes: z
      .number()
      .optional()
      .describe('Minutes after which all steps are repeated; missing for no repetition.'),
    rounds: z.number().describe('Total number of rounds.'),
  })
  .meta({ id: 'EscalationPolicy', description: 'Order in which recipients are notified of an alert.' })
export type ShownPolicy = z.output<typeof policy>

const example = {
  name: 'Heating',
  steps: [
    { afterMinutes: 0, groupIds: [3] },
    { afterMinutes: 15, contactIds: [7, 8] },
  ],
  repeatMinutes: 30,
  rounds: 4,
}

/** The order in which contacts are notified until one acknowledges the alert. */
export const escalationPolicies = {
  list: get('/org/:orgId/escalation-policies/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary: 'List escalation policies',
    description: 'Includes their steps.',
    ...orgId,
    reply: z.array(policy),
  }),
  create: post('/org/:orgId/escalation-policies/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create an escalation policy',
    description: `Steps notify contacts and the contacts on duty of groups. They stop when the alert is acknowledged or resolves. At most ${policiesMax} policies per organization.`,
    ...orgId,
    body: policyInput,
    reply: z.object({ id: idOf.policy }),
    example: { body: example },
  }),
  get: get('/escalation-policy/:policyId/', {
    access: 'operator',
    object: 'policy',
    extension: true,
    summary: 'Get an escalation policy',
    description: 'Includes its steps.',
    ...policyId,
    reply: policy,
  }),
  change: post('/escalation-policy/:policyId/change/', {
    access: 'manager',
    object: 'policy',
    extension: true,
    summary: 'Change an escalation policy',
    description: 'Replaces the policy. The next escalation step uses the new definition.',
    ...policyId,
    body: policyInput,
    reply: z.object({}),
    example: { body: example },
  }),
  delete: post('/escalation-policy/:policyId/delete/', {
    access: 'manager',
    object: 'policy',
    extension: true,
    summary: 'Delete an escalation policy',
    description: 'Refused while alerts use the policy; the error lists their names.',
    ...policyId,
    body: nothing,
    reply: z.object({}),
  }),
}
