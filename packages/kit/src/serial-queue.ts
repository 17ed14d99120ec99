interface SerialQueueOptions {
  /** Tasks that are running or wait; one more is refused. */
  max: number
  /** The error of a refusal. */
  full: () => Error
}

/** Runs tasks one after the other; a task that fails does not stop the next one. */
export class SerialQueue {
  readonly #options: SerialQueueOptions
  #size = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: SerialQueueOptions) {
    this.#options = options
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    const { max, full } = this.#options
    if (this.#size >= max) throw full()
    this.#size += 1
    const running = this.#last.then(task).finally(() => {
      this.#size -= 1
    })
    this.#last = running.catch(() => undefined)
    return running
  }
}
