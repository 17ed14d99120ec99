import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import { type DomainHandlers, type Handlers, withNeeds } from '../../accounts/call.ts'
import type { FieldNeeds } from '../needs.ts'
import type { gateways } from './gateways.contract.ts'
import { gatewayOfNet, type KnownGateway } from './reports.sql.ts'

const gatewaysHandlers: Handlers<typeof gateways, FieldNeeds> = {
  get: async (call, { netId }) => shownGateway(call, await storedGateway(call, netId)),

  async ask(call, { netId }) {
    await storedGateway(call, netId)
    await call.gatewayReports.refresh(netId)
    return shownGateway(call, await storedGateway(call, netId))
  },

  async update(call, { netId }) {
    const { mac } = await storedGateway(call, netId)
    const { db, orgId, gatewayReports } = call
    await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await record(tx, orgId, call, { action: 'gateway.update', objectKind: 'net', objectId: netId, after: { mac } })
    })
    const result = await gatewayReports.requestUpdate(netId)
    const problem = 'err' in result ? result.err : result.ok
    return problem === null ? { status: 'begun' } : { status: 'error', errorMessage: problem }
  },
}

const storedGateway = async ({ db, now }: FieldNeeds, netId: number): Promise<KnownGateway> => {
  const [gateway] = await gatewayOfNet(db.sql, netId, now())
  if (gateway === undefined) throw new Refusal('ObjectNotFound')
  return gateway
}

const shownGateway = ({ gatewayReports }: FieldNeeds, gateway: KnownGateway) => {
  const { mac, seenOn, vpnIp, askedOn, problem, toldOn, toldBy, clockOffSec, report } = gateway
  const connection = gatewayReports.connectionTo(gateway)
  return {
    mac,
    ...(seenOn !== null && { seenOn: seenOn.toISOString() }),
    ...(vpnIp !== null && { vpnIpAddress: vpnIp }),
    ...(connection !== null && { reachedBy: connection.by }),
    ...(askedOn !== null && { askedOn: askedOn.toISOString() }),
    ...(problem !== null && { problem }),
    ...(toldOn !== null &&
      toldBy !== null &&
      report !== null && {
        told: { on: toldOn.toISOString(), by: toldBy, ...(clockOffSec !== null && { clockOffSec }), report },
      }),
  }
}

interface FieldContract {
  gateways: typeof gateways
}

/** Handlers of all endpoints for gateways. */
export const fieldHandlers = (needs: FieldNeeds): DomainHandlers<FieldContract> =>
  withNeeds<FieldContract, FieldNeeds>({ gateways: gatewaysHandlers }, needs)
