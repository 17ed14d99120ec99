import type { Envelope, Frame, Parser, ParserEvents } from './frame.ts'

const headBytes = 7
const lengthMin = 2
const lengthMax = 254
const frameMax = 6 + lengthMax

const writeTo = ({ transaction, unit, pdu }: Frame, bytes: Uint8Array, at: number): number => {
  const length = pdu.length + 1
  bytes[at] = transaction >> 8
  bytes[at + 1] = transaction
  bytes[at + 2] = 0
  bytes[at + 3] = 0
  bytes[at + 4] = length >> 8
  bytes[at + 5] = length
  bytes[at + 6] = unit
  bytes.set(pdu, at + headBytes)
  return at + headBytes + pdu.length
}

/** Modbus TCP: transaction, protocol 0, length, unit, PDU. */
export const tcp: Envelope = {
  name: 'tcp',
  silenceMs: null,
  encode(frame) {
    const bytes = Buffer.allocUnsafe(headBytes + frame.pdu.length)
    writeTo(frame, bytes, 0)
    return bytes
  },
  writeTo,
  parser: (_direction, events) => new TcpParser(events),
}

/** A stream that lost its step cannot find it again (any bytes may be a head): a wrong head breaks it for good. */
class TcpParser implements Parser {
  readonly #events: ParserEvents
  readonly #rest = new Uint8Array(frameMax)
  pendingBytes = 0
  noise = 0
  #broken = false

  constructor(events: ParserEvents) {
    this.#events = events
  }

  push(bytes: Uint8Array): void {
    if (this.#broken) this.noise += bytes.length
    else this.#take(bytes, this.pendingBytes === 0 ? 0 : this.#finishPending(bytes))
  }

  silence(): void {}

  forget(): void {}

  /** Completes the frame begun by earlier bytes; gives how many of the new ones that took. */
  #finishPending(bytes: Uint8Array): number {
    let taken = this.#append(bytes, 0, headBytes)
    if (this.pendingBytes < headBytes) return taken
    const size = this.#size(this.#rest, 0)
    if (size === 0) return bytes.length
    taken += this.#append(bytes, taken, size)
    if (this.pendingBytes < size) return taken
    this.pendingBytes = 0
    this.#events.onFrame(frameAt(this.#rest, 0, size))
    return taken
  }

  /** Holds up to `total` bytes in all; gives how many it took. */
  #append(bytes: Uint8Array, from: number, total: number): number {
    const piece = bytes.subarray(from, from + Math.max(0, total - this.pendingBytes))
    this.#rest.set(piece, this.pendingBytes)
    this.pendingBytes += piece.length
    return piece.length
  }

  /** Gives every whole frame from `at` on without copying it, and keeps the rest. */
  #take(bytes: Uint8Array, from: number): void {
    let at = from
    while (bytes.length - at >= headBytes) {
      const size = this.#size(bytes, at)
      if (size === 0) return
      if (bytes.length - at < size) break
      this.#events.onFrame(frameAt(bytes, at, at + size))
      at += size
    }
    if (at === bytes.length) return
    this.#rest.set(bytes.subarray(at), 0)
    this.pendingBytes = bytes.length - at
  }

  /** Bytes of the frame whose head is at `at`; 0 when that is no head. */
  #size(bytes: Uint8Array, at: number): number {
    const protocol = word(bytes, at + 2)
    const length = word(bytes, at + 4)
    if (protocol === 0 && length >= lengthMin && length <= lengthMax) return 6 + length
    this.#broken = true
    this.pendingBytes = 0
    this.noise += bytes.length - at
    this.#events.onBroken(protocol === 0 ? `a length of ${length}` : `protocol ${protocol}`)
    return 0
  }
}

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

const frameAt = (bytes: Uint8Array, start: number, end: number): Frame => ({
  transaction: word(bytes, start),
  unit: bytes[start + 6] ?? 0,
  // `slice` of a Buffer would return a view; a caller that keeps the PDU copies it.
  pdu: new Uint8Array(bytes.buffer, bytes.byteOffset + start + headBytes, end - start - headBytes),
})
