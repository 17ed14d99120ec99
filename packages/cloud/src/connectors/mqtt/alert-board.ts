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

/** What a broker is told of alerts: how each stands, when that has changed. */
export class AlertBoard {
  readonly #topics: Topics
  /** Alerts of the organization as they stand now. */
  readonly #alerts: () => Promise<readonly AlertStatus[]>
  /** An empty message makes the broker forget a topic. */
  readonly #put: (topic: string, payload: string) => void
  readonly #turns = new Mutex()
  #told = new Map<string, string>()
  #isDue = false

  constructor(
    topics: Topics,
    alerts: () => Promise<readonly AlertStatus[]>,
    put: (topic: string, payload: string) => void,
  ) {
    this.#topics = topics
    this.#alerts = alerts
    this.#put = put
  }

  /** A broker that was away may have forgotten everything. */
  clear(): void {
    this.#told.clear()
  }

  /** What was told, by topic. */
  topics(): string[] {
    return [...this.#told.keys()]
  }

  #takeDue(): boolean {
    const isDue = this.#isDue
    this.#isDue = false
    return isDue
  }

  /** Looks once for all that happened before. */
  async tell(): Promise<void> {
    this.#isDue = true
    const unlock = await this.#turns.lock()
    try {
      if (!this.#takeDue()) return
      const wanted = alertMessages(await this.#alerts(), this.#topics)
      for (const [topic, payload] of wanted) if (this.#told.get(topic) !== payload) this.#put(topic, payload)
      for (const topic of this.#told.keys()) if (!wanted.has(topic)) this.#put(topic, '')
      this.#told = wanted
    } finally {
      unlock()
    }
  }
}
