import { Refusal } from '@busbar/wire/server'
import { allows, type Role } from '../../access/roles.ts'
import { plainAddress } from '../../field/address-ranges.ts'
import type { Exchange } from '../../field/exchange.ts'
import type { Call } from '../../service.ts'
import { guessed } from '../codes/guessed.ts'
import { macOf } from '../nets/nets.rules.ts'
import type { Connection } from './connection.contract.ts'
import { activationGateway, type CodedGateway, connectGateway, netOfMac, netsAt, rolesOf } from './gateways.sql.ts'
import { guestOfConnectCode, guestWithKey } from './guest.rules.ts'
import type { WaitingGateway } from './raw-field.ts'

/** What somebody wants to do there. */
export type Need = 'read' | 'write'

/** A connection that the caller may use. */
export interface Opened {
  /** The network that it leads through; null where it is nobody's. */
  net: { orgId: number; netId: number } | null
  /** Lets `work` ask; where there is no connection, every answer is `no-connection`. */
  use<T>(work: (exchange: Exchange) => Promise<T>): Promise<T>
}

/**
 * Finds out where a connection leads and whether the caller may go there. A network wants its role; a code is its own proof as long as
 * its gateway is bound to nothing; an address is judged when it is dialled.
 */
export const openConnection = async (call: Call, connection: Connection, need: Need): Promise<Opened> => {
  switch (connection.kind) {
    case 'direct':
      return openAddress(call, connection.ip, connection.port, need)
    case 'net-id': {
      const standing = await call.standings.find('net', connection.networkId, call.caller.accountId)
      return openNet(call, standing && { ...standing, netId: connection.networkId }, need)
    }
    case 'backward':
      return openMac(call, macOf(connection.mac) ?? '', connection.connectCode, need)
    case 'connect-code':
      return openGateway(call, await byConnectCode(call, connection.code), guestOfConnectCode, need)
    case 'activation-code':
      return openGateway(call, await byActivationCode(call, connection.code), guestWithKey, need)
  }
}

/** Goes there at once. */
export const withConnection = async <T>(
  call: Call,
  connection: Connection,
  need: Need,
  work: (exchange: Exchange) => Promise<T>,
): Promise<T> => (await openConnection(call, connection, need)).use(work)

const neededRoles = { read: 'viewer', write: 'operator' } as const satisfies Record<Need, Role>

const nobody: Exchange = {
  ask: () => Promise.resolve({ err: 'no-connection' }),
  transact: () => Promise.resolve({ err: 'no-connection' }),
}

type NetStanding = { orgId: number; netId: number; role: Role }

/** A network of strangers looks as if it were not there. */
const openNet = ({ field }: Call, standing: NetStanding | null | undefined, need: Need): Opened => {
  if (standing == null) throw new Refusal('ObjectNotFound')
  needRole([standing], need)
  const { orgId, netId } = standing
  return { net: { orgId, netId }, use: (work) => work(field.link(netId) ?? nobody) }
}

/**
 * Where a network has the address, its organization's roles hold, and strangers find nothing there. An address of nobody's may be read;
 * whoever writes there must at least be trusted with devices somewhere.
 */
const openAddress = async ({ db, raw, caller }: Call, host: string, port: number, need: Need): Promise<Opened> => {
  const { accountId } = caller
  const address = await raw.dialled.find(host)
  const nets = await netsAt(db.sql, formsOf(host, address), port, accountId)
  const own = nets.flatMap(({ role, ...net }) => (role === null ? [] : [{ ...net, role }]))
  if (own.length > 0) needRole(own, need)
  else if (need === 'write') needRole(await rolesOf(db.sql, accountId), need)
  if (address === null || (nets.length > 0 && own.length === 0)) return { net: null, use: (work) => work(nobody) }
  const net = own.find(({ role }) => allows(role, neededRoles[need])) ?? null
  return { net, use: (work) => raw.dialled.use(accountId, address, port, work) }
}

/** How a network may have the address written. */
const formsOf = (host: string, address: string | null): string[] =>
  [host.toLowerCase(), address, address && plainAddress(address)].filter((form) => form !== null)

/** A MAC proves nothing: it is good with its connect code, or for members of the organization that has it. */
const openMac = async (call: Call, mac: string, connectCode: string | undefined, need: Need): Promise<Opened> => {
  if (connectCode === undefined) return openNet(call, await netOfMac(call.db.sql, mac, call.caller.accountId), need)
  return openGateway(call, await byConnectCode(call, connectCode, mac), guestOfConnectCode, need)
}

type Choose = (guests: readonly WaitingGateway[], key: Uint8Array | null) => WaitingGateway | undefined

const openGateway = (call: Call, gateway: CodedGateway, choose: Choose, need: Need): Opened => {
  const { mac, key, netId, orgId, role } = gateway
  if (netId !== null && orgId !== null && role !== null) return openNet(call, { orgId, netId, role }, need)
  return { net: null, use: (work) => work(choose(call.raw.waiting(mac), key) ?? nobody) }
}

const byActivationCode = (call: Call, code: number): Promise<CodedGateway> =>
  guessed(call, 'InvalidActivationCode', () => activationGateway(call.db.sql, code, call.caller.accountId, call.now()))

/** `mac`: the one it must lead to, where the caller named one. */
const byConnectCode = (call: Call, code: string, mac?: string): Promise<CodedGateway> =>
  guessed(call, 'InvalidCode', async () => {
    const gateway = await connectGateway(call.db.sql, code, call.caller.accountId, call.now())
    return mac === undefined || gateway?.mac === mac ? gateway : undefined
  })

const needRole = (standings: readonly { role: Role }[], need: Need): void => {
  const needed = neededRoles[need]
  if (standings.some(({ role }) => allows(role, needed))) return
  throw new Refusal('NotAuthorized', `This needs the role ${needed}.`)
}
