import { randomBytes } from 'node:crypto'
import { Refusal } from '@busbar/wire/server'
import { newPassword } from '../../accounts/access/secrets.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { DeviceNeeds } from '../needs.ts'
import { macOf } from '../nets/nets.rules.ts'
import type { connectCodes as contract } from './connect-codes.contract.ts'
import { connectCodes, describeGateway, dropConnectCode, isGatewayOf, putConnectCode } from './connect-codes.sql.ts'

const dayMs = 86_400_000

export const connectCodesHandlers: Handlers<typeof contract, DeviceNeeds> = {
  list: async ({ db }, { orgId }) => {
    const rows = await connectCodes(db.sql, orgId)
    return rows.map(({ macAddress, sku, expiresOn, netId, orgId: boundTo, netName }) => ({
      macAddress,
      ...(sku !== '' && { sku }),
      ...(expiresOn !== null && { expiresOn: expiresOn.toISOString() }),
      ...(netId !== null && boundTo !== null && { bindedToNet: { netId, orgId: boundTo, name: netName ?? '' } }),
    }))
  },

  create: (call, { orgId, mac, days, ...facts }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const macAddress = macOf(mac)
      if (macAddress === null || !(await isGatewayOf(tx, macAddress, orgId))) throw new Refusal('ObjectNotFound')
      const code = newPassword(randomBytes)
      const expiresOn = new Date(call.now().getTime() + days * dayMs)
      await describeGateway(tx, call.secrets, macAddress, facts)
      await putConnectCode(tx, macAddress, code, expiresOn, orgId)
      const change = { action: 'connect-code.create', objectKind: 'gateway', objectId: macAddress } as const
      await record(tx, orgId, call, { ...change, after: { expiresOn } })
      return { code, macAddress, expiresOn: expiresOn.toISOString() }
    }),

  delete: (call, { orgId, code }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const [dropped] = await dropConnectCode(tx, code, orgId)
      if (dropped === undefined) throw new Refusal('ObjectNotFound')
      const change = { action: 'connect-code.delete', objectKind: 'gateway', objectId: dropped.macAddress } as const
      await record(tx, orgId, call, change)
      return {}
    }),
}
