import type { Envelope, Parser, ParserEvents } from './frame.ts'

const frameBytesMax = 255
const colon = 0x3a
const carriageReturn = 0x0d
const lineFeed = 0x0a
const hexDigits = new TextEncoder().encode('0123456789ABCDEF')
const notHex = 0xff
const hexValues = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? notHex : value
})

/** Modbus ASCII: `:`, unit, PDU and LRC as hexadecimal digits, CR LF. Any `:` begins again. */
export const ascii: Envelope = {
  name: 'ascii',
  silenceMs: 1000,
  encode({ unit, pdu }) {
    const bytes = new Uint8Array(2 * pdu.length + 7)
    let at = 0
    const put = (code: number): void => {
      bytes[at] = code
      at += 1
    }
    const putHex = (byte: number): void => {
      put(hexDigits[byte >> 4] ?? 0)
      put(hexDigits[byte & 15] ?? 0)
    }
    put(colon)
    putHex(unit)
    for (const byte of pdu) putHex(byte)
    putHex(-pdu.reduce((sum, byte) => sum + byte, unit) & 0xff)
    put(carriageReturn)
    put(lineFeed)
    return bytes
  },
  parser: (_direction, events) => new AsciiParser(events),
}

class AsciiParser implements Parser {
  readonly #events: ParserEvents
  readonly #bytes = new Uint8Array(frameBytesMax)
  /** Characters since the colon; 0 outside a frame. */
  pendingBytes = 0
  noise = 0
  #returned = false

  constructor(events: ParserEvents) {
    this.#events = events
  }

  push(bytes: Uint8Array): void {
    for (const code of bytes) this.#character(code)
  }

  silence(): void {
    this.#drop(0)
  }

  forget(): void {
    this.#drop(0)
  }

  #character(code: number): void {
    const digits = this.pendingBytes - 1
    const value = hexValues[code] ?? notHex
    if (code === colon) {
      this.#drop(0)
      this.pendingBytes = 1
    } else if (this.pendingBytes === 0) {
      this.noise += 1
    } else if (this.#returned) {
      if (code === lineFeed) this.#end(digits)
      else this.#drop(1)
    } else if (value !== notHex && digits < 2 * frameBytesMax) {
      const at = digits >> 1
      this.#bytes[at] = digits & 1 ? ((this.#bytes[at] ?? 0) << 4) | value : value
      this.pendingBytes += 1
    } else if (code === carriageReturn) {
      this.#returned = true
    } else {
      this.#drop(1)
    }
  }

  #end(digits: number): void {
    const length = digits >> 1
    const isComplete = digits % 2 === 0 && length >= 3
    const sum = this.#bytes.subarray(0, length).reduce((all, byte) => all + byte, 0)
    if (!isComplete || (sum & 0xff) !== 0) return this.#drop(1)
    this.pendingBytes = 0
    this.#returned = false
    this.#events.onFrame({ transaction: 0, unit: this.#bytes[0] ?? 0, pdu: this.#bytes.subarray(1, length - 1) })
  }

  /** Counts the pending bytes and `more` characters as noise. */
  #drop(more: number): void {
    this.noise += this.pendingBytes + (this.#returned ? 1 : 0) + more
    this.pendingBytes = 0
    this.#returned = false
  }
}
