import { openSql, type Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'

/** A lock that this node has. It is gone when the connection that took it is. */
export interface HeldLock {
  readonly isLost: boolean
  release(): Promise<void>
}

/** While another node has it; short beside any exchange with a device. */
const retryMs = 10
const closePatienceMs = 1_000

/**
 * Locks that hold between nodes. One session of the database has all of this node's, so that waiting for a slow device takes no
 * connection from others; who asks twice on one node gets it twice, so take turns first.
 */
export class NodeLocks {
  readonly #sql: Sql
  readonly #clock: Clock
  #session: Sql | null = null
  /** How many sessions there were: with each, all locks are gone. */
  #sessions = 0

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  start(): void {
    const onClose = (): void => {
      this.#sessions += 1
    }
    this.#session = openSql({ ...this.#sql.options, max: 1, idleMs: null, onClose })
  }

  async stop(): Promise<void> {
    await this.#session?.end(closePatienceMs)
    this.#session = null
  }

  /** Null: another node still has it at `dueAt`. */
  async take(key: bigint, dueAt: number): Promise<HeldLock | null> {
    const session = this.#session
    if (session === null) throw new Error('locks cannot be taken before the start or after the stop')
    for (;;) {
      const sessions = this.#sessions
      const [row] = await session<{ isOurs: boolean }[]>`select pg_try_advisory_lock(${key}) as "isOurs"`
      if (row?.isOurs === true) return this.#held(session, key, sessions)
      const leftMs = dueAt - this.#clock.now()
      if (leftMs <= 0) return null
      await new Promise<void>((resolve) => void this.#clock.after(Math.min(retryMs, leftMs), resolve))
    }
  }

  #held(session: Sql, key: bigint, sessions: number): HeldLock {
    const isLost = (): boolean => sessions !== this.#sessions
    return {
      get isLost() {
        return isLost()
      },
      async release() {
        // A session that is gone took its locks with it.
        if (!isLost()) await session`select pg_advisory_unlock(${key})`.catch(() => {})
      },
    }
  }
}
