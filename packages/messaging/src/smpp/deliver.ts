import { at } from '@busbar/kit'
import { gsm7Text } from './gsm7.ts'

/** An SMS that a phone sent to this installation. */
export interface IncomingSms {
  from: string
  text: string
}

/** Bits of the message type; 0 is a message of a person. */
const purposeMask = 0x3c
const hasHeaderFlag = 0x40
const payloadTag = 0x0424

/** Reads the body of a `deliver_sm`; null where it is no message of a person, or is not whole. */
export const readDeliver = (body: Buffer): IncomingSms | null => {
  const fields = new Fields(body)
  fields.cString()
  fields.skip(2)
  const from = fields.cString()
  fields.skip(2)
  fields.cString()
  const esmClass = fields.byte()
  fields.skip(2)
  fields.cString()
  fields.cString()
  fields.skip(2)
  const dataCoding = fields.byte()
  fields.skip(1)
  const short = fields.bytes(fields.byte())
  const payload = fields.option(payloadTag) ?? short
  if (fields.isOver || (esmClass & purposeMask) !== 0) return null
  const hasHeader = (esmClass & hasHeaderFlag) !== 0 && payload.length > 0
  const content = hasHeader ? payload.subarray(1 + at(payload, 0)) : payload
  return { from, text: decoded(content, dataCoding) }
}

const decoded = (bytes: Buffer, dataCoding: number): string => {
  if (dataCoding === 8)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
  return dataCoding === 0 ? gsm7Text(bytes) : bytes.toString('latin1')
}

/** Reads one field after another; reading beyond the end returns nothing and is recorded. */
class Fields {
  readonly #body: Buffer
  #at = 0
  isOver = false

  constructor(body: Buffer) {
    this.#body = body
  }

  byte(): number {
    // Past the end there is no byte: `isOver` is set, and the message is refused.
    const [byte = 0] = this.bytes(1)
    return byte
  }

  skip(count: number): void {
    this.bytes(count)
  }

  bytes(count: number): Buffer {
    const part = this.#body.subarray(this.#at, this.#at + count)
    if (part.length < count) this.isOver = true
    this.#at += count
    return part
  }

  cString(): string {
    const end = this.#body.indexOf(0, this.#at)
    if (end < 0) this.isOver = true
    const text = this.#body.toString('latin1', this.#at, Math.max(this.#at, end))
    this.#at = end < 0 ? this.#body.length : end + 1
    return text
  }

  /** Returns an optional parameter; these follow all fields. */
  option(tag: number): Buffer | undefined {
    while (this.#at + 4 <= this.#body.length) {
      const [found, length] = [this.#body.readUInt16BE(this.#at), this.#body.readUInt16BE(this.#at + 2)]
      this.#at += 4
      const value = this.bytes(length)
      if (found === tag) return value
    }
    return undefined
  }
}
