import type { Queries, Tx } from '@busbar/database'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import type { DeviceCall } from '../needs.ts'
import { bindingNote, bindingProblem, type Gateway } from './gateways.rules.ts'
import {
  bindByActivationCode,
  bindByConnectCode,
  bindByMac,
  gatewayByActivationCode,
  gatewayByConnectCode,
  gatewayOfOrg,
} from './gateways.sql.ts'
import type { KnownConnection, NetChanges } from './nets.contract.ts'
import { type FieldErrors, isKnownConnection, macOf, unknownCode } from './nets.rules.ts'

/** Has the installation, an owner, or the one who set up the network's link allowed gateways that prove no key? */
const isKeylessAllowed = async (
  tx: Queries,
  call: Pick<DeviceCall<'member'>, 'isKeylessAllowed' | 'orgId'>,
  netId: number | null,
) => {
  if (call.isKeylessAllowed) return true
  const [found] = await tx<{ isAllowed: boolean }[]>`
    select o.is_keyless_allowed or coalesce(n.is_keyless_allowed, false) as "isAllowed"
    from org o left join net n on n.org_id = o.id and n.id = ${netId} where o.id = ${call.orgId}`
  return found?.isAllowed ?? false
}

/** Why a gateway that is known to have no key cannot be bound, or null. It would be refused whenever it called. */
const keylessProblem = async (
  tx: Queries,
  call: Pick<DeviceCall<'member'>, 'isKeylessAllowed' | 'orgId'>,
  netId: number | null,
  { hasKey }: Pick<Gateway, 'hasKey'>,
): Promise<string | null> =>
  hasKey !== false || (await isKeylessAllowed(tx, call, netId))
    ? null
    : 'leads to a gateway without a key, which anybody could pass for; an owner must allow such gateways first'

/** A network of a gateway that has shown no key lets it call where that was allowed before. One that has a key is held to it. */
const allowKeylessCalls = async (
  tx: Queries,
  call: Pick<DeviceCall<'member'>, 'isKeylessAllowed' | 'orgId'>,
  netId: number,
): Promise<void> => {
  if (!(await isKeylessAllowed(tx, call, netId))) return
  await tx`
    update net n set is_keyless_allowed = true
    from gateway g
    where n.org_id = ${call.orgId} and n.id = ${netId} and g.mac = n.mac and not n.is_keyless_allowed
      and coalesce(length(g.public_key), 0) = 0`
}

/** Location of a network: an address, or a gateway that connects to the cloud. */
export interface NetAddress {
  ip: string | null
  port: number | null
  mac: string | null
  /** Note for the caller. */
  note: string | null
}

/**
 * Resolves a connection, or returns why it is invalid. A MAC proves nothing: only a code assigns a gateway to an
 * organization, and the owning organization may use the MAC. Wrong codes are counted, so that they cannot be guessed.
 */
export const resolveAddress = async (
  tx: Tx,
  call: DeviceCall<'member'>,
  netId: number | null,
  connection: KnownConnection,
): Promise<NetAddress | { errors: FieldErrors }> => {
  if (connection.kind === 'direct')
    return { ip: connection.ip.toLowerCase(), port: connection.port, mac: null, note: null }
  const wasRight = countGuess(call)
  const gateway = await findGateway(tx, call, connection)
  const field = connection.kind === 'backward' ? 'connection.mac' : 'connection.code'
  if (gateway === undefined) {
    return { errors: { [field]: connection.kind === 'backward' ? unproven : unknownCode } }
  }
  const problem = bindingProblem(gateway, call.orgId, netId) ?? (await keylessProblem(tx, call, netId, gateway))
  if (problem !== null) return { errors: { [field]: problem } }
  wasRight()
  const note = bindingNote(gateway, await isKeylessAllowed(tx, call, netId))
  return { ip: null, port: null, mac: gateway.mac, note }
}

/** Binds the gateway to its network, by code or by MAC. */
export const bindGateway = async (
  tx: Tx,
  call: Pick<DeviceCall<'member'>, 'orgId' | 'isKeylessAllowed'>,
  mac: string,
  netId: number,
  connection: NonNullable<NetChanges['connection']>,
): Promise<void> => {
  const { orgId } = call
  if (!isKnownConnection(connection)) return
  const isByMac = connection.kind === 'backward' && connection.connectCode === undefined
  if (connection.kind === 'activation-code') await bindByActivationCode(tx, connection.code, orgId, netId)
  else if (isByMac) await bindByMac(tx, mac, orgId, netId)
  else await bindByConnectCode(tx, mac, orgId, netId)
  await allowKeylessCalls(tx, call, netId)
}

/** Counts a try, by the member and by the organization, as wrong until the function it gives is called. */
const countGuess = ({ guesses, from, caller, orgId }: DeviceCall<'member'>): (() => void) => {
  const tries = [`codes of ${caller.accountId}`, `codes for organization ${orgId}`].map((name) =>
    guesses.begin(from, name),
  )
  const waitMs = Math.max(...tries.map((one) => one.waitMs))
  if (waitMs === 0) return () => tries.forEach((one) => one.wasRight())
  for (const one of tries) one.wasNone()
  throw tooManyRequests(waitMs)
}

// The same for every MAC, known or not: it tells nothing of others' gateways.
const unproven = 'needs the connect code of this gateway, unless the organization has it already'

const findGateway = async (
  tx: Tx,
  { now, orgId }: DeviceCall<'member'>,
  connection: Exclude<KnownConnection, { kind: 'direct' }>,
): Promise<Gateway | undefined> => {
  switch (connection.kind) {
    case 'activation-code':
      return (await gatewayByActivationCode(tx, connection.code, now()))[0]
    case 'connect-code':
      return (await gatewayByConnectCode(tx, connection.code, now()))[0]
    case 'backward': {
      const mac = macOf(connection.mac) ?? ''
      if (connection.connectCode === undefined) return (await gatewayOfOrg(tx, mac, orgId))[0]
      const [gateway] = await gatewayByConnectCode(tx, connection.connectCode, now())
      return gateway?.mac === mac ? gateway : undefined
    }
  }
}
