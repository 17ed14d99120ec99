import type { Sql } from '@busbar/database'
import type { Semaphore } from '@busbar/kit'
import type { VpnConfig, VpnRequest } from '@busbar/uplink/vpn'
import { type CodeContext, codeFor } from '../call-back/activation-codes.ts'
import { judge } from '../call-back/caller.rules.ts'
import { knownGateway, pinKey } from '../call-back/gateways.sql.ts'
import { type AddressRange, assignPeer, gatewayOfKey } from './peers.sql.ts'

/** What the answers to gateways are made of. */
export interface AnswerParts extends CodeContext {
  readonly sql: Sql
  readonly database: Semaphore
  readonly range: AddressRange
  /** Of the hub, as gateways are told. */
  readonly config: Omit<VpnConfig, 'address'>
  /** A gateway has an address, or another key: the hub must know before it is told. */
  readonly onAssigned: () => Promise<void>
  /** Counts a gateway that is not bound against the limits per minute; false: there were too many. */
  readonly mayCall: (from: string) => boolean
}

/** What a gateway that has proven its key is told; `key` of the tunnel is in base64 there. */
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

/** By its key, or by its MAC where no key was shown yet; null: it is not bound. */
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
