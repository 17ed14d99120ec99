import type { BusAnswer, BusRequest, LineSettings } from './request.ts'

/** A request that waits for its turn. */
export interface Waiting {
  readonly by: string
  readonly priority: 0
  readonly unit: number
  /** A copy: who asks may use the bytes again. */
  readonly pdu: Uint8Array
  readonly timeoutMs: number | undefined
  readonly line: LineSettings | undefined
  settle: (answer: BusAnswer) => void
  isSettled: boolean
}

const pduBytesMax = 253

export const waitingFor = (request: BusRequest, settle: (answer: BusAnswer) => void): Waiting => {
  const { by, unit, pdu, timeoutMs, line } = request
  if (!Number.isInteger(unit) || unit < 0 || unit > 255) throw new RangeError(`there is no unit ${unit}`)
  if (pdu.length < 1 || pdu.length > pduBytesMax) throw new RangeError(`a PDU has from 1 to ${pduBytesMax} bytes`)
  const waiting: Waiting = {
    by,
    priority: 0,
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

/** Calls `gone` when its asker goes, until it is settled. */
export const heed = (waiting: Waiting, signal: AbortSignal, gone: () => void): void => {
  const { settle } = waiting
  signal.addEventListener('abort', gone)
  waiting.settle = (answer) => {
    signal.removeEventListener('abort', gone)
    settle(answer)
  }
}
