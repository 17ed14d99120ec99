import type { Fence, Queries } from '@busbar/database'
import { plainAddress } from '@busbar/kit/net'
import { type ModbusClient, withOrigin } from '@busbar/polling'
import { Refusal } from '@busbar/wire/server'
import { allows, type Role, roles } from '../../accounts/access/roles.ts'
import { gatewayByCode } from '../../devices/codes/gateway-by-code.ts'
import { macOf } from '../../devices/nets/nets.rules.ts'
import type { Endpoint } from '../../field/dialling/endpoint.rules.ts'
import type { WaitingGateway } from '../../field/raw/raw-field.ts'
import type { CommandCall } from '../needs.ts'
import type { Connection } from './connection.contract.ts'
import { activationGateway, type CodedGateway, connectGateway, netOfMac, rolesOf } from './gateways.sql.ts'

/** The caller's organizations, those first that have a network at the address; whether it had the port before, see `Wish`. */
const orgRolesAtAddress = (sql: Queries, forms: readonly string[], port: number, accountId: number) => sql<
  { orgId: number; role: Role; isPortKept: boolean }[]
>`
  select m.org_id as "orgId", m.role, coalesce(bool_or(n.port_before = n.port), false) as "isPortKept"
  from membership m left join net n on n.org_id = m.org_id and n.port = ${port} and n.ip = any(${forms})
  where m.account_id = ${accountId}
  group by m.org_id, m.role
  order by count(n.id) = 0, m.org_id`

/** The organization's network at a place, be it by an address that is written so or by a claim; null where it has none. */
const netAt = async (sql: Queries, orgId: number, forms: readonly string[], { address, port }: Endpoint) => {
  const [found] = await sql<{ id: number }[]>`
    select n.id from net n
    where n.org_id = ${orgId} and n.port = ${port}
      and (n.ip = any(${forms})
           or exists (select from claim c where c.org_id = n.org_id and c.net_id = n.id
                      and c.address = ${address}::inet and c.port = ${port}))
    order by n.is_writing_allowed, n.id limit 1`
  return found?.id ?? null
}

/** Which of those that wait under a MAC showed an activation code: it is known by its key, or by having none. */
const gatewayWithKey = <T extends Pick<WaitingGateway, 'key'>>(
  waiting: readonly T[],
  key: Uint8Array | null,
): T | undefined => waiting.find((gateway) => isSame(gateway.key, key))

/**
 * Which of them a connect code leads to: the one with the key that is pinned. Where none is, the MAC is all that is known, and when
 * several claim it none is taken.
 */
const gatewayOfConnectCode = <T extends Pick<WaitingGateway, 'key'>>(
  waiting: readonly T[],
  pinned: Uint8Array | null,
): T | undefined => {
  if (pinned !== null && pinned.length > 0) return gatewayWithKey(waiting, pinned)
  return waiting.length === 1 ? waiting[0] : undefined
}

const isSame = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0

/** Intended access. */
export type AccessKind = 'read' | 'write' | 'scan'

/** A network by its id, an address as `192.0.2.7:502`, a gateway that waits by its MAC. */
interface AuditTarget {
  orgId: number
  objectKind: 'net' | 'address' | 'gateway'
  objectId: string
}

/** A connection that the caller may use. */
export interface OpenedConnection {
  /** The network that it leads through; null where there is none. */
  netId: number | null
  /** In whose record a write there is, and under what: the network's organization, or the caller's where there is no network. */
  auditTarget: AuditTarget
  /** Lets `work` ask; where there is no connection, every answer is `no-connection`. */
  use<T>(work: (client: ModbusClient) => Promise<T>): Promise<T>
  /** Fence that the request needs; null for none. */
  fence: () => Fence | null
}

/**
 * Finds out where a connection leads and whether the caller may go there. A network wants its role; a code is its own proof as long as
 * its gateway is bound to nothing; an address, and looking for units, want an operator. What an address leads to is judged when it is dialled.
 */
export const openConnection = async (
  call: CommandCall<'account'>,
  connection: Connection,
  need: AccessKind,
): Promise<OpenedConnection> => {
  switch (connection.kind) {
    case 'direct':
      return openAddress(call, connection.ip, connection.port)
    case 'net-id': {
      const orgRole = await call.orgRoles.find('net', connection.networkId, call.caller.accountId)
      return openNet(call, orgRole && { ...orgRole, netId: connection.networkId }, need)
    }
    case 'backward':
      return openMac(call, macOf(connection.mac) ?? '', connection.connectCode, need)
    case 'connect-code':
      return openGateway(call, await byConnectCode(call, connection.code), gatewayOfConnectCode, need)
    case 'activation-code':
      return openGateway(call, await byActivationCode(call, connection.code), gatewayWithKey, need)
  }
}

/** Goes there at once. */
export const withConnection = async <T>(
  call: CommandCall<'account'>,
  connection: Connection,
  need: AccessKind,
  work: (client: ModbusClient) => Promise<T>,
): Promise<T> => (await openConnection(call, connection, need)).use(work)

const neededRoles = { read: 'viewer', write: 'operator', scan: 'operator' } as const satisfies Record<AccessKind, Role>

const noConnection: ModbusClient = {
  ask: () => Promise.resolve({ err: 'no-connection' }),
  transact: () => Promise.resolve({ err: 'no-connection' }),
}

/** Connections that lead through no network of ours are the caller's own. */
const noFence = (): null => null

type NetOrgRole = { orgId: number; netId: number; role: Role }

/** A network of strangers looks as if it were not there. */
const openNet = (
  { field, caller }: CommandCall<'account'>,
  orgRole: NetOrgRole | null | undefined,
  need: AccessKind,
): OpenedConnection => {
  if (orgRole == null) throw new Refusal('ObjectNotFound')
  needRole([orgRole], need)
  const { orgId, netId } = orgRole
  return {
    netId,
    auditTarget: { orgId, objectKind: 'net', objectId: String(netId) },
    fence: () => field.link(netId)?.fence ?? null,
    use: (work) => work(withOrigin(field.link(netId) ?? noConnection, { kind: 'raw', person: caller.accountName })),
  }
}

/**
 * An address is dialled for one of the organizations in which the caller is an operator: for that which has it, where one has. Strangers
 * find nothing at an address that others have.
 */
const openAddress = async (
  { db, raw, caller }: CommandCall<'account'>,
  host: string,
  port: number,
): Promise<OpenedConnection> => {
  const { accountId } = caller
  const orgRoles = await orgRolesAtAddress(db.sql, spellingsOf(host), port, accountId)
  needRole(orgRoles, 'write')
  const targets = orgRoles
    .filter(({ role }) => allows(role, neededRoles.write))
    .map(({ orgId, isPortKept }) => ({ orgId, port, isPortKept }))
  const found = await raw.dialled.find(host, targets)
  if (found === null) {
    const auditTarget = addressTarget(targets[0]?.orgId ?? 0, host, port)
    return { netId: null, auditTarget, fence: noFence, use: (work) => work(noConnection) }
  }
  const { endpoint, ...target } = found
  const netId = await netAt(db.sql, target.orgId, [...spellingsOf(host), target.address], endpoint)
  const auditTarget =
    netId === null
      ? addressTarget(target.orgId, endpoint.address, endpoint.port)
      : ({ orgId: target.orgId, objectKind: 'net', objectId: String(netId) } as const)
  return { netId, auditTarget, fence: noFence, use: (work) => raw.dialled.use(accountId, target, work) }
}

const addressTarget = (orgId: number, host: string, port: number): AuditTarget => ({
  orgId,
  objectKind: 'address',
  objectId: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
})

/** How a network may have the address written. */
const spellingsOf = (host: string): string[] => [host.toLowerCase(), plainAddress(host) ?? host]

/** A MAC proves nothing: it is good with its connect code, or for members of the organization that has it. */
const openMac = async (
  call: CommandCall<'account'>,
  mac: string,
  connectCode: string | undefined,
  need: AccessKind,
): Promise<OpenedConnection> => {
  if (connectCode === undefined) return openNet(call, await netOfMac(call.db.sql, mac, call.caller.accountId), need)
  return openGateway(call, await byConnectCode(call, connectCode, mac), gatewayOfConnectCode, need)
}

type GatewaySelector = (waiting: readonly WaitingGateway[], key: Uint8Array | null) => WaitingGateway | undefined

const openGateway = async (
  call: CommandCall<'account'>,
  gateway: CodedGateway,
  choose: GatewaySelector,
  need: AccessKind,
): Promise<OpenedConnection> => {
  const { mac, key, netId, orgId, role } = gateway
  if (netId !== null && orgId !== null && role !== null) return openNet(call, { orgId, netId, role }, need)
  const orgRoles = await rolesOf(call.db.sql, call.caller.accountId)
  if (need === 'scan') needRole(orgRoles, need)
  const [actingOrg] = orgRoles.toSorted((a, b) => roles.indexOf(b.role) - roles.indexOf(a.role))
  if (actingOrg === undefined) throw new Refusal('NotAuthorized')
  return {
    netId: null,
    auditTarget: { orgId: actingOrg.orgId, objectKind: 'gateway', objectId: mac },
    fence: noFence,
    use: async (work) => {
      const local = choose(call.raw.waiting(mac), key)
      return work(local ?? choose((await call.remoteNets?.waiting(mac)) ?? [], key) ?? noConnection)
    },
  }
}

const byActivationCode = (call: CommandCall<'account'>, code: number): Promise<CodedGateway> =>
  gatewayByCode(call, 'InvalidActivationCode', () =>
    activationGateway(call.db.sql, code, call.caller.accountId, call.now()),
  )

/** `mac`: the one it must lead to, where the caller named one. */
const byConnectCode = (call: CommandCall<'account'>, code: string, mac?: string): Promise<CodedGateway> =>
  gatewayByCode(call, 'InvalidCode', async () => {
    const gateway = await connectGateway(call.db.sql, code, call.caller.accountId, call.now())
    return mac === undefined || gateway?.mac === mac ? gateway : undefined
  })

const needRole = (orgRoles: readonly { role: Role }[], need: AccessKind): void => {
  const needed = neededRoles[need]
  if (orgRoles.some(({ role }) => allows(role, needed))) return
  throw new Refusal('NotAuthorized', `This needs the role ${needed}.`)
}
