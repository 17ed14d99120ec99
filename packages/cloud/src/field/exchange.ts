import type { ExchangeResult, Request, ResponseTo } from '@busbar/modbus'

export type { ExchangeResult } from '@busbar/modbus'

/** Who goes first when several wait for one link: a write before a real-time read before a poll. */
export type Priority = 'write' | 'realtime' | 'poll'

/**
 * Who asks: a schedule, a user who looks at values now, writes, looks for units, or sends what no parameter is behind; `gateway`: the
 * service itself wants something of the gateway, and nothing of it goes over the line.
 */
export interface Origin {
  kind: 'poll' | 'read' | 'write' | 'scan' | 'raw' | 'passwords' | 'gateway'
  /** The name of who asked; missing where a program did. */
  person?: string
}

export interface ExchangeOptions {
  priority: Priority
  /** For the answer alone; the network's own unless said. */
  timeoutMs?: number
  /** The most that waiting and answering may take together. */
  deadlineMs?: number
  signal?: AbortSignal
  /** Attempts to read the same registers share it: the answer to any of them is right for each. */
  question?: object
  /** `poll` unless said. */
  origin?: Origin
  /** Whether a read may be sent longer than it is, where its answer could be confused otherwise; `ask` says so itself. */
  isStretchable?: boolean
}

/** The one door to what is behind a network's link. */
export interface Exchange {
  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<ExchangeResult<ResponseTo<R>>>
  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>>
}

export interface LinkStatus {
  isConnected: boolean
  /** In milliseconds since 1970: since when it is connected. */
  since: number | null
  lastError: string | null
  lastErrorOn: number | null
}

/** The same exchange for requests of this origin; what says its own keeps it. */
export const askedBy = (exchange: Exchange, origin: Origin): Exchange => ({
  ask: (unit, request, options) => exchange.ask(unit, request, { origin, ...options }),
  transact: (unit, pdu, options) => exchange.transact(unit, pdu, { origin, ...options }),
})
