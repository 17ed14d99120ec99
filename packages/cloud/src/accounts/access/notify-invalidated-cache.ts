import type { Sql } from '@busbar/database'
import type { DatabaseCache } from './forgetting-database.ts'
import { GroupedCache } from './grouped-cache.ts'

export interface NotifyInvalidatedCacheOptions<Value> {
  sql: Sql
  /** The channel `busbar_<topic>` tells every node what to forget; so does the setting `busbar.<topic>` of the transaction that changed it. */
  topic: string
  max: number
  /** What a value is forgotten by; the name of its own unless told. */
  groupOf?: (name: string, value: Value) => string
}

/** A read under way, and what was forgotten since it began: that may be wrong already. */
interface PendingRead {
  readonly stale: Set<string>
  isAllStale: boolean
}

/**
 * What was read from the database and holds until it tells otherwise: it names the groups to forget. Nothing is kept while it does not listen.
 */
export class NotifyInvalidatedCache<Value> implements DatabaseCache {
  readonly topic: string
  readonly #sql: Sql
  readonly #groupOf: (name: string, value: Value) => string
  readonly #known: GroupedCache<Value>
  readonly #readings = new Set<PendingRead>()
  #isListening = false
  #onInvalidated: (group: string | null) => void = () => {}
  #unlisten: () => Promise<void> = async () => {}

  constructor({ sql, topic, max, groupOf = (name) => name }: NotifyInvalidatedCacheOptions<Value>) {
    this.#sql = sql
    this.topic = topic
    this.#groupOf = groupOf
    this.#known = new GroupedCache(max)
  }

  async start(): Promise<void> {
    // Called at the start and whenever a lost connection is there again: changes meanwhile were missed.
    const begin = (): void => {
      this.#isListening = true
      this.#invalidate(null)
    }
    // Meanwhile rights may be taken away: nothing is kept until it is heard of again.
    const pause = (): void => {
      this.#isListening = false
      this.#invalidate(null)
    }
    this.#unlisten = await this.#sql.listen(`busbar_${this.topic}`, (group) => this.#invalidate(group), begin, pause)
  }

  async stop(): Promise<void> {
    this.#isListening = false
    this.forgetAll()
    await this.#unlisten()
  }

  /** For the one who must know at once when something is no longer so, whichever node changed it; null is anything. */
  onInvalidated(listener: (group: string | null) => void): void {
    this.#onInvalidated = listener
  }

  get(name: string): Value | undefined {
    return this.#known.get(name)
  }

  /** Reads, and keeps what comes of it, unless that was forgotten meanwhile. */
  async read(name: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const reading: PendingRead = { stale: new Set(), isAllStale: false }
    this.#readings.add(reading)
    try {
      const value = await read()
      if (value !== null && this.#isListening && !reading.isAllStale) {
        const group = this.#groupOf(name, value)
        if (!reading.stale.has(group)) this.#known.set(name, group, value)
      }
      return value
    } finally {
      this.#readings.delete(reading)
    }
  }

  forget(group: string): void {
    for (const { stale } of this.#readings) stale.add(group)
    this.#known.deleteGroup(group)
  }

  forgetAll(): void {
    for (const reading of this.#readings) reading.isAllStale = true
    this.#known.clear()
  }

  #invalidate(group: string | null): void {
    if (group === null) this.forgetAll()
    else this.forget(group)
    this.#onInvalidated(group)
  }
}
