import type { CharFormat } from '@busbar/serial'

/** How bytes go over the line. */
export interface LineSettings {
  readonly baudRate: number
  readonly charFormat: CharFormat
  /** 0 RTU, 1 ASCII. */
  readonly frameMode: 0 | 1
}

export interface BusRequest {
  /** Whose turn it is: those of one name wait in one queue. */
  readonly by: string
  readonly unit: number
  readonly pdu: Uint8Array
  /** For the answer to begin, counted from the end of sending; the bus's own where none is given. */
  readonly timeoutMs?: number
  /** Another speed and format for this request alone; the line is given back as it was. */
  readonly line?: LineSettings
  /** Aborted while it waits, a request is not sent. */
  readonly signal?: AbortSignal
}

/** `slave`: the port answers a master and asks nobody. `dropped`: who asked has gone. */
export type BusFailure = 'timeout' | 'crc' | 'closed' | 'full' | 'dropped' | 'slave'

/** The answer's PDU (empty after a broadcast), or why there is none. */
export type BusAnswer = { readonly ok: Uint8Array } | { readonly err: BusFailure }

/** The wire's one door. */
export interface FieldBus {
  transact(request: BusRequest): Promise<BusAnswer>
}
