import type { Group } from './group-draft.rules.ts'
import type { Policy } from './policy-draft.rules.ts'

/** Names of groups and policies that name a contact: while there are any, it stays. */
export const usesOfContact = (id: number, groups: readonly Group[], policies: readonly Policy[]): string[] => [
  ...groups
    .filter(({ members, overrides }) => members.includes(id) || overrides.some(({ contactId }) => contactId === id))
    .map(({ name }) => name),
  ...policies.filter(({ steps }) => steps.some(({ contactIds }) => contactIds.includes(id))).map(({ name }) => name),
]

export const usesOfGroup = (id: number, policies: readonly Policy[]): string[] =>
  policies.filter(({ steps }) => steps.some(({ groupIds }) => groupIds.includes(id))).map(({ name }) => name)
