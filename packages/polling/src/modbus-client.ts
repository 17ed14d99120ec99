import type { ExchangeResult, Request, ResponseTo } from '@busbar/modbus'

export type { ExchangeResult } from '@busbar/modbus'

/** Priority on a link: a write before a real-time read before a poll. */
export type Priority = 'write' | 'realtime' | 'poll'

/**
 * Origin of a request: the schedule, a user who reads current values, writes, scans for units or sends raw requests;
 * `gateway`: the service itself queries the gateway, and nothing goes over the line.
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
  /**
   * True if a read may be sent with a greater length, where its response could otherwise be confused; `ask` reports the
   * length.
   */
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
