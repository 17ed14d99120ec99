import type { Queries } from '../../db/sql.ts'
import { policyIds } from '../contacts/contacts.sql.ts'
import { findParams } from '../params/find.sql.ts'
import type { GivenDefinition } from './definition.contract.ts'
import { type Known, limits } from './definition.rules.ts'
import { alertParams } from './params.sql.ts'
import { idsIn, referencesIn } from './references.rules.ts'

/** What a definition's parameters are. Of a list that is too long nothing is looked up: it is refused anyway. */
export const knownFor = async (sql: Queries, orgId: number, given: GivenDefinition): Promise<Known> => {
  const cut = {
    ...given,
    conditions: given.conditions.slice(0, limits.conditions),
    actions: given.actions.slice(0, limits.actions),
    followUps: given.followUps?.slice(0, limits.followUps),
  }
  const { withId, others } = referencesIn(cut)
  const found = others.length === 0 ? new Map<string, number>() : await findParams(sql, orgId, others)
  const references = new Map([...withId, ...found])
  const policies = given.policyId == null ? new Set<number>() : await policyIds(sql, orgId)
  const params = await alertParams(sql, orgId, [...idsIn(cut), ...references.values()])
  return { references, params, policyIds: policies }
}
