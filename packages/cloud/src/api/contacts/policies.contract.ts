import { id, idNumber, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

/** Of an organization. */
export const policiesMax = 100
const stepsMax = 10
const targetsMax = 20
const minutesMax = 10_080
const roundsMax = 20
const roundsUsual = 3

const orgId = { params: z.object({ orgId: id }) }
const policyId = { params: z.object({ policyId: id }) }

const step = z.object({
  /** Since the alert began, or the round. */
  afterMinutes: z.int().min(0).max(minutesMax),
  contactIds: z.array(idNumber).max(targetsMax),
  groupIds: z.array(idNumber).max(targetsMax),
})

const fields = z.object({
  name: z.string().trim().min(1).max(200),
  /** In the order of their times. */
  steps: z
    .array(step.partial({ contactIds: true, groupIds: true }))
    .min(1)
    .max(stepsMax),
  /** All steps again, so long after they began, until somebody confirms; left out: only once. */
  repeatMinutes: z.int().min(1).max(minutesMax).nullable().optional(),
  /** How often in all. */
  rounds: z.int().min(1).max(roundsMax).optional(),
})

export const givenPolicy = fields.superRefine(({ steps, repeatMinutes }, context) => {
  for (const [place, { afterMinutes, contactIds = [], groupIds = [] }] of steps.entries()) {
    const wrong = (field: string, message: string): unknown =>
      context.addIssue({ code: 'custom', path: ['steps', place, field], message })
    if (afterMinutes < (steps[place - 1]?.afterMinutes ?? 0))
      wrong('afterMinutes', 'must not be before the step before it')
    if (contactIds.length + groupIds.length === 0) wrong('contactIds', 'must name a contact, or groupIds a group')
  }
  const lastMinutes = (steps.at(-1)?.afterMinutes ?? 0) - (steps[0]?.afterMinutes ?? 0)
  if (repeatMinutes != null && repeatMinutes <= lastMinutes) {
    const message = 'must be longer than from the first step to the last'
    context.addIssue({ code: 'custom', path: ['repeatMinutes'], message })
  }
})
export type GivenPolicy = z.output<typeof givenPolicy>

/** Complete; without a repetition there is one round. */
export const policyOf = ({ name, steps, repeatMinutes = null, rounds = roundsUsual }: GivenPolicy) => ({
  name,
  steps: steps.map(({ contactIds = [], groupIds = [], afterMinutes }) => ({ afterMinutes, contactIds, groupIds })),
  repeatMinutes,
  rounds: repeatMinutes === null ? 1 : rounds,
})

export const policy = z
  .object({
    id: idNumber,
    name: z.string(),
    steps: z.array(step),
    repeatMinutes: z.number().optional(),
    rounds: z.number(),
  })
  .meta({ id: 'EscalationPolicy' })
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

/** In which order people are told of an alert until somebody confirms. */
export const escalationPolicies = {
  list: get('/org/:orgId/escalation-policies/', {
    access: 'operator',
    object: 'org',
    extension: true,
    summary: 'Escalation policies of an organization',
    ...orgId,
    reply: z.array(policy),
  }),
  create: post('/org/:orgId/escalation-policies/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary:
      'Make a policy: steps tell contacts, and whoever is on duty in groups; ' +
      `they stop when somebody confirms or the alert is over. At most ${policiesMax} in an organization`,
    ...orgId,
    body: givenPolicy,
    reply: z.object({ id: idNumber }),
    example: { body: example },
  }),
  get: get('/escalation-policy/:policyId/', {
    access: 'operator',
    object: 'policy',
    extension: true,
    summary: 'An escalation policy',
    ...policyId,
    reply: policy,
  }),
  change: post('/escalation-policy/:policyId/change/', {
    access: 'manager',
    object: 'policy',
    extension: true,
    summary: 'Replace what a policy is; the next step of an escalation goes by it',
    ...policyId,
    body: givenPolicy,
    reply: z.object({}),
    example: { body: example },
  }),
  delete: post('/escalation-policy/:policyId/delete/', {
    access: 'manager',
    object: 'policy',
    extension: true,
    summary: 'Delete a policy; refused while alerts name it, with their names',
    ...policyId,
    body: nothing,
    reply: z.object({}),
  }),
}
