import { Mutex } from '@busbar/kit'
import type { AlertStatus } from '../directory.sql.ts'
import type { Topics } from './topics.rules.ts'

/** A message for each alert that was ever active, by topic. */
const alertMessages = (alerts: readonly AlertStatus[], topics: Topics): Map<string, string> =>
  new Map(
    alerts.map(({ slug, isActive, isConfirmed, on }) => [
      topics.alert(slug),
      JSON.stringify({ active: isActive, t: new Date(on).toISOString(), confirmed: isConfirmed }),
    ]),
  )

/** Publishes the status of alerts when it changes. */
export class AlertBoard {
  readonly #topics: Topics
  /** Alerts of the organization as they stand now. */
  readonly #alerts: () => Promise<readonly AlertStatus[]>
  /** An empty message makes the broker forget a topic. */
  readonly #publish: (topic: string, payload: string) => void
  readonly #mutex = new Mutex()
  #published = new Map<string, string>()
  #isDue = false

  constructor(
    topics: Topics,
    alerts: () => Promise<readonly AlertStatus[]>,
    publish: (topic: string, payload: string) => void,
  ) {
    this.#topics = topics
    this.#alerts = alerts
    this.#publish = publish
  }

  /** A broker that was away may have forgotten everything. */
  clear(): void {
    this.#published.clear()
  }

  /** Published topics. */
  topics(): string[] {
    return [...this.#published.keys()]
  }

  #takeDue(): boolean {
    const isDue = this.#isDue
    this.#isDue = false
    return isDue
  }

  /** Looks once for all that happened before. */
  async update(): Promise<void> {
    this.#isDue = true
    const unlock = await this.#mutex.lock()
    try {
      if (!this.#takeDue()) return
      const messages = alertMessages(await this.#alerts(), this.#topics)
      for (const [topic, payload] of messages) if (this.#published.get(topic) !== payload) this.#publish(topic, payload)
      for (const topic of this.#published.keys()) if (!messages.has(topic)) this.#publish(topic, '')
      this.#published = messages
    } finally {
      unlock()
    }
  }
}
