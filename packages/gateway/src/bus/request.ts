import type { CharFormat } from '@busbar/serial'

/** How bytes go over the line. */
export interface LineSettings {
  readonly baudRate: number
  readonly charFormat: CharFormat
  /** 0 RTU, 1 ASCII. */
  readonly frameMode: 0 | 1
}

export interface BusRequest {
  /** Queue of the request: requests with the same name wait in one queue. */
  readonly by: string
  /** Client behind the connection `by`, such as its address: its connections share their turns. */
  readonly client?: string
  readonly unit: number
  readonly pdu: Uint8Array
  /** Timeout until the first byte of the response, from the end of sending; the default of the bus without it. */
  readonly timeoutMs?: number
  /** Speed and format for this request only; the line settings are restored afterwards. */
  readonly line?: LineSettings
  /** Aborted while it waits, a request is not sent. */
  readonly signal?: AbortSignal
}

/**
 * `ForeignTraffic`: another master uses the line, so the response may be for it. `DuplicateUnit`: two devices
 * responded.
 */
export type DisturbedBy = 'ForeignTraffic' | 'DuplicateUnit'

/** `slave`: the port answers a master and sends no requests. `dropped`: the requester is gone. */
export type BusFailure = 'timeout' | 'crc' | DisturbedBy | 'closed' | 'full' | 'dropped' | 'slave'

/** PDU of the response (empty after a broadcast), or the failure. */
export type BusAnswer = { readonly ok: Uint8Array } | { readonly err: BusFailure }

/** Sends requests to the field. */
export interface FieldBus {
  transact(request: BusRequest): Promise<BusAnswer>
}

/** A request that waits for its turn. */
export interface QueuedRequest {
  readonly by: string
  readonly client: string | undefined
  readonly unit: number
  /** A copy, because the caller may reuse the bytes. */
  readonly pdu: Uint8Array
  readonly timeoutMs: number | undefined
  readonly line: LineSettings | undefined
  settle: (answer: BusAnswer) => void
  isSettled: boolean
}

const pduBytesMax = 253

export const queuedRequest = (request: BusRequest, settle: (answer: BusAnswer) => void): QueuedRequest => {
  const { by, client, unit, pdu, timeoutMs, line } = request
  if (!Number.isInteger(unit) || unit < 0 || unit > 255) throw new RangeError(`there is no unit ${unit}`)
  if (pdu.length < 1 || pdu.length > pduBytesMax) throw new RangeError(`a PDU has from 1 to ${pduBytesMax} bytes`)
  const waiting: QueuedRequest = {
    by,
    client,
    unit,
    pdu: new Uint8Array(pdu),
    timeoutMs,
    line,
    settle: (answer) => {
      waiting.isSettled = true
      settle(answer)
    },
    isSettled: false,
  }
  return waiting
}

/** Calls `cancel` when the requester aborts before the request is settled. */
export const onAbort = (waiting: QueuedRequest, signal: AbortSignal, cancel: () => void): void => {
  const { settle } = waiting
  signal.addEventListener('abort', cancel)
  waiting.settle = (answer) => {
    signal.removeEventListener('abort', cancel)
    settle(answer)
  }
}

/** The part of the setting `serial` that the bus works by. */
export interface BusSettings extends LineSettings {
  /** 0 slave, 1 master, 2 raw. */
  readonly hdxMode: 0 | 1 | 2
  /** Exponent: the silence between frames is multiplied by 2 to this power. */
  readonly delayForRtuQ: number
  /** Response timeout; 0 for the default of the bus. */
  readonly delayForRtuMs: number
  readonly delayForAsciiMs: number
}

/** Whether the port needs no reopening; the framing does not matter. */
export const isSamePort = (a: LineSettings, b: LineSettings): boolean =>
  a.baudRate === b.baudRate && a.charFormat === b.charFormat
