import type { Fence } from '@busbar/database'
import type { FieldNet, LinkStatus, ModbusClient } from '@busbar/polling'
import type { ReachedEndpoint } from '../claims/claims.ts'

/** What went over a link, or to one unit of it, since the link was made. */
export interface ExchangeCounters {
  requests: number
  /** Exceptions are answers too. */
  answers: number
  exceptions: number
  timeouts: number
  /** Damaged answers. */
  crc: number
  /** Time with something on its way. */
  busyMs: number
}

/** The link of one network. Ask the field for it each time: a network that moves gets another one. */
export interface NetLink extends ModbusClient {
  readonly net: FieldNet
  /** Requests that wait for their turn. */
  readonly waiting: number
  readonly counters: Readonly<ExchangeCounters>
  /** By unit; units that were never asked are missing. */
  readonly unitCounters: ReadonlyMap<number, Readonly<ExchangeCounters>>
  /** Where the gateway that called in answers for itself; null where none did, or it has not proven who it is. */
  readonly gatewayUnit: number | null
  /** Where it is connected to; null where it is not, or where the other side called in. */
  readonly arrival: ReachedEndpoint | null
  /** What entitles to ask now, to be looked at in the transaction that records a command; null where one node has all networks. */
  readonly fence: Fence | null
  status(): LinkStatus
  /** How long a unit takes to answer when it is well, with a margin; null where that is not known. */
  promptMs(unit: number): number | null
  /** What an exchange takes on the line, without waiting for its turn; null before the first one. */
  readonly meanExchangeMs: number | null
  /** The share of the last `windowMs` (a minute at most) with something on its way, from 0 to 1. */
  load(windowMs: number): number
  /** Ends the connection, and says how many that were. */
  drop(): number
}

/** Told when a link comes and goes; `on` is in milliseconds since 1970. */
export interface ConnectionEvent {
  orgId: number
  netId: number
  isConnected: boolean
  on: number
  /** Why it went; null where it came or was ended on purpose. */
  error: string | null
}

/** What is known of a gateway that called in. */
export interface CallFacts {
  /** It proved the key that belongs to its MAC. */
  isProven: boolean
  /** Where it answers for itself. */
  unit: number
  /** The address it called from. */
  from: string
  keyId: string | null
}
