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
  /** The client behind the connection `by`, such as its address: all its connections share one turn. */
  readonly client?: string
  readonly unit: number
  readonly pdu: Uint8Array
  /** For the answer to begin, counted from the end of sending; the bus's own where none is given. */
  readonly timeoutMs?: number
  /** Another speed and format for this request alone; the line is given back as it was. */
  readonly line?: LineSettings
  /** Aborted while it waits, a request is not sent. */
  readonly signal?: AbortSignal
}

/** `ForeignTraffic`: another master uses the line, so the answer may be its own. `DuplicateUnit`: two devices answered. */
export type DisturbedBy = 'ForeignTraffic' | 'DuplicateUnit'

/** `slave`: the port answers a master and sends no requests. `dropped`: who asked has gone. */
export type BusFailure = 'timeout' | 'crc' | DisturbedBy | 'closed' | 'full' | 'dropped' | 'slave'

/** The answer's PDU (empty after a broadcast), or why there is none. */
export type BusAnswer = { readonly ok: Uint8Array } | { readonly err: BusFailure }

/** The wire's one door. */
export interface FieldBus {
  transact(request: BusRequest): Promise<BusAnswer>
}

/** A request that waits for its turn. */
export interface QueuedRequest {
  readonly by: string
  readonly client: string | undefined
  readonly unit: number
  /** A copy: who asks may use the bytes again. */
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

/** Calls `cancel` when its asker goes, until it is settled. */
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
  /** The silence between frames is multiplied by 2 to the power of this. */
  readonly delayForRtuQ: number
  /** For an answer to begin; 0 is the bus's own. */
  readonly delayForRtuMs: number
  readonly delayForAsciiMs: number
}

/** Would a port have to be set again? How frames look is no matter to it. */
export const isSamePort = (a: LineSettings, b: LineSettings): boolean =>
  a.baudRate === b.baudRate && a.charFormat === b.charFormat
