import type { Clock } from '@busbar/kit'
import { activated, type SigningKey, type Verdict } from '@busbar/uplink/handshake'
import { networkAround, networkText, prefixOf } from '@busbar/uplink/network'
import { isTunnelKey, publicKeyOf } from '@busbar/uplink/tunnel'
import { askConfig, newNonce } from './config-client.ts'
import type { ConfigState } from './states.rules.ts'
import type { VpnKeys } from './vpn-keys.ts'

/** Parameters of a tunnel. */
export interface TunnelPlan {
  readonly privateKey: string
  readonly address: string
  readonly mask: string
  readonly network: string
  readonly peerKey: string
  readonly peerHost: string
  readonly peerPort: number
  /** Interval after which the configuration is requested again; null for never. */
  readonly refreshSec: number | null
  /** There was a handshake. */
  readonly onWorking: () => void
}

/** Reason for a missing plan, with the state to report. */
export class PlanProblem extends Error {
  override name = 'PlanProblem'
  readonly state: Extract<ConfigState, 'errorKey' | 'pause'>
  constructor(message: string, state: PlanProblem['state'] = 'pause') {
    super(message)
    this.state = state
  }
}

/** Parameters for requesting a plan. */
interface PlanRequest {
  /** The own address by which others are reached. */
  readonly localAddress: string
  readonly signal: AbortSignal
  readonly onState: (state: ConfigState) => void
  /** The cloud that this gateway may belong to has answered. */
  readonly onProven: () => void
  /** Resolves to an address. */
  readonly lookup: (host: string) => Promise<string>
}

/** Source of tunnel plans. */
export interface PlanSource {
  readonly hasServer: boolean
  /** The public key that the tunnel has without a plan. */
  ownKey(): string
  plan(asking: PlanRequest): Promise<TunnelPlan>
}

/** Fields of the setting `wgManual` that a plan needs. */
export interface ManualSettings {
  readonly hostname: string
  readonly connPort: number
  readonly ip: string
  readonly mask: string
  readonly deviceKey: string
  readonly peerPublicKey: string
}

/** A tunnel as its owner has written it down. */
export const manualSource = (settings: ManualSettings): PlanSource => {
  const { hostname, connPort, ip, mask, deviceKey, peerPublicKey } = settings
  return {
    hasServer: false,
    ownKey: () => (isTunnelKey(deviceKey) ? publicKeyOf(deviceKey) : ''),
    async plan() {
      if (!isTunnelKey(deviceKey)) throw new PlanProblem('wgManual.deviceKey is missing', 'errorKey')
      if (!isTunnelKey(peerPublicKey)) throw new PlanProblem('wgManual.peerPublicKey is missing', 'errorKey')
      return {
        privateKey: deviceKey,
        address: ip,
        mask,
        network: networkText(networkAround(ip, prefixOf(mask))),
        peerKey: peerPublicKey,
        peerHost: hostname,
        peerPort: connPort,
        refreshSec: null,
        onWorking: () => {},
      }
    },
  }
}

/** Binding of the gateway to its cloud, as the outbound connection stores it. */
interface Binding {
  readonly isActivated: boolean
  readonly isNewCodeWanted: boolean
  verdictOf(cloudKey: Uint8Array): Verdict
  /** Takes a code, or `activated`, from a cloud that has proven this key; false when it is refused. */
  take(code: number, cloudKey: Uint8Array): boolean
}

export interface CloudSourceParts {
  readonly server: { readonly hostname: string; readonly connPort: number }
  readonly keys: VpnKeys
  readonly binding: Binding
  readonly mac: string
  readonly type: number
  readonly firmware: number
  readonly apiPort: () => number
  readonly key: SigningKey
  readonly clock: Clock
  readonly newBytes: (count: number) => Uint8Array
}

const refusals = {
  unbound: 'the cloud does not know this gateway',
  off: 'the cloud has no VPN for this gateway',
  full: 'the VPN of the cloud has no address left',
}
const verdicts = {
  other: 'whoever answered for the cloud is not the one this gateway belongs to',
  over: 'the time to bind this gateway is over: press its button, or ask it for a new code',
}

/** A tunnel as the cloud has it for this gateway. */
export const cloudSource = (parts: CloudSourceParts): PlanSource => {
  const { server, keys, binding, mac, type, firmware, key, clock, newBytes } = parts
  return {
    hasServer: true,
    ownKey: () => publicKeyOf(keys.offered),
    async plan({ localAddress, signal, onState, onProven, lookup }) {
      keys.rotateWhenOld()
      const privateKey = keys.offered
      onState('serverHostnameResolving')
      const address = await lookup(server.hostname)
      onState('serverConnecting')
      const vpnKey = Buffer.from(publicKeyOf(privateKey), 'base64')
      const facts = {
        mac,
        type,
        firmware,
        apiPort: parts.apiPort(),
        isNewCodeWanted: binding.isNewCodeWanted,
        vpnKey,
        key,
      }
      const endpoint = { address, port: server.connPort, localAddress }
      const request = { ...facts, nonce: newNonce(newBytes) }
      const { cloudKey, answer } = await askConfig(endpoint, request, clock, signal, () => onState('serverConnected'))
      const verdict = binding.verdictOf(cloudKey)
      if (verdict !== 'welcome') throw new PlanProblem(verdicts[verdict], 'errorKey')
      onProven()
      if ('refused' in answer) throw new PlanProblem(refusals[answer.refused])
      if ('code' in answer) {
        if (!binding.take(Number(answer.code), cloudKey)) throw new PlanProblem('the code of the cloud was not taken')
        throw new PlanProblem('this gateway is not bound yet: type its code into the cloud')
      }
      if (!binding.isActivated && !binding.take(activated, cloudKey))
        throw new PlanProblem('another cloud gave this gateway its code', 'errorKey')
      return {
        privateKey,
        address: answer.address,
        mask: answer.mask,
        network: `${answer.hub}/32`,
        peerKey: Buffer.from(answer.peerKey).toString('base64'),
        peerHost: answer.peerHost,
        peerPort: answer.peerPort,
        refreshSec: answer.refreshSec,
        onWorking: () => keys.worksWith(privateKey),
      }
    },
  }
}

/** The system did not make the interface. */
export class NotMade extends Error {
  override name = 'NotMade'
}
