import type { TunnelReport } from '../net-helper/requests.ts'

/** Words of the state group `vpn`. */
export type LinkState = 'disabled' | 'netifCreated' | 'peerConfigured' | 'peerConnected' | 'peerUp'
export type ConfigState =
  | 'errorKey'
  | 'errorMem'
  | 'disabled'
  | 'pause'
  | 'serverHostnameResolving'
  | 'serverConnecting'
  | 'serverConnected'
  | 'peerHostnameResolving'
  | 'ready'

/** After so long without a handshake a session is over: WireGuard makes a new one every two minutes while there is something to send. */
export const aliveSec = 180
const renewSec = 120
/** The answer to a handshake, which alone says nothing of what comes after. */
const handshakeBytes = 92

export const isAlive = (report: TunnelReport): boolean =>
  report !== null && report.handshakeAgeSec !== null && report.handshakeAgeSec < aliveSec

/** `receivedBefore`: bytes when the peer was last not connected. */
export const linkStateOf = (report: TunnelReport, receivedBefore: number): LinkState => {
  if (report === null) return 'disabled'
  if (!report.hasPeer) return 'netifCreated'
  if (!isAlive(report)) return 'peerConfigured'
  return report.receivedBytes - receivedBefore > handshakeBytes ? 'peerUp' : 'peerConnected'
}

/** How long a handshake has been due, on a way that is used for so long. */
export const silentMs = (report: TunnelReport, onWayMs: number): number => {
  const age = report?.handshakeAgeSec ?? null
  return age === null ? onWayMs : Math.min(onWayMs, Math.max(0, age - renewSec) * 1000)
}
