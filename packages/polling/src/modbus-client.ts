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

/** Asks the units behind a network's link: the one door to them. */
export interface ModbusClient {
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

/** The same client for requests of this origin; what says its own keeps it. */
export const withOrigin = (client: ModbusClient, origin: Origin): ModbusClient => ({
  ask: (unit, request, options) => client.ask(unit, request, { origin, ...options }),
  transact: (unit, pdu, options) => client.transact(unit, pdu, { origin, ...options }),
})
