/** Lets one go on after the other, in the order in which they came. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is the caller's turn; calling the answer ends that. */
  async turn(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}
