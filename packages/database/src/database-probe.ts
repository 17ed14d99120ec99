import type { Clock } from '@busbar/kit'
import type { Sql } from './sql.ts'
import { silentDatabase, unavailability } from './unavailable.ts'

interface DatabaseProbeOptions {
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void; info(details: object, message: string): void }
}

interface DatabaseFacts {
  isReadOnly: boolean
  /** Connections of this process by state. */
  connections: readonly { state: string; count: number }[]
}

export type DatabaseAnswer = { ok: DatabaseFacts } | { err: string }

/** Time without a response after which it is logged. */
const silentMsMax = 5000

/**
 * Checks whether the database responds. However many callers ask, only one small statement is pending, so that none
 * pile up on a hanging server.
 */
export class DatabaseProbe {
  readonly #options: DatabaseProbeOptions
  #pending: { at: number; answer: Promise<DatabaseAnswer> } | null = null
  #isSilenceLogged = false

  constructor(options: DatabaseProbeOptions) {
    this.#options = options
  }

  /** Age of the pending statement; 0 for none. */
  get silentMs(): number {
    return this.#pending === null ? 0 : this.#options.clock.now() - this.#pending.at
  }

  /** Starts a query unless one is pending; callers without a result in time receive a timeout. */
  async within(ms: number): Promise<DatabaseAnswer> {
    const { promise: late, resolve } = Promise.withResolvers<DatabaseAnswer>()
    const cancel = this.#options.clock.after(ms, () => resolve({ err: silentDatabase }))
    const answer = await Promise.race([this.ask(), late])
    cancel()
    return answer
  }

  ask(): Promise<DatabaseAnswer> {
    if (this.#pending !== null) return this.#pending.answer
    const { clock } = this.#options
    const cancel = clock.after(silentMsMax, () => this.#logSilence())
    const answer = this.#ask().finally(() => {
      cancel()
      this.#pending = null
    })
    this.#pending = { at: clock.now(), answer }
    return answer
  }

  async #ask(): Promise<DatabaseAnswer> {
    const { sql, log } = this.#options
    try {
      const rows = await sql<{ isReadOnly: boolean; state: string; count: number }[]>`
        select current_setting('transaction_read_only') = 'on' as "isReadOnly", coalesce(state, 'starting') as state, count(*) as count
        from pg_stat_activity
        where datname = current_database() and application_name like 'busbar%' group by 2 order by 2`
      if (this.#isSilenceLogged) log.info({}, 'the database responds again')
      this.#isSilenceLogged = false
      return {
        ok: {
          isReadOnly: rows[0]?.isReadOnly ?? false,
          connections: rows.map(({ state, count }) => ({ state, count })),
        },
      }
    } catch (error) {
      return { err: unavailability(error) ?? 'The database refuses queries' }
    }
  }

  #logSilence(): void {
    if (this.#isSilenceLogged) return
    this.#isSilenceLogged = true
    this.#options.log.error({ ms: silentMsMax }, 'the database accepts queries but does not respond')
  }
}
