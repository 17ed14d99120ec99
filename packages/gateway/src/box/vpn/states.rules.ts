import type { PathName } from '@busbar/uplink/tunnel'
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

/**
 * A session ends this long after its last handshake: WireGuard makes a new one every two minutes while there is
 * traffic.
 */
export const aliveSec = 180
const renewSec = 120
/** Size of a handshake reply, which alone does not prove that the connection works. */
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

/** Time for which a handshake has been due, on a path used for this long. */
export const silentMs = (report: TunnelReport, onWayMs: number): number => {
  const age = report?.handshakeAgeSec ?? null
  return age === null ? onWayMs : Math.min(onWayMs, Math.max(0, age - renewSec) * 1000)
}

/** Order of paths for each `connMode`: 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only. */
const orders: Readonly<Record<number, readonly PathName[]>> = {
  1: ['eth', 'gsm'],
  2: ['gsm', 'eth'],
  3: ['eth'],
  4: ['gsm'],
}

interface PathFacts {
  readonly connMode: number
  readonly isThere: Readonly<Record<PathName, boolean>>
  /** Path in use. */
  readonly current: PathName | null
  /** How long a handshake has been due on it. */
  readonly silentMs: number
  /** Time for which the preferred path has been available but unused. */
  readonly preferredForMs: number
}

const patienceMs = 30_000
const returnMs = 600_000

/** Path for the tunnel's own packets; null for none. */
export const pathFor = ({
  connMode,
  isThere,
  current,
  silentMs: silence,
  preferredForMs,
}: PathFacts): PathName | null => {
  const [preferred, other] = (orders[connMode] ?? []).filter((name) => isThere[name])
  if (preferred === undefined) return null
  if (other === undefined || current === null) return preferred
  const next = current === preferred ? other : preferred
  if (silence >= patienceMs) return next
  return current === other && preferredForMs >= returnMs ? preferred : current
}

export const preferredPath = (connMode: number): PathName => orders[connMode]?.[0] ?? 'eth'

/** State group `vpn`. */
export interface VpnStatus {
  readonly linkState: LinkState
  readonly configServerReached: boolean | null
  readonly lastPeerUp: string | null
  readonly netifIp: string | null
  readonly netifMask: string | null
  readonly peerIp: string | null
  readonly peerPort: number
  readonly interface: PathName | null
  readonly configState: ConfigState
  readonly ownPubKey: string
}

export interface TunnelSettings {
  readonly connMode: number | null
  readonly connPort: number
  readonly delayForKeepaliveSec: number
  readonly delayForConnSec: number
}
