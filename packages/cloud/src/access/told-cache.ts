import type { Sql } from '../db/sql.ts'

/**
 * What was read from the database and holds until it tells otherwise: on `channel` it names what to forget, or nothing when all is to
 * be forgotten. Nothing is kept while nobody listens.
 */
export class ToldCache<Value> {
  readonly #sql: Sql
  readonly #channel: string
  readonly #max: number
  readonly #known = new Map<string, Value>()
  /** How often something was forgotten: what was read meanwhile may be wrong already. */
  #forgotten = 0
  #isListening = false
  #onTold: () => void = () => {}
  #unlisten: () => Promise<void> = async () => {}

  constructor(sql: Sql, channel: string, max: number) {
    this.#sql = sql
    this.#channel = channel
    this.#max = max
  }

  async start(): Promise<void> {
    // Called at the start and whenever a lost connection is there again: meanwhile nobody told of changes.
    const begin = (): void => {
      this.#isListening = true
      this.#hear('')
    }
    // Meanwhile rights may be taken away: nothing is kept until it is heard of again.
    const pause = (): void => {
      this.#isListening = false
      this.#hear('')
    }
    this.#unlisten = await this.#sql.listen(this.#channel, (name) => this.#hear(name), begin, pause)
  }

  async stop(): Promise<void> {
    this.#isListening = false
    this.forget('')
    await this.#unlisten()
  }

  /** For the one who must know at once when something is no longer so, whichever node changed it. */
  onTold(listener: () => void): void {
    this.#onTold = listener
  }

  get(name: string): Value | undefined {
    return this.#known.get(name)
  }

  /** Reads, and keeps what comes of it, unless something was forgotten meanwhile. */
  async read(name: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const forgotten = this.#forgotten
    const value = await read()
    if (value !== null && this.#isListening && forgotten === this.#forgotten) this.#remember(name, value)
    return value
  }

  /** One thing, or all where `name` is empty. */
  forget(name: string): void {
    this.#forgotten += 1
    if (name === '') this.#known.clear()
    else this.#known.delete(name)
  }

  #hear(name: string): void {
    this.forget(name)
    this.#onTold()
  }

  #remember(name: string, value: Value): void {
    this.#known.set(name, value)
    const [oldest] = this.#known.keys()
    if (this.#known.size > this.#max && oldest !== undefined) this.#known.delete(oldest)
  }
}
