import { type Queries, rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { Role } from '../access/roles.ts'
import { lockOrg } from '../audit/lock-org.sql.ts'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import { changeRole, deleteAccount, deleteMember, findMember, membersOf } from './members.sql.ts'
import type { orgs } from './orgs.contract.ts'
import { leavesNoOwner, type Member } from './orgs.rules.ts'

export const membersHandlers: Pick<Handlers<typeof orgs, AccountsNeeds>, 'users' | 'changeRole' | 'removeUser'> = {
  async users({ db }, { orgId }) {
    const members = await membersOf(db.sql, orgId)
    return members.map(rowJson)
  },

  async changeRole(call, { orgId, userId, role }) {
    await call.db.tx(async (tx) => {
      const { role: before } = await needMember(tx, orgId, userId, role)
      await changeRole(tx, orgId, userId, role)
      const change = {
        action: 'change',
        objectKind: 'user',
        objectId: userId,
        before: { role: before },
        after: { role },
      } as const
      await record(tx, orgId, call, change)
    })
    return {}
  },

  async removeUser(call, { orgId, userId }) {
    await call.db.tx(async (tx) => {
      const { name, role, isPerson } = await needMember(tx, orgId, userId, null)
      // A program has no other place to be; a person may.
      if (isPerson) {
        await deleteMember(tx, orgId, userId)
      } else {
        await call.sessions.endAllOf(userId, undefined, tx)
        await deleteAccount(tx, userId)
      }
      const change = { action: 'remove', objectKind: 'user', objectId: userId, before: { name, role } } as const
      await record(tx, orgId, call, change)
    })
    return {}
  },
}

/** A member who may get the role `next`, or go; members do not change meanwhile. */
const needMember = async (tx: Queries, orgId: number, userId: number, next: Role | null): Promise<Member> => {
  await lockOrg(tx, orgId)
  const member = await findMember(tx, orgId, userId)
  if (member === undefined) throw new Refusal('ObjectNotFound')
  if (leavesNoOwner(member, next)) throw new Refusal('NotAuthorized', 'The last owner stays one.')
  return member
}
