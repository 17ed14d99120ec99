import { openSql, type Sql } from '@busbar/database'
import type { LeaseState } from './lease.rules.ts'
import type { LeaseStore } from './lease-keeper.ts'
import {
  giveLeases,
  type LeaseRenewal,
  type OwnNode,
  removeNode,
  renew,
  type TakenLease,
  takeLeases,
} from './leases.sql.ts'

export interface SqlLeaseStoreOptions {
  sql: Sql
  own: OwnNode
  /** Load of the node, for display. */
  facts: () => object
}

const closePatienceMs = 1000
/** Statements that are cancelled here must end in the database, too. */
const patience = '-c lock_timeout=1500 -c statement_timeout=1900'

/** Leases in the database, over a separate connection, so that renewals never queue. */
export class SqlLeaseStore implements LeaseStore {
  readonly #options: SqlLeaseStoreOptions
  #session: Sql

  constructor(options: SqlLeaseStoreOptions) {
    this.#options = options
    this.#session = this.#open()
  }

  renew(isDraining: boolean): Promise<LeaseRenewal> {
    const { own, facts } = this.#options
    return renew(this.#session, own, isDraining, facts())
  }

  async take(seen: readonly LeaseState[]): Promise<TakenLease[]> {
    return takeLeases(this.#session, this.#options.own.id, seen)
  }

  give(leases: readonly Pick<LeaseState, 'name' | 'epoch'>[]): Promise<void> {
    return giveLeases(this.#session, this.#options.own.id, leases)
  }

  async leave(): Promise<void> {
    try {
      await removeNode(this.#session, this.#options.own.id)
    } finally {
      await this.#session.end(closePatienceMs)
    }
  }

  reset(): void {
    void this.#session.end(0).catch(() => {})
    this.#session = this.#open()
  }

  #open(): Sql {
    const { options } = this.#options.sql
    return openSql({ ...options, settings: `${options.settings ?? ''} ${patience}`, max: 1, idleMs: null })
  }
}
