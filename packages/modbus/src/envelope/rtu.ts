import { type Direction, pduSize } from '../pdu/pdu.ts'
import { more, untold } from '../pdu/sizes.ts'
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
 * behind it. Functions of unknown length end with silence.
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

  get held(): number {
    return this.#end - this.#start
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#start >= frameMax) this.#toFront()
      const piece = bytes.subarray(at, at + this.#bytes.length - this.#end)
      this.#bytes.set(piece, this.#end)
      this.#end += piece.length
      at += piece.length
      while (this.#step(false));
    }
  }

  silence(): void {
    while (this.#step(true));
    this.#start = 0
    this.#end = 0
  }

  /** Takes a frame or drops a byte of noise from the front; false when only more bytes can tell. */
  #step(quiet: boolean): boolean {
    if (this.held === 0) return false
    const size = this.#frameSize()
    const waits = size === more || size === untold || size > this.held
    if (waits && !quiet && this.held < frameMax) return false
    const end = size === untold ? this.#end : this.#start + size
    if (size !== more && this.#take(end)) return true
    this.#start += 1
    this.noise += 1
    return true
  }

  #frameSize(): number {
    const size = pduSize(this.#direction, this.#bytes, this.#start + 1, this.#end)
    return size > 0 ? size + 3 : size
  }

  #take(end: number): boolean {
    const start = this.#start
    if (end > this.#end || end - start < frameMin || end - start > frameMax) return false
    const crc = (this.#bytes[end - 2] ?? 0) | ((this.#bytes[end - 1] ?? 0) << 8)
    if (crc16(this.#bytes, start, end - 2) !== crc) return false
    this.#start = end
    this.#events.onFrame({
      transaction: 0,
      unit: this.#bytes[start] ?? 0,
      pdu: this.#bytes.subarray(start + 1, end - 2),
    })
    return true
  }

  #toFront(): void {
    this.#bytes.copyWithin(0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
  }
}
