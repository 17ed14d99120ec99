import { idNumber, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'

/** Of an organization. */
export const policiesMax = 100
const stepsMax = 10
const targetsMax = 20
const minutesMax = 10_080
const roundsMax = 20
const roundsUsual = 3

const orgId = { params: z.object({ orgId: pathId.org }) }
const policyId = { params: z.object({ policyId: pathId.policy }) }

const step = z.object({
  afterMinutes: z.int().min(0).max(minutesMax).describe('Minutes after the beginning of the alert, or of the round.'),
  contactIds: z.array(idNumber).max(targetsMax).describe('Contacts who are told, at most 20.'),
  groupIds: z.array(idNumber).max(targetsMax).describe('Groups whose contact on duty is told, at most 20.'),
})

const fields = z.object({
  name: objectName.describe('Name of the policy, 1 to 200 characters.'),
  steps: z
    .array(step.partial({ contactIds: true, groupIds: true }))
    .min(1)
    .max(stepsMax)
    .describe('Steps in the order of their times, 1 to 10.'),
  repeatMinutes: z
    .int()
    .min(1)
    .max(minutesMax)
    .nullable()
    .optional()
    .describe('Minutes after which all steps begin again until somebody confirms; null or left out: only once.'),
  rounds: z.int().min(1).max(roundsMax).optional().describe('How many rounds in all, 1 to 20; 3 if left out.'),
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
    name: z.string().describe('Name of the policy.'),
    steps: z.array(step).describe('Steps in the order of their times.'),
    repeatMinutes: z.number().optional().describe('Minutes after which all steps begin again; missing: only once.'),
    rounds: z.number().describe('How many rounds in all.'),
  })
  .meta({ id: 'EscalationPolicy', description: 'In which order people are told of an alert.' })
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

/** In which order people are told of an alert until one confirms. */
export const escalationPolicies = {
  list: get('/org/:orgId/escalation-policies/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary: 'Escalation policies of an organization',
    description: 'With their steps.',
    ...orgId,
    reply: z.array(policy),
  }),
  create: post('/org/:orgId/escalation-policies/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make an escalation policy',
    description: `Steps tell contacts, and the contact on duty of groups. They stop when somebody confirms or the alert is over. At most ${policiesMax} in an organization.`,
    ...orgId,
    body: policyInput,
    reply: z.object({ id: idOf.policy }),
    example: { body: example },
  }),
  get: get('/escalation-policy/:policyId/', {
    access: 'operator',
    object: 'policy',
    extension: true,
    summary: 'An escalation policy',
    description: 'With its steps.',
    ...policyId,
    reply: policy,
  }),
  change: post('/escalation-policy/:policyId/change/', {
    access: 'manager',
    object: 'policy',
    extension: true,
    summary: 'Change an escalation policy',
    description: 'Replaces what the policy is. The next step of an escalation goes by it.',
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
    description: 'Refused while alerts name the policy, with their names.',
    ...policyId,
    body: nothing,
    reply: z.object({}),
  }),
}
