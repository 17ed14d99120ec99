import type { Message } from './connection.ts'

/**
 * Messages that wait for a broker: only the newest of each topic, in the order of the topics. So memory is limited by
 * the number of topics, and a broker that was unreachable does not receive old values as current ones.
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

  /** Returns a message that was not delivered; a newer one of its topic replaces it. */
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
