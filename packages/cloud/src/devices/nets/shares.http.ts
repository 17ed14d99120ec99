import { type Handlers, Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import { isoTime } from '../../fields/iso-time.ts'
import type { Call } from '../../start/service.ts'
import { netById } from './nets.sql.ts'
import type { shares } from './shares.contract.ts'
import { deleteShare, insertShare, sharesOf } from './shares.sql.ts'

/** Of one network. */
const sharesMax = 100

export const sharesHandlers: Handlers<typeof shares, Call> = {
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
