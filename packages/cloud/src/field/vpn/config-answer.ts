import type { Sql } from '@busbar/database'
import type { Semaphore } from '@busbar/kit'
import type { VpnConfig, VpnRequest } from '@busbar/uplink/vpn'
import { type CodeContext, codeFor } from '../call-back/activation-codes.ts'
import { judge } from '../call-back/caller.rules.ts'
import { knownGateway, pinKey } from '../call-back/gateways.sql.ts'
import { type AddressRange, assignPeer, gatewayOfKey } from './peers.sql.ts'

/** Dependencies of the replies to gateways. */
export interface AnswerParts extends CodeContext {
  readonly sql: Sql
  readonly database: Semaphore
  readonly range: AddressRange
  /** Configuration of the hub, sent to gateways. */
  readonly config: Omit<VpnConfig, 'address'>
  /** Called when a gateway has a new address or key: the hub must know it before the gateway does. */
  readonly onAssigned: () => Promise<void>
  /** Counts a gateway that is not bound against the limits per minute; false: there were too many. */
  readonly mayCall: (from: string) => boolean
}

/** Reply to a gateway with a proven key; the tunnel's `key` is in base64. */
export const answerTo = async (parts: AnswerParts, request: VpnRequest, from: string): Promise<object> => {
  const { sql, database, range, config, onAssigned } = parts
  const gatewayId = await database.run(() => boundGateway(sql, request))
  if (gatewayId === 'refused') return { refused: 'unbound' }
  if (gatewayId === null) return codeAnswer(parts, request, from)
  const { vpnKey: publicKey, apiPort } = request
  const address = await database.run(() => assignPeer(sql, range, { gatewayId, publicKey, apiPort }))
  if (address === null) return { refused: 'full' }
  await onAssigned()
  return { ...config, address, peerKey: Buffer.from(config.peerKey).toString('base64') }
}

/** Finds a gateway by its key, or by its MAC if it has shown no key yet; null if it is not bound. */
const boundGateway = async (sql: Sql, { key, mac }: VpnRequest): Promise<number | 'refused' | null> => {
  const [own] = await gatewayOfKey(sql, key)
  if (own !== undefined) return own.id
  const [known] = await knownGateway(sql, mac)
  if (known === undefined || known.netId === null) return null
  if (judge(known.pinned, key, known.isKeylessAllowed) !== 'pin') return 'refused'
  await pinKey(sql, mac, key)
  const [pinned] = await gatewayOfKey(sql, key)
  return pinned?.id ?? 'refused'
}

const codeAnswer = async (parts: AnswerParts, request: VpnRequest, from: string): Promise<object> => {
  if (!parts.mayCall(from)) return { refused: 'full' }
  const { mac, type, firmware: version, isNewCodeWanted, key } = request
  const issued = await codeFor(parts, { mac, type, version, isNewCodeWanted }, key, from)
  if (issued === 'bound') return { refused: 'unbound' }
  return 'refused' in issued ? { refused: 'full' } : { code: String(issued.code) }
}
