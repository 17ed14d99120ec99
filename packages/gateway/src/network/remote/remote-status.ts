import type { PathName } from '../paths.rules.ts'
import type { RemoteLink } from './remote-link.ts'
import type { RemoteRow } from './settings.ts'

export type RemoteState =
  /** Null when no attempt is scheduled. */
  | { readonly name: 'waiting'; readonly untilMs: number | null }
  | { readonly name: 'connecting' }
  | { readonly name: 'connected'; readonly link: RemoteLink; readonly by: PathName }

/** An entry of state group `mbTcpClients`. */
export interface RemoteStatus {
  readonly state: RemoteState['name']
  /** Until the next try. */
  readonly waitingTimeSec: number | null
  readonly interface: PathName | null
  readonly remoteIp: string
  readonly remotePort: number
  readonly connectionTimeSec: number
  readonly idleTimeSec: number
}

export const statusOf = (state: RemoteState, { ip, connPort }: RemoteRow, nowMs: number): RemoteStatus => {
  const link = state.name === 'connected' ? state.link : null
  const untilMs = state.name === 'waiting' ? state.untilMs : null
  return {
    state: state.name,
    waitingTimeSec: untilMs === null ? null : Math.max(0, Math.ceil((untilMs - nowMs) / 1000)),
    interface: state.name === 'connected' ? state.by : null,
    remoteIp: ip,
    remotePort: connPort,
    connectionTimeSec: link === null ? 0 : Math.floor((nowMs - link.sinceMs) / 1000),
    idleTimeSec: link === null ? 0 : Math.floor((nowMs - link.lastReceivedMs) / 1000),
  }
}
