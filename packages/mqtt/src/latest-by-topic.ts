import type { Message } from './connection.ts'

/**
 * What waits for a broker: of each topic the newest message alone, in the order in which topics came. So memory ends with the number of topics,
 * and a broker that was away is not told yesterday's value as today's.
 */
export class LatestByTopic {
  readonly #waiting = new Map<string, Message>()
  readonly #topicsMax: number
  /** Messages in whose place a newer one came. */
  coalesced = 0
  /** Messages for which there was no room. */
  dropped = 0

  constructor(topicsMax: number) {
    this.#topicsMax = topicsMax
  }

  get size(): number {
    return this.#waiting.size
  }

  put(message: Message): void {
    const isKnown = this.#waiting.has(message.topic)
    if (!isKnown && this.#waiting.size >= this.#topicsMax) {
      this.dropped += 1
      return
    }
    if (isKnown) this.coalesced += 1
    this.#waiting.set(message.topic, message)
  }

  /** One that was taken and did not arrive; a newer one goes before it. */
  putBack(message: Message): void {
    if (this.#waiting.has(message.topic)) this.coalesced += 1
    else this.put(message)
  }

  take(): Message | undefined {
    const [first] = this.#waiting.values()
    if (first !== undefined) this.#waiting.delete(first.topic)
    return first
  }
}
