import type { Fence } from '@busbar/database'
import type { FieldNet, LinkStatus, ModbusClient } from '@busbar/polling'
import type { ReachedEndpoint } from '../claims/claims.ts'

/** Exchanges of a link, or of one of its units, since the link was created. */
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
  /** Counters by unit; units without requests are missing. */
  readonly unitCounters: ReadonlyMap<number, Readonly<ExchangeCounters>>
  /** Unit ID of the connected gateway itself; null if none is connected or its key is not proven. */
  readonly gatewayUnit: number | null
  /** Endpoint of an outgoing connection; null if there is none. */
  readonly arrival: ReachedEndpoint | null
  /** Fence for requests, to be checked in the transaction that records a command; null with a single node. */
  readonly fence: Fence | null
  status(): LinkStatus
  /** How long a unit takes to answer when it is well, with a margin; null where that is not known. */
  promptMs(unit: number): number | null
  /** Mean time of an exchange without waiting in the queue; null before the first one. */
  readonly meanExchangeMs: number | null
  /** The share of the last `windowMs` (a minute at most) with something on its way, from 0 to 1. */
  load(windowMs: number): number
  /** Closes the connection and returns the number of closed ones. */
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

/** Facts on a connected gateway. */
export interface CallFacts {
  /** It proved the key that belongs to its MAC. */
  isProven: boolean
  /** Unit ID of the gateway itself. */
  unit: number
  /** The address it called from. */
  from: string
  keyId: string | null
}
