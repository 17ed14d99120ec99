import { pduSize } from '../pdu/pdu.ts'
import { crc16 } from './crc.ts'

/** Unit and checksum around a PDU. */
const framing = 3
const frameMin = 4
const frameMax = 256
/** Drivers that switch on may put so many bytes in front of a frame. */
const glitchMax = 2
/** Its length is not known yet. */
const pending = 0
/** No frame of this direction begins here. */
const none = -1

/**
 * Finds RTU requests of another master among the bytes of a line. Frames must begin where the one before ended or after silence, or up to
 * two bytes behind: a search at every byte would find a valid checksum inside long answers every few minutes.
 */
export class RequestSniffer {
  readonly #onRequest: (unit: number, pdu: Uint8Array, rest: Uint8Array) => void
  readonly #bytes = new Uint8Array(frameMax + glitchMax)
  #end = 0
  /** Bytes that are no frame came since the last silence. */
  #isLost = false

  /** `rest`: bytes received after the request. */
  constructor(onRequest: (unit: number, pdu: Uint8Array, rest: Uint8Array) => void) {
    this.#onRequest = onRequest
  }

  push(byte: number): void {
    if (this.#isLost) return
    this.#bytes[this.#end] = byte
    this.#end += 1
    this.#parse()
  }

  /** The line is quiet: a whole request is no beginning of a longer answer. A part of a frame may still be continued. */
  quiet(): void {
    for (let start = 0; start <= glitchMax && start < this.#end; start += 1) {
      const requestEnd = this.#frameEnd('ask', start)
      if (requestEnd > 0) return this.#found(start, requestEnd)
    }
  }

  /** The line was silent for so long that the next byte begins a frame. */
  forget(): void {
    this.#end = 0
    this.#isLost = false
  }

  #parse(): void {
    for (let start = 0; start <= glitchMax && start < this.#end; start += 1) {
      const answerEnd = this.#frameEnd('answer', start)
      if (answerEnd > 0) return this.#consume(answerEnd)
      const requestEnd = this.#frameEnd('ask', start)
      // A long answer may begin with what looks like a request: only its end tells.
      if (requestEnd > 0 && answerEnd === none) return this.#found(start, requestEnd)
      if (answerEnd === pending || requestEnd === pending) return
    }
    if (this.#end <= glitchMax) return
    this.#end = 0
    this.#isLost = true
  }

  /** Behind the frame, if a whole one with its checksum begins at `start`. */
  #frameEnd(direction: 'ask' | 'answer', start: number): number {
    const size = pduSize(direction, this.#bytes, start + 1, this.#end)
    if (size === 0) return pending
    const end = start + size + framing
    if (size < 0 || end - start < frameMin || end - start > frameMax) return none
    if (end > this.#end) return pending
    const crc = (this.#bytes[end - 2] ?? 0) | ((this.#bytes[end - 1] ?? 0) << 8)
    return crc16(this.#bytes, start, end - 2) === crc ? end : none
  }

  #found(start: number, end: number): void {
    const unit = this.#bytes[start] ?? 0
    const pdu = this.#bytes.slice(start + 1, end - 2)
    const rest = this.#bytes.slice(end, this.#end)
    this.#consume(end)
    this.#onRequest(unit, pdu, rest)
  }

  #consume(end: number): void {
    this.#bytes.copyWithin(0, end, this.#end)
    this.#end -= end
    this.#isLost = false
    if (this.#end > 0) this.#parse()
  }
}
