import type { Follower } from '../live/live-hub.ts'
import type { MqttSettings } from './mqtt/settings.ts'
import type { RemoteWriteSettings } from './remote-write/settings.ts'

/** Type of a connector, with the settings of that type. */
export type KindAndSettings =
  | { kind: 'mqtt'; settings: MqttSettings }
  | { kind: 'prometheus'; settings: RemoteWriteSettings }
export type ConnectorKind = KindAndSettings['kind']

/** A connector as it is stored, with what it needs to work. */
export interface Connector<Settings> {
  id: number
  orgId: number
  name: string
  settings: Settings
  /** Null where there is none, or it cannot be opened. */
  password: string | null
  /** The key to the certificate of its settings, where there is one. */
  clientKey: string | null
}

/** Current state of a connector. Counts are since its start. */
export interface ConnectorState {
  isConnected: boolean
  /** Since when, in ms since 1970; null before the first try. */
  since: number | null
  /** Why it is not connected, or what was refused last; null where nothing is wrong. */
  lastError: string | null
  sent: number
  coalesced: number
  dropped: number
  replayed: number
  commands: number
}

export const idleState = (): ConnectorState => ({
  isConnected: false,
  since: null,
  lastError: null,
  sent: 0,
  coalesced: 0,
  dropped: 0,
  replayed: 0,
  commands: 0,
})

/** A running connector. */
export interface RunningConnector extends Follower {
  start(): void
  stop(): Promise<void>
  state(): ConnectorState
}

/** Why something cannot be done, in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface ReportContext {
  connector: { id: number; orgId: number }
  now: () => Date
  log: { info(details: object, message: string): void }
}

/** Stores whether the peer accepts data, and logs when that changes; `messages` has a text for either case. */
export const noteConnected = (
  state: ConnectorState,
  isConnected: boolean,
  { connector: { id, orgId }, now, log }: ReportContext,
  messages: readonly [connected: string, not: string],
): void => {
  if (state.since !== null && state.isConnected === isConnected) return
  state.isConnected = isConnected
  state.since = now().getTime()
  const details = { connector: id, orgId, ...(!isConnected && { reason: state.lastError }) }
  log.info(details, isConnected ? messages[0] : messages[1])
}
