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
  /** Name of the user; missing for a program. */
  person?: string
}

export interface ExchangeOptions {
  priority: Priority
  /** Response timeout; that of the network by default. */
  timeoutMs?: number
  /** Time limit for queueing and response together. */
  deadlineMs?: number
  signal?: AbortSignal
  /** Identifies repeated reads of the same registers: a response to any of them is valid for each. */
  question?: object
  /** Defaults to `poll`. */
  origin?: Origin
  /**
   * True if a read may be sent with a greater length, where its response could otherwise be confused; `ask` reports the
   * length.
   */
  isStretchable?: boolean
}

/** Sends requests to the units of a network's link. */
export interface ModbusClient {
  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<ExchangeResult<ResponseTo<R>>>
  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>>
}

export interface LinkStatus {
  isConnected: boolean
  /** Start of the connection as Unix time in milliseconds. */
  since: number | null
  lastError: string | null
  lastErrorOn: number | null
}

/** Returns a client that sets this origin on requests without one. */
export const withOrigin = (client: ModbusClient, origin: Origin): ModbusClient => ({
  ask: (unit, request, options) => client.ask(unit, request, { origin, ...options }),
  transact: (unit, pdu, options) => client.transact(unit, pdu, { origin, ...options }),
})
