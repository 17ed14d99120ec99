import type { Queries } from '@busbar/database'
import { findParams } from '../../devices/params/find.sql.ts'
import { policyIds } from '../contacts/contacts.sql.ts'
import { alertParams } from '../params.sql.ts'
import type { DefinitionInput } from './definition.contract.ts'
import { type DefinitionFacts, limits } from './definition.rules.ts'

/**
 * Reads the facts about a definition's parameters. A list that is too long is not queried, because it is refused
 * anyway.
 */
export const definitionFacts = async (
  sql: Queries,
  orgId: number,
  input: DefinitionInput,
): Promise<DefinitionFacts> => {
  const cut = {
    ...input,
    conditions: input.conditions.slice(0, limits.conditions),
    actions: input.actions.slice(0, limits.actions),
    followUps: input.followUps?.slice(0, limits.followUps),
  }
  const { withId, others } = referencesIn(cut)
  const found = others.length === 0 ? new Map<string, number>() : await findParams(sql, orgId, others)
  const references = new Map([...withId, ...found])
  const policies = input.policyId == null ? new Set<number>() : await policyIds(sql, orgId)
  const params = await alertParams(sql, orgId, [...idsIn(cut), ...references.values()])
  return { references, params, policyIds: policies }
}

/** Behind the id anything may stand: some clients send the parameter's slug there. */
const idOf = (reference: string): number | null => {
  const digits = /^([1-9]\d{0,14})(?:#|$)/.exec(reference)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Returns the references of conditions to parameters: IDs in the text, and references to look up. */
const referencesIn = ({ conditions }: DefinitionInput): { withId: Map<string, number>; others: string[] } => {
  const withId = new Map<string, number>()
  const others: string[] = []
  for (const { param } of conditions) {
    if (param == null) continue
    const id = idOf(param)
    if (id === null) others.push(param)
    else withId.set(param, id)
  }
  return { withId, others }
}

/** All ids of parameters that a definition has, right or wrong. */
export const idsIn = ({ conditions, actions, followUps = [] }: DefinitionInput): number[] =>
  [...conditions, ...actions, ...followUps].flatMap(({ paramId }) =>
    paramId != null && Number.isSafeInteger(paramId) && paramId > 0 ? [paramId] : [],
  )
