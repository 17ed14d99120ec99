import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { isoTime } from '../../fields/iso-time.ts'
import type { DeviceNeeds } from '../needs.ts'
import { netById } from './nets.sql.ts'
import type { shares } from './shares.contract.ts'

const sharesOf = (sql: Queries, orgId: number, netId: number) => sql<{ orgId: number; since: Date; by: string }[]>`
  select to_org_id as "orgId", granted_on as since, granted_by as by from claim_grant
  where org_id = ${orgId} and net_id = ${netId} order by granted_on, to_org_id`

/** False where there is no such organization. */
const insertShare = async (
  tx: Queries,
  net: { orgId: number; netId: number },
  share: { orgId: number; since: Date; by: string },
): Promise<boolean> => {
  const found = await tx`select 1 from org where id = ${share.orgId}`
  if (found.length === 0) return false
  await tx`
    insert into claim_grant (org_id, net_id, to_org_id, granted_on, granted_by)
    values (${net.orgId}, ${net.netId}, ${share.orgId}, ${share.since}, ${share.by})
    on conflict do nothing`
  return true
}

const deleteShare = async (tx: Queries, net: { orgId: number; netId: number }, toOrgId: number): Promise<void> => {
  await tx`
    delete from claim_grant where org_id = ${net.orgId} and net_id = ${net.netId} and to_org_id = ${toOrgId}`
}

/** Limit per network. */
const sharesMax = 100

export const sharesHandlers: Handlers<typeof shares, DeviceNeeds> = {
  list: async ({ db, orgId }, { netId }) => {
    const rows = await sharesOf(db.sql, orgId, netId)
    return rows.map(({ since, ...share }) => ({ ...share, since: isoTime(since.getTime()) }))
  },

  change: (call, { netId, orgId: toOrgId, isShared }) =>
    call.db.tx(async (tx) => {
      const { orgId, caller, now } = call
      await lockOrg(tx, orgId)
      const net = await netById(tx, orgId, netId)
      if (net === undefined) throw new Refusal('ObjectNotFound')
      if (net.mac !== null) throw new Refusal('IncorrectRequest', 'A network behind a gateway has no address to share.')
      if (toOrgId === orgId) throw new Refusal('ObjectNotFound', 'An address is shared with other organizations.')
      const before = (await sharesOf(tx, orgId, netId)).map((share) => share.orgId)
      if (before.includes(toOrgId) === isShared) return {}
      if (isShared && before.length >= sharesMax) {
        throw new Refusal('IncorrectRequest', `A network shares its address with at most ${sharesMax} organizations.`)
      }
      const share = { orgId: toOrgId, since: now(), by: caller.accountName }
      if (!isShared) await deleteShare(tx, { orgId, netId }, toOrgId)
      else if (!(await insertShare(tx, { orgId, netId }, share))) throw new Refusal('ObjectNotFound')
      const after = { orgId: toOrgId, isShared }
      await record(tx, orgId, call, { action: 'net.share', objectKind: 'net', objectId: netId, after })
      return {}
    }),
}
