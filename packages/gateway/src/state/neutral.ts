import type { Variant } from '../variant.ts'

/** Groups of what this program does not do, in the words that mean so. */

export const gsm = (variant: Variant, isEnabled: boolean) => ({
  signalLevel: null,
  ip: null,
  imei: null,
  simState: 0,
  pinState: 0,
  ccid: null,
  provider: null,
  radioBand: null,
  ...(variant === 'B' && { isEnabled }),
  isTcpIpBusy: false,
  isGsmRegistered: false,
  isGsmRoaming: false,
  isGprsStarted: false,
  traficTotal: 0,
})

interface Peer {
  readonly connMode: number | null
  readonly connPort: number
}

export const vpn = (wgCloud: Peer, wgManual: Peer, publicKey: Uint8Array) => ({
  linkState: 'disabled' as const,
  configServerReached: null,
  lastPeerUp: null,
  netifIp: null,
  netifMask: null,
  peerIp: null,
  peerPort: (wgManual.connMode === null ? wgCloud : wgManual).connPort,
  interface: null,
  configState: 'disabled' as const,
  ownPubKey: Buffer.from(publicKey).toString('base64'),
})
