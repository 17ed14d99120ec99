import type { Sql } from '@busbar/database'
import type { DatabaseCache } from './forgetting-database.ts'

interface Entry<Value> {
  group: string
  value: Value
}

/** Values by name, of which whole groups can be deleted. Where there is no room the oldest gives way. */
class GroupedCache<Value> {
  readonly #max: number
  readonly #entries = new Map<string, Entry<Value>>()
  /** The names in each group, but for the one that is called like its group: so a value by itself needs none. */
  readonly #groups = new Map<string, Set<string>>()

  constructor(max: number) {
    this.#max = max
  }

  get(name: string): Value | undefined {
    return this.#entries.get(name)?.value
  }

  set(name: string, group: string, value: Value): void {
    this.delete(name)
    this.#entries.set(name, { group, value })
    if (group !== name) {
      const names = this.#groups.get(group)
      if (names === undefined) this.#groups.set(group, new Set([name]))
      else names.add(name)
    }
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#max && oldest !== undefined) this.delete(oldest)
  }

  delete(name: string): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    this.#entries.delete(name)
    const names = this.#groups.get(entry.group)
    names?.delete(name)
    if (names?.size === 0) this.#groups.delete(entry.group)
  }

  deleteGroup(group: string): void {
    if (this.#entries.get(group)?.group === group) this.#entries.delete(group)
    for (const name of this.#groups.get(group) ?? []) this.#entries.delete(name)
    this.#groups.delete(group)
  }

  clear(): void {
    this.#entries.clear()
    this.#groups.clear()
  }
}

export interface NotifyInvalidatedCacheOptions<Value> {
  sql: Sql
  /** The channel `busbar_<topic>` tells every node what to forget; so does the setting `busbar.<topic>` of the transaction that changed it. */
  topic: string
  max: number
  /** The group that invalidates a value; its own name by default. */
  groupOf?: (name: string, value: Value) => string
}

/** A read under way, and what was forgotten since it began: that may be wrong already. */
interface PendingRead {
  readonly stale: Set<string>
  isAllStale: boolean
}

/**
 * Caches values from the database. A notification names the groups to invalidate. Nothing is cached while the
 * connection that receives notifications is down.
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
    // Rights may be revoked without a notification while the connection is down, so nothing is cached.
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

  /** Reads a value and caches it unless it is invalidated during the read. */
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
