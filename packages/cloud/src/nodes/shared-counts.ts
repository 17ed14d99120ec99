import type { Clock, RateLimit } from '@busbar/kit'
import { z } from 'zod'
import { fromBytes, type Messages, toBytes } from './messages/messages.ts'

export interface SharedCountsOptions {
  messages: Messages
  clock: Clock
  /** How many nodes live. */
  nodes: () => number
}

const publishMs = 250
const countsMessage = z.array(z.tuple([z.string(), z.string(), z.number(), z.number()]))

/** Others have heard by then. */
const travelMs = 100

/** Units of a key that were taken since the last announcement, with its time. */
interface UnsentCount {
  limit: number
  amount: number
}
interface RecentCount {
  sinceMs: number
  amount: number
}

/**
 * Limits that apply to all nodes together. Each node announces its use four times a second, and at once when the use
 * reaches its share of the limit. No node exceeds its share before others can have received the announcement, so
 * together they admit less than twice the limit while messages take less than 0.1 s. A disconnected node counts each
 * unit several times, for what others may admit.
 */
export class SharedCounts {
  readonly #options: SharedCountsOptions
  readonly #limits = new Map<string, RateLimit<string>>()
  readonly #unsent = new Map<string, Map<string, UnsentCount>>()
  readonly #recent = new Map<string, RecentCount>()
  #end: () => void = () => {}
  #cancel: () => void = () => {}

  constructor(options: SharedCountsOptions) {
    this.#options = options
  }

  add(name: string, limit: RateLimit<string>): void {
    const { messages, nodes } = this.#options
    this.#limits.set(name, limit)
    this.#unsent.set(name, new Map())
    limit.shared = {
      onTaken: (key, most, amount) => this.#taken(name, key, most, amount),
      weight: () => (messages.isConnected ? 1 : Math.max(1, nodes() / 2)),
      pauseMs: (key, most, amount) => this.#pauseMs(`${name} ${key}`, most, amount),
    }
  }

  start(): void {
    this.#end = this.#options.messages.subscribe('counts', (bytes) => {
      for (const [name, key, limit, amount] of countsMessage.safeParse(fromBytes(bytes)).data ?? []) {
        this.#limits.get(name)?.note(key, limit, amount)
      }
    })
    this.#arm()
  }

  stop(): void {
    this.#end()
    this.#cancel()
  }

  #arm(): void {
    this.#cancel = this.#options.clock.after(publishMs, () => {
      this.#publish()
      this.#arm()
    })
  }

  #taken(name: string, key: string, limit: number, amount: number): void {
    const unsent = this.#unsent.get(name)
    const sum = (unsent?.get(key)?.amount ?? 0) + amount
    unsent?.set(key, { limit, amount: sum })
    if (sum >= this.#share(limit)) this.#publish()
    const nowMs = this.#options.clock.now()
    const recent = this.#recent.get(`${name} ${key}`)
    if (recent !== undefined && nowMs - recent.sinceMs < travelMs) recent.amount += amount
    else this.#recent.set(`${name} ${key}`, { sinceMs: nowMs, amount })
  }

  #pauseMs(key: string, limit: number, amount: number): number {
    const nowMs = this.#options.clock.now()
    const recent = this.#recent.get(key)
    if (recent === undefined || nowMs - recent.sinceMs >= travelMs) return 0
    return recent.amount + amount > this.#share(limit) ? recent.sinceMs + travelMs - nowMs : 0
  }

  /** The share of a single node is the whole limit. */
  #share(limit: number): number {
    return Math.max(1, limit / Math.max(1, this.#options.nodes()))
  }

  #publish(): void {
    const nowMs = this.#options.clock.now()
    for (const [key, { sinceMs }] of this.#recent) if (nowMs - sinceMs >= travelMs) this.#recent.delete(key)
    const all = [...this.#unsent].flatMap(([name, unsent]) =>
      Array.from(unsent, ([key, { limit, amount }]) => [name, key, limit, amount] as const),
    )
    if (all.length === 0) return
    for (const unsent of this.#unsent.values()) unsent.clear()
    this.#options.messages.publish('counts', toBytes(all))
  }
}
