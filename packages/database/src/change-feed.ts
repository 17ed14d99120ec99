import type { Clock } from '@busbar/kit'
import type { Sql } from './sql.ts'

export interface ChangeFeedOptions {
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void }
  channel: string
  /** Log message for a failed read. */
  failure: string
  /** Reads what has changed, by the notified names; null reads everything. */
  read: (names: readonly string[] | null) => Promise<void>
}

/** Changes arrive in bursts; those within this time are read together. */
const gatherMs = 5
const retryMs = 2_000

/** Reads everything once, then every change that the database notifies, with retries. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  #stale = new Set<string>()
  #isAllStale = false
  #isReading = false
  #isStopped = false
  #cancel: (() => void) | null = null
  #unlisten: () => Promise<void> = async () => {}

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Starts listening before the first read, so that no change is missed in between. */
  async start(): Promise<void> {
    const { sql, channel, read } = this.#options
    // Changes during the first read are read after it, so that an older result never comes last.
    this.#isReading = true
    let isFirst = true
    // Called at the start and after each reconnection, when changes may have been missed.
    const onListen = (): void => {
      if (!isFirst) this.#forgetAll()
      isFirst = false
    }
    this.#unlisten = await sql.listen(channel, (name) => this.#changed(name), onListen)
    await read(null)
    this.#isReading = false
    this.#readMore(gatherMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel?.()
    await this.#unlisten()
  }

  #changed(name: string): void {
    this.#stale.add(name)
    this.#readIn(gatherMs)
  }

  #forgetAll(): void {
    this.#isAllStale = true
    this.#readIn(gatherMs)
  }

  /** Only one read runs at a time; changes during a read are read after it. */
  #readIn(delayMs: number): void {
    if (this.#cancel || this.#isReading || this.#isStopped) return
    this.#cancel = this.#options.clock.after(delayMs, () => {
      this.#cancel = null
      void this.#readStale()
    })
  }

  async #readStale(): Promise<void> {
    const { log, failure, read } = this.#options
    const names = this.#isAllStale ? null : [...this.#stale]
    this.#stale = new Set()
    this.#isAllStale = false
    this.#isReading = true
    let delayMs = gatherMs
    try {
      await read(names)
    } catch (error) {
      if (!this.#isStopped) log.error({ err: error }, failure)
      if (names === null) this.#isAllStale = true
      else for (const name of names) this.#stale.add(name)
      delayMs = retryMs
    }
    this.#isReading = false
    this.#readMore(delayMs)
  }

  #readMore(delayMs: number): void {
    if (this.#isAllStale || this.#stale.size > 0) this.#readIn(delayMs)
  }
}
