import { tooManyRequests } from '../../access/too-many-requests.ts'
import type { Tx } from '../../db/sql.ts'
import type { Call } from '../../service.ts'
import { bindingNote, bindingProblem, type Gateway } from './gateways.rules.ts'
import {
  bindByActivationCode,
  bindByConnectCode,
  bindByMac,
  gatewayByActivationCode,
  gatewayByConnectCode,
  gatewayOfOrg,
} from './gateways.sql.ts'
import { allowKeylessCalls, isKeylessAllowed, keylessProblem } from './keyless.ts'
import type { KnownConnection, NetChanges } from './nets.contract.ts'
import { type FieldErrors, isKnownConnection, macOf, unknownCode } from './nets.rules.ts'

/** Where a network is: at an address, or behind a gateway that calls in. */
export interface NetAddress {
  ip: string | null
  port: number | null
  mac: string | null
  /** What the caller has to know. */
  note: string | null
}

/**
 * Where a connection leads, or why it leads nowhere. A MAC proves nothing: only a code gives a gateway to an organization, and one that has
 * it already may name it. Wrong codes are counted, so that they cannot be guessed.
 */
export const resolveAddress = async (
  tx: Tx,
  call: Call,
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

/** Gives the gateway that was found to its network, in the way it was named. */
export const bindGateway = async (
  tx: Tx,
  call: Pick<Call, 'orgId' | 'isKeylessAllowed'>,
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
const countGuess = ({ guesses, from, caller, orgId }: Call): (() => void) => {
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
  { now, orgId }: Call,
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
