import type { ContentEncoding } from './accepted-encoding.ts'

/**
 * An answer that is JSON already, because a database wrote it so: it is sent as it is. That it is of the endpoint's
 * schema is seen by tests, not by the compiler.
 */
export class JsonText {
  readonly text: string | Buffer

  constructor(text: string | Buffer) {
    this.text = text
  }
}

/** One that is given again and again: what it is packed to is kept with it, and a client that has it gets 304. */
export class KeptText extends JsonText {
  /** Another text has another. */
  readonly tag: string
  readonly packings = new Map<ContentEncoding, Buffer>()

  constructor(text: string | Buffer, tag: string) {
    super(text)
    this.tag = tag
  }

  get bytes(): number {
    let sum = this.text.length
    for (const { length } of this.packings.values()) sum += length
    return sum
  }
}
