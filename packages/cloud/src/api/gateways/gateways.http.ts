import { type Handlers, Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../audit/lock-org.sql.ts'
import { record } from '../../audit/record.ts'
import { gatewayOfNet, type KnownGateway } from '../../gateways/reports.sql.ts'
import type { Call } from '../../service.ts'
import type { gateways } from './gateways.contract.ts'

export const gatewaysHandlers: Handlers<typeof gateways, Call> = {
  get: async (call, { netId }) => shown(call, await known(call, netId)),

  async ask(call, { netId }) {
    await known(call, netId)
    await call.gatewayReports.refresh(netId)
    return shown(call, await known(call, netId))
  },

  async update(call, { netId }) {
    const { mac } = await known(call, netId)
    const { db, orgId, gatewayReports } = call
    await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await record(tx, orgId, call, { action: 'gateway.update', objectKind: 'net', objectId: netId, after: { mac } })
    })
    const told = await gatewayReports.requestUpdate(netId)
    const problem = 'err' in told ? told.err : told.ok
    return problem === null ? { status: 'begun' } : { status: 'error', errorMessage: problem }
  },
}

const known = async ({ db, now }: Call, netId: number): Promise<KnownGateway> => {
  const [gateway] = await gatewayOfNet(db.sql, netId, now())
  if (gateway === undefined) throw new Refusal('ObjectNotFound')
  return gateway
}

const shown = ({ gatewayReports }: Call, gateway: KnownGateway) => {
  const { mac, seenOn, vpnIp, askedOn, problem, toldOn, toldBy, clockOffSec, report } = gateway
  const way = gatewayReports.connectionTo(gateway)
  return {
    mac,
    ...(seenOn !== null && { seenOn: seenOn.toISOString() }),
    ...(vpnIp !== null && { vpnIpAddress: vpnIp }),
    ...(way !== null && { reachedBy: way.by }),
    ...(askedOn !== null && { askedOn: askedOn.toISOString() }),
    ...(problem !== null && { problem }),
    ...(toldOn !== null &&
      toldBy !== null &&
      report !== null && {
        told: { on: toldOn.toISOString(), by: toldBy, ...(clockOffSec !== null && { clockOffSec }), report },
      }),
  }
}
