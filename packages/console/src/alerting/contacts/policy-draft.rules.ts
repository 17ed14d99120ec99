import { at } from '@busbar/kit/at'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import { nextKey } from './contact-draft.rules.ts'

export type Policy = AnswerOf<'escalationPolicies', 'list'>[number]
type NewPolicyFields = Omit<RequestOf<'escalationPolicies', 'create'>, 'orgId'>

export interface DraftStep {
  key: number
  afterMinutes: string
  contactIds: readonly number[]
  groupIds: readonly number[]
}

export interface PolicyDraft {
  name: string
  steps: readonly DraftStep[]
  isRepeated: boolean
  repeatMinutes: string
  rounds: string
}

export const newStep = (afterMinutes: string): DraftStep => ({
  key: nextKey(),
  afterMinutes,
  contactIds: [],
  groupIds: [],
})

export const policyDraftOf = (policy: Policy | null): PolicyDraft => ({
  name: policy?.name ?? '',
  steps: policy?.steps.map((step) => ({ ...step, key: nextKey(), afterMinutes: String(step.afterMinutes) })) ?? [
    newStep('0'),
  ],
  isRepeated: policy?.repeatMinutes !== undefined,
  repeatMinutes: String(policy?.repeatMinutes ?? 30),
  rounds: String(policy?.repeatMinutes === undefined ? 3 : policy.rounds),
})

export const policyFields = ({ name, steps, isRepeated, repeatMinutes, rounds }: PolicyDraft): NewPolicyFields => ({
  name,
  steps: steps.map(({ afterMinutes, contactIds, groupIds }) => ({
    afterMinutes: Number(afterMinutes),
    contactIds: [...contactIds],
    groupIds: [...groupIds],
  })),
  ...(isRepeated ? { repeatMinutes: Number(repeatMinutes), rounds: Number(rounds) } : { repeatMinutes: null }),
})

/** Returns what is missing or invalid, or null. */
export const policyProblem = (draft: PolicyDraft): 'noStep' | 'noTarget' | 'order' | 'repeat' | null => {
  const { steps, isRepeated, repeatMinutes } = draft
  const minutes = steps.map(({ afterMinutes }) => Number(afterMinutes))
  if (steps.length === 0) return 'noStep'
  if (steps.some(({ contactIds, groupIds }) => contactIds.length + groupIds.length === 0)) return 'noTarget'
  if (minutes.some((minute, index) => minute < (index === 0 ? 0 : at(minutes, index - 1)))) return 'order'
  const isShort = Number(repeatMinutes) <= at(minutes, minutes.length - 1) - at(minutes, 0)
  return isRepeated && isShort ? 'repeat' : null
}

/** Adds an id, or removes it if it is present. */
export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
