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

/** A text that is sent repeatedly: its compressed forms are cached, and a client with the same text receives 304. */
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

  /** All clients with this encoding wait for the same compression. */
  keep(how: ContentEncoding, packing: Promise<Buffer>): void {
    this.#packings.set(how, packing)
    packing.then(
      ({ length }) => (this.#packedBytes += length),
      () => this.#packings.delete(how),
    )
  }
}
