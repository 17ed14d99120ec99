import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { allows } from '../../accounts/access/roles.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import type { DeviceCall } from '../needs.ts'
import { orgRolesOfParams } from './params.sql.ts'

/** Changes parameters of one organization and returns their number. */
type OrgTask = (tx: Tx, orgId: number, ids: number[]) => Promise<number>

/** Does something to listed parameters, all or none; each one's organization must have the caller as a manager. */
export const inEachOrg = (
  { db, caller }: Pick<DeviceCall<'account'>, 'db' | 'caller'>,
  paramIds: readonly number[],
  work: OrgTask,
): Promise<Record<string, never>> =>
  db.tx(async (tx) => {
    const ids = [...new Set(paramIds)]
    const orgRoles = await orgRolesOfParams(tx, ids, caller.accountId)
    if (orgRoles.length < ids.length) throw new Refusal('ObjectNotFound')
    if (!orgRoles.every(({ role }) => allows(role, 'manager'))) {
      throw new Refusal('NotAuthorized', 'This needs the role manager.')
    }
    const byOrg = Map.groupBy(orgRoles, ({ orgId }) => orgId)
    for (const orgId of [...byOrg.keys()].toSorted((a, b) => a - b)) {
      const orgParamIds = (byOrg.get(orgId) ?? []).map(({ id }) => id)
      await lockOrg(tx, orgId)
      // If one was deleted meanwhile, the whole change is rolled back.
      if ((await work(tx, orgId, orgParamIds)) < orgParamIds.length) throw new Refusal('ObjectNotFound')
    }
    return {}
  })
