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
export class CachedJson extends JsonText {
  /** Another text has another. */
  readonly tag: string
  readonly #packings = new Map<ContentEncoding, Promise<Buffer>>()
  #packedBytes = 0

  constructor(text: string | Buffer, tag: string) {
    super(text)
    this.tag = tag
  }

  get bytes(): number {
    return this.text.length + this.#packedBytes
  }

  packing(how: ContentEncoding): Promise<Buffer> | undefined {
    return this.#packings.get(how)
  }

  /** What is being packed is waited for by all who want it so. */
  keep(how: ContentEncoding, packing: Promise<Buffer>): void {
    this.#packings.set(how, packing)
    packing.then(
      ({ length }) => (this.#packedBytes += length),
      () => this.#packings.delete(how),
    )
  }
}
