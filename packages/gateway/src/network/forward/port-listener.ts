import type { Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Finder } from './finder.ts'

/** Listener of a forwarded port. */
export interface PortListener {
  /** Rejects with the system error. */
  open(): Promise<void>
  close(): Promise<void>
  /** Number of connections, or of UDP sessions. */
  readonly clients: number
}

export interface PortListenerParts {
  readonly host: string
  readonly port: number
  readonly finder: Finder
  readonly clock: Clock
  /** Connections that arrive on a mobile interface are closed: forwarding leads from Ethernet to GSM only. */
  readonly isMobile: (socket: Socket) => boolean
  readonly onReached: () => void
  /** Called when a client was refused because the limit is reached. */
  readonly onFull: (facts: object) => void
  /** A client could not be connected to the row's target. */
  readonly onFailed: (error: unknown) => void
}
