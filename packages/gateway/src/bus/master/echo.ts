const nothing = new Uint8Array()

/** Removes exactly the adapter's echo of sent bytes from the received ones. */
export class Echo {
  /** True if the adapter echoes what it sends; undefined until an exchange has shown it. */
  isPresent: boolean | undefined
  #sent: Uint8Array = nothing
  #matched = 0
  #isComparing = false
  #isTelling = false

  /** `isMirrored`: the response may equal the request, so only the known behaviour of the adapter separates them. */
  expect(sent: Uint8Array, isMirrored: boolean): void {
    this.#sent = sent
    this.#matched = 0
    this.#isComparing = this.isPresent === true || !isMirrored
    this.#isTelling = this.#isComparing
  }

  /** Whether an expected echo is still missing. */
  get isPending(): boolean {
    return this.isPresent === true && this.#matched < this.#sent.length
  }

  /** Returns `bytes` without the echo. A possible beginning of an echo is held back. */
  strip(bytes: Uint8Array): Uint8Array {
    if (!this.#isComparing) return bytes
    const before = this.#matched
    let at = 0
    while (at < bytes.length && this.#matched < this.#sent.length && bytes[at] === this.#sent[this.#matched]) {
      at += 1
      this.#matched += 1
    }
    if (this.#matched === this.#sent.length) {
      this.#isComparing = false
      this.isPresent = true
      return bytes.subarray(at)
    }
    if (at === bytes.length) return nothing
    this.#isComparing = false
    this.#matched = 0
    return before === 0 ? bytes : Buffer.concat([this.#sent.subarray(0, before), bytes])
  }

  /** The line fell silent: the bytes held back were not the echo. */
  release(): Uint8Array {
    if (!this.#isComparing) return nothing
    const withheld = this.#sent.subarray(0, this.#matched)
    this.#isComparing = false
    this.#matched = 0
    return withheld
  }

  /** The complete echo has been received. */
  conclude(): void {
    if (this.#isTelling) this.isPresent = this.#matched === this.#sent.length
  }

  /** The sent frame came back among other bytes. */
  markReturned(): void {
    this.#matched = this.#sent.length
    this.#isComparing = false
  }

  /** Another adapter may be there. */
  forget(): void {
    this.isPresent = undefined
    this.expect(nothing, true)
  }
}
