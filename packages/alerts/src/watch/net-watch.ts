import { type Clock, Periodic } from '@busbar/kit'
import type { NetFact } from '../alert-state.ts'

/** A link that came or went; `on` is in milliseconds since 1970. */
export interface ConnectionChange {
  netId: number
  isConnected: boolean
  on: number
  /** Why it went; null where it came or was closed on purpose. */
  error: string | null
}

/** The links of all networks, as alerts see them. */
export interface Links {
  onConnection(listener: (change: ConnectionChange) => void): () => void
  statuses(): ReadonlyMap<number, { isConnected: boolean }>
}

export interface NetWatchOptions {
  links: Links
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
  /** The same fact may be reported twice. */
  onFact: (fact: NetFact) => void
}

const recheckMs = 30_000

/**
 * Reports the connection state of networks. Links report their own changes; networks that never connected, or were
 * disconnected on purpose, are found by a periodic comparison.
 */
export class NetWatch {
  readonly #options: NetWatchOptions
  #missing = new Set<number>()
  readonly #rechecks: Periodic
  #unsubscribe: () => void = () => {}

  constructor(options: NetWatchOptions) {
    const { clock, log } = options
    this.#options = options
    this.#rechecks = new Periodic({
      name: 'networks',
      clock,
      everyMs: recheckMs,
      work: () => this.#recheck(),
      onError: (error) => log.error({ err: error }, 'the connections of networks were not checked'),
    })
  }

  start(): void {
    this.#unsubscribe = this.#options.links.onConnection(({ netId, isConnected, on, error }) => {
      if (isConnected || error !== null) this.#options.onFact({ kind: 'net', netId, isConnected, on })
    })
    this.#rechecks.start()
  }

  stop(): Promise<void> {
    this.#unsubscribe()
    return this.#rechecks.stop()
  }

  #recheck(): void {
    const { links, now, onFact } = this.#options
    const missing = new Set<number>()
    for (const [netId, { isConnected }] of links.statuses()) {
      if (!isConnected) missing.add(netId)
      if (isConnected || this.#missing.has(netId)) onFact({ kind: 'net', netId, isConnected, on: now().getTime() })
    }
    this.#missing = missing
  }
}
