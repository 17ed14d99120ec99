import { type Direction, pduSize } from '../pdu/pdu.ts'
import { more, unknownSize } from '../pdu/sizes.ts'
import { crc16 } from './crc.ts'
import type { Envelope, Parser, ParserEvents } from './frame.ts'

const frameMin = 4
const frameMax = 256

/** Modbus RTU: unit, PDU, CRC with its low byte first. */
export const rtu: Envelope = {
  name: 'rtu',
  silenceMs: 20,
  encode({ unit, pdu }) {
    const bytes = new Uint8Array(pdu.length + 3)
    bytes[0] = unit
    bytes.set(pdu, 1)
    const crc = crc16(bytes, 0, pdu.length + 1)
    bytes[pdu.length + 1] = crc
    bytes[pdu.length + 2] = crc >> 8
    return bytes
  },
  parser: (direction, events) => new RtuParser(direction, events),
}

/**
 * Frames end where their length says and the CRC agrees. Where one does not, its first byte was noise and the search goes on
 * behind it. Functions of unknown length end with silence. Pauses inside a frame do no harm: adapters and networks make them.
 */
class RtuParser implements Parser {
  readonly #direction: Direction
  readonly #events: ParserEvents
  readonly #bytes = new Uint8Array(2 * frameMax)
  #start = 0
  #end = 0
  noise = 0

  constructor(direction: Direction, events: ParserEvents) {
    this.#direction = direction
    this.#events = events
  }

  get pendingBytes(): number {
    return this.#end - this.#start
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#start >= frameMax) this.#toFront()
      const piece = bytes.subarray(at, at + this.#bytes.length - this.#end)
      this.#bytes.set(piece, this.#end)
      this.#end += piece.length
      at += piece.length
      while (this.#step());
    }
  }

  silence(): void {
    if (this.pendingBytes > 0 && this.#frameEnd(this.#start) === unknownSize) this.#take(this.#start, this.#end)
    for (let at = this.#start; at < this.#end; at += 1) {
      const end = this.#frameEnd(at)
      // The frame's handler may have had the rest forgotten: the search goes on where that ends.
      if (end > 0 && this.#take(at, end)) at = this.#start - 1
    }
    while (this.pendingBytes > 0 && !this.#mayGrow()) this.#drop(1)
  }

  forget(): void {
    this.#drop(this.pendingBytes)
  }

  /** Takes a frame or drops a byte of noise from the front; false when only more bytes, or silence, can tell. */
  #step(): boolean {
    if (this.pendingBytes === 0) return false
    const end = this.#frameEnd(this.#start)
    const waits = end === unknownSize || this.#mayGrow()
    if (waits && this.pendingBytes < frameMax) return false
    if (waits || !this.#take(this.#start, end)) this.#drop(1)
    return true
  }

  /** Returns whether the pending bytes can become a frame of known length. */
  #mayGrow(): boolean {
    const end = this.#frameEnd(this.#start)
    return end === more || end > this.#end
  }

  /** Returns the end of the frame that starts at `at`; or `more`, or `unknownSize`. */
  #frameEnd(at: number): number {
    const size = pduSize(this.#direction, this.#bytes, at + 1, this.#end)
    return size > 0 ? at + size + 3 : size
  }

  /** Gives the frame, if it is one; what lies before it was noise. */
  #take(start: number, end: number): boolean {
    if (end > this.#end || end - start < frameMin || end - start > frameMax) return false
    const crc = (this.#bytes[end - 2] ?? 0) | ((this.#bytes[end - 1] ?? 0) << 8)
    if (crc16(this.#bytes, start, end - 2) !== crc) return false
    this.noise += start - this.#start
    this.#start = end
    this.#events.onFrame({
      transaction: 0,
      unit: this.#bytes[start] ?? 0,
      pdu: this.#bytes.subarray(start + 1, end - 2),
    })
    return true
  }

  #drop(count: number): void {
    this.#start += count
    this.noise += count
  }

  #toFront(): void {
    this.#bytes.copyWithin(0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
  }
}
