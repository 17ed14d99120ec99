import { type MessageType, messageTypes } from './message.ts'
import type { Verdict } from './retry.rules.ts'

const outcomes = ['sent', 'retried', 'failed', 'unclear', 'dropped'] as const
type Outcome = (typeof outcomes)[number]

/** What came of messages since the start, by channel. */
export class MessageCounts {
  readonly #counts = messageTypes.flatMap((channel) => outcomes.map((outcome) => ({ channel, outcome, count: 0 })))

  add(channel: MessageType, state: Verdict['state'] | 'dropped'): void {
    const outcome: Outcome = state === 'waiting' ? 'retried' : state
    const found = this.#counts.find((one) => one.channel === channel && one.outcome === outcome)
    if (found !== undefined) found.count += 1
  }

  all(): readonly { channel: MessageType; outcome: Outcome; count: number }[] {
    return this.#counts
  }
}
