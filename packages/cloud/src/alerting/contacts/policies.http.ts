import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingNeeds } from '../needs.ts'
import { needTargets, needUnused, shownPolicy } from './contacts.rules.ts'
import {
  contactsOf,
  deletePolicy,
  groupsOf,
  insertPolicy,
  type NewPolicy,
  type PolicyRow,
  policiesOf,
  updatePolicy,
  usesOfPolicy,
} from './contacts.sql.ts'
import { type escalationPolicies, type PolicyInput, policiesMax, policyOf } from './policies.contract.ts'

const objectKind = 'policy'

export const escalationPoliciesHandlers: Handlers<typeof escalationPolicies, AlertingNeeds> = {
  list: async ({ db }, { orgId }) => (await policiesOf(db.sql, orgId)).map(shownPolicy),

  create: (call, { orgId, ...input }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { length } = await policiesOf(tx, orgId)
      if (length >= policiesMax) throw new Refusal('IncorrectRequest', `body: there are ${policiesMax} policies`)
      const after = await check(tx, orgId, input)
      const id = await insertPolicy(tx, orgId, after, call.now())
      await record(tx, orgId, call, { action: 'policy.create', objectKind, objectId: id, after })
      return { id }
    }),

  get: async ({ db, orgId }, { policyId }) => shownPolicy(await storedPolicy(db.sql, orgId, policyId)),

  change: (call, { policyId, ...input }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const { id: _id, ...before } = await storedPolicy(tx, orgId, policyId)
      const after = await check(tx, orgId, input)
      await updatePolicy(tx, orgId, policyId, after)
      const changes = difference(before, after)
      await record(tx, orgId, call, { action: 'policy.change', objectKind, objectId: policyId, ...changes })
      return {}
    }),

  delete: (call, { policyId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = await storedPolicy(tx, orgId, policyId)
      needUnused(await usesOfPolicy(tx, orgId, policyId))
      await deletePolicy(tx, orgId, policyId)
      await record(tx, orgId, call, { action: 'policy.delete', objectKind, objectId: policyId, before })
      return {}
    }),
}

const storedPolicy = async (sql: Queries, orgId: number, id: number): Promise<PolicyRow> => {
  const [row] = await policiesOf(sql, orgId, id)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return row
}

const check = async (tx: Tx, orgId: number, input: PolicyInput): Promise<NewPolicy> => {
  const policy = policyOf(input)
  const [contacts, groups] = [await contactsOf(tx, orgId), await groupsOf(tx, orgId)]
  needTargets(policy, new Set(contacts.map(({ id }) => id)), new Set(groups.map(({ id }) => id)))
  return policy
}
