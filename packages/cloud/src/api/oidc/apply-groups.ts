import { lockOrg } from '../../audit/lock-org.sql.ts'
import { type Actor, record } from '../../audit/record.ts'
import type { Queries } from '../../db/sql.ts'
import { countMembers, deleteMember, findMember } from '../orgs/members.sql.ts'
import { checkLimit, leavesNoOwner } from '../orgs/orgs.rules.ts'
import { membershipsOf, putRoleByGroups } from './oidc.sql.ts'
import { roleChanges } from './sign-in.rules.ts'

interface ProviderRoles {
  issuer: string
  /** As the installation calls the provider. */
  providerName: string
  groupRoles: Parameters<typeof roleChanges>[1]
}

/** Makes memberships what groups say; gives how many there are then. An organization keeps its last owner. */
export const applyGroups = async (
  tx: Queries,
  actor: Actor,
  { issuer, providerName, groupRoles }: ProviderRoles,
): Promise<number> => {
  const { accountId } = actor.caller
  const present = await membershipsOf(tx, accountId)
  // All that are written to, in their order.
  const orgIds = new Set([...present.map(({ orgId }) => orgId), ...groupRoles.keys()])
  for (const orgId of [...orgIds].toSorted((one, other) => one - other)) await lockOrg(tx, orgId)
  for (const { orgId, before, after } of roleChanges(present, groupRoles, issuer)) {
    const member = await findMember(tx, orgId, accountId)
    if (member !== undefined && leavesNoOwner(member, after)) continue
    if (after === null) await deleteMember(tx, orgId, accountId)
    else {
      if (before === null) checkLimit('members', await countMembers(tx, orgId))
      await putRoleByGroups(tx, orgId, accountId, after, issuer)
    }
    await record(tx, orgId, actor, {
      action: 'user.role-by-groups',
      objectKind: 'user',
      objectId: accountId,
      before: before === null ? undefined : { role: before },
      after: { role: after, provider: providerName },
    })
  }
  return (await membershipsOf(tx, accountId)).length
}
