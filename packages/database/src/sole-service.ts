import type { Clock } from '@busbar/kit'
import { DatabaseProblem } from './problem.ts'
import { openSql, type Sql } from './sql.ts'

export interface SoleServiceOptions {
  sql: Sql
  clock: Clock
  log: { info(details: object, message: string): void }
  /** True if other services that share the work may use the database, too. */
  isShared?: boolean
}

/** Number of the advisory lock, which no other lock has. */
const key = 0x62_75_73_62_61_72n
const retryMs = 500
/** Time after which the database has noticed that a service was killed. */
const patienceMs = 15_000
const closePatienceMs = 1_000

/**
 * Ensures that a database is used by one service, or by several that share the work: two unrelated services would poll
 * the same devices and send every notification twice. The lock belongs to a session. If the session is lost, the lock
 * is taken again; if another service was faster, this one stops.
 */
export class SoleService {
  readonly #options: SoleServiceOptions
  readonly #session: Sql
  readonly #failed = Promise.withResolvers<Error>()
  #isStopped = false

  constructor(options: SoleServiceOptions) {
    this.#options = options
    const onClose = (): void => void this.#retake()
    this.#session = openSql({ ...options.sql.options, max: 1, idleMs: null, onClose })
  }

  /** Resolves when another service has taken over the database. */
  get failed(): Promise<Error> {
    return this.#failed.promise
  }

  async start(): Promise<void> {
    if (!(await this.#take())) throw await this.#problem()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#session.end(closePatienceMs)
  }

  async #take(): Promise<boolean> {
    const { clock, log, isShared = false } = this.#options
    for (const dueAt = clock.now() + patienceMs; ; ) {
      const [row] = isShared
        ? await this.#session<{ isOurs: boolean }[]>`select pg_try_advisory_lock_shared(${key}) as "isOurs"`
        : await this.#session<{ isOurs: boolean }[]>`select pg_try_advisory_lock(${key}) as "isOurs"`
      if (row?.isOurs === true) return true
      if (clock.now() >= dueAt || this.#isStopped) return false
      log.info({}, 'another service uses the database: waiting until it stops')
      await this.#rest()
    }
  }

  /** Retries as long as the database is unavailable. */
  async #retake(): Promise<void> {
    for (;;) {
      await this.#rest()
      if (this.#isStopped) return
      const isOurs = await this.#take().catch(() => null)
      if (isOurs === true) return
      if (isOurs === false) return this.#failed.resolve(await this.#problem())
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(retryMs, resolve))
  }

  async #problem(): Promise<DatabaseProblem> {
    const [holder] = await this.#session<{ since: Date; from: string | null }[]>`
      select a.backend_start as since, host(a.client_addr) as from
      from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and (l.classid::bigint << 32) + l.objid::bigint = ${key} limit 1`.catch(() => [])
    const who =
      holder === undefined
        ? ''
        : ` (connected since ${holder.since.toISOString()} from ${holder.from ?? 'this machine'})`
    return new DatabaseProblem(
      this.#options.isShared === true
        ? `A Busbar service without --nats uses this database${who}: stop that one first, and start it again with the same --nats as this one.`
        : `Another Busbar service uses this database${who}: stop that one first, give this one a database of its own, or start both with --nats, so that they share the work.`,
    )
  }
}
