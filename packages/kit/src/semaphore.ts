/** Runs at most `max` tasks at once; the others wait in the order they came. */
export class Semaphore {
  readonly #max: number
  readonly #waiting: (() => void)[] = []
  readonly #untilIdle: (() => void)[] = []
  #running = 0

  constructor(max: number) {
    this.#max = max
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await task()
    } finally {
      this.#next()
    }
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#untilIdle.push(resolve))
  }

  #next(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) return next()
    this.#running -= 1
    if (this.#running > 0) return
    for (const resolve of this.#untilIdle.splice(0)) resolve()
  }
}
