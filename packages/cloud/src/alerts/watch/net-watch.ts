import { type Clock, Periodic } from '@busbar/kit'
import type { ConnectionEvent } from '../../field/link/net-link.ts'
import type { NetFact } from '../alert-state.ts'

/** What is asked of the links. */
export interface Links {
  onConnection(listener: (event: ConnectionEvent) => void): () => void
  statuses(): ReadonlyMap<number, { isConnected: boolean }>
}

export interface NetWatchOptions {
  links: Links
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
  /** The same may be told twice. */
  onFact: (fact: NetFact) => void
}

const recheckMs = 30_000

/**
 * Tells which networks are connected. Links tell of themselves when they come and go; those that never came, or were ended on purpose and
 * stay away, are found by looking twice.
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
