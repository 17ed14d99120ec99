/** Lets one caller in at a time, in the order in which they came. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves with the function that lets the next caller in. */
  async lock(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}
