/** Lets so many in at once; the others wait in the order they came. Whoever waits holds a connection, of which there are only so many. */
export class Gate {
  readonly #max: number
  readonly #waiting: (() => void)[] = []
  readonly #untilEmpty: (() => void)[] = []
  #inside = 0

  constructor(max: number) {
    this.#max = max
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#max) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#inside += 1
    try {
      return await work()
    } finally {
      this.#out()
    }
  }

  /** Resolves when nobody is inside or waits. */
  async empty(): Promise<void> {
    if (this.#inside > 0) await new Promise<void>((resolve) => this.#untilEmpty.push(resolve))
  }

  #out(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) return next()
    this.#inside -= 1
    if (this.#inside > 0) return
    for (const resolve of this.#untilEmpty.splice(0)) resolve()
  }
}
