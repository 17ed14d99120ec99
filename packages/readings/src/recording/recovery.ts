import type { Clock } from '@busbar/kit'

const restMinMs = 200
const restMaxMs = 5000
/** Batches above this size are not searched for the failing poll. */
const searchPollsMax = 4096

/** Decides how a recorder continues after a failed write: the wait, and the size of the batches that find the refused poll. */
export class Recovery {
  /** Limit of the next batch; finite while a poll is searched for that the database refuses. */
  batchPollsMax = Infinity
  /** True if the next batch is recorded without the work that joins its transaction. */
  isBare = false
  readonly #clock: Clock
  readonly #rests = new Set<() => void>()
  #restMs = restMinMs

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isSearching(): boolean {
    return this.batchPollsMax < Infinity
  }

  succeed(): void {
    this.isBare = false
    this.batchPollsMax = this.batchPollsMax >= searchPollsMax ? Infinity : this.batchPollsMax * 2
    this.#restMs = restMinMs
  }

  /** Waits longer after each failure, up to five seconds. */
  async rest(): Promise<void> {
    const restMs = this.#restMs
    this.#restMs = Math.min(restMs * 2, restMaxMs)
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.after(restMs, resolve)
    this.#rests.add(resolve)
    await promise
    cancel()
    this.#rests.delete(resolve)
  }

  /** Ends all waits. */
  end(): void {
    for (const end of this.#rests) end()
  }
}
