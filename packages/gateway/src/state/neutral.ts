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

/** What of the card's state concerns firmware. */
export interface CardState {
  readonly isInserted: boolean
  readonly isMounted: boolean
}

const withoutCard = ({ isInserted, isMounted }: CardState): 'CARD_ABSENT' | 'CARD_NOT_READY' | null => {
  if (!isInserted) return 'CARD_ABSENT'
  return isMounted ? null : 'CARD_NOT_READY'
}

export const fwUpdate = (card: CardState, currentVersion: number) => ({
  updateState: withoutCard(card) ?? 'SAVED_FILE_UNKNOWN',
  downloadState: withoutCard(card) ?? 'SERVER_FILE_UNKNOWN',
  url: null,
  progress: null,
  errorCode: null,
  availableVersion: null,
  savedVersion: null,
  currentVersion,
})
