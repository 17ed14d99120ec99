import { isOutOfFiles } from '../unavailable.ts'
import { Connection, type ConnectionOptions, isOfServer, lost, plain } from './connection.ts'
import type { PreparedStatement, Rows } from './statement.ts'

export interface PoolOptions extends ConnectionOptions {
  /** Maximum number of connections. */
  max: number
  /** Idle time after which a connection is closed; null for never. */
  idleMs?: number | null
  /** Duration after which the pool checks whether the server is still executing a statement. */
  silentMs?: number
  /** Time limit of that check; without a result the server counts as dead. */
  checkMs?: number
  /** Called for every closed connection. */
  onClose?: () => void
}

type Waiter = PromiseWithResolvers<Connection>

const ended = (): Error => Object.assign(new Error('The database was closed'), { code: 'CONNECTION_ENDED' })

const silentMsDefault = 20_000
const checkMsDefault = 5_000
/** Concurrent statements of one connection. */
const togetherMax = 8
/** No statement is queued behind one that has been running longer than this. */
const quickMs = 5

/**
 * Opens connections on demand. A transaction has a connection of its own; single statements share connections that
 * respond quickly. If all are busy, callers wait in a queue. If the server is unreachable, all waiting callers fail at
 * once.
 */
export class Pool {
  readonly options: PoolOptions
  readonly #all = new Set<Connection>()
  /** The most recently used connection is used first, so that the others become idle. */
  readonly #idle: { connection: Connection; since: number }[] = []
  /** Connections with single statements. */
  readonly #sharing = new Set<Connection>()
  readonly #waiting: Waiter[] = []
  #opening = 0
  #isEnded = false
  #sweeper: NodeJS.Timeout | null = null
  #watcher: NodeJS.Timeout | null = null
  #onQuiet: () => void = () => {}

  constructor(options: PoolOptions) {
    this.options = options
  }

  status(): { open: number; busy: number; waiting: number } {
    return { open: this.#all.size, busy: this.#all.size - this.#idle.length, waiting: this.#waiting.length }
  }

  async run(statement: PreparedStatement): Promise<Rows> {
    const connection = this.#free() ?? this.#shared() ?? (await this.take())
    this.#sharing.add(connection)
    try {
      return await connection.run(statement)
    } finally {
      if (connection.waiting === 0 && this.#sharing.delete(connection)) this.release(connection)
    }
  }

  #free(): Connection | undefined {
    return this.#isEnded ? undefined : this.#idle.pop()?.connection
  }

  /** Returns a connection that is busy with quick statements, if no other can be opened. */
  #shared(): Connection | undefined {
    if (this.#isEnded || this.#all.size < this.options.max) return undefined
    const border = performance.now() - quickMs
    let best: Connection | undefined
    for (const connection of this.#sharing) {
      const isOpen = connection.waiting < togetherMax && connection.waitingSince > border && !connection.isLost
      if (isOpen && connection.waiting < (best?.waiting ?? Number.POSITIVE_INFINITY)) best = connection
    }
    return best
  }

  /** Takes a connection for exclusive use until it is released. */
  take(): Promise<Connection> {
    if (this.#isEnded) return Promise.reject(ended())
    const free = this.#free()
    if (free !== undefined) return Promise.resolve(free)
    const waiter = Promise.withResolvers<Connection>()
    this.#waiting.push(waiter)
    if (this.#all.size + this.#opening < this.options.max) void this.#open()
    return waiter.promise
  }

  release(connection: Connection): void {
    if (connection.isLost) return
    const next = this.#waiting.shift()
    if (next !== undefined) return next.resolve(connection)
    this.#idle.push({ connection, since: performance.now() })
    this.#sweepLater()
    this.#quiet()
  }

  /** Refuses new statements and waits up to `patienceMs` for running ones, then closes their connections. */
  async end(patienceMs: number): Promise<void> {
    this.#isEnded = true
    if (this.#sweeper !== null) clearTimeout(this.#sweeper)
    if (this.#watcher !== null) clearTimeout(this.#watcher)
    const isQuiet = new Promise<void>((resolve) => {
      this.#onQuiet = resolve
      this.#quiet()
    })
    let timer: NodeJS.Timeout | undefined
    const isLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
    await Promise.race([isQuiet, isLate])
    clearTimeout(timer)
    for (const waiter of this.#waiting.splice(0)) waiter.reject(ended())
    const busy = new Set(this.#all).difference(new Set(this.#idle.map(({ connection }) => connection)))
    for (const connection of busy) connection.destroy()
    await Promise.all([...this.#all].map((connection) => connection.end()))
  }

  async #open(): Promise<void> {
    this.#opening += 1
    try {
      const connection = await Connection.open(this.options)
      this.#opening -= 1
      this.#all.add(connection)
      connection.onLost = () => this.#drop(connection)
      this.#watchLater()
      if (connection.isLost) this.#drop(connection)
      else if (this.#isEnded && this.#waiting.length === 0) connection.destroy()
      else this.release(connection)
    } catch (error) {
      this.#opening -= 1
      // Open connections continue to serve the queue.
      if (this.#all.size > 0 || this.#opening > 0) return
      for (const waiter of this.#waiting.splice(0)) waiter.reject(error)
      this.#quiet()
    }
  }

  #drop(connection: Connection): void {
    if (!this.#all.delete(connection)) return
    this.#sharing.delete(connection)
    const at = this.#idle.findIndex((idle) => idle.connection === connection)
    if (at >= 0) this.#idle.splice(at, 1)
    this.options.onClose?.()
    if (this.#waiting.length > 0 && !this.#isEnded) void this.#open()
    this.#quiet()
  }

  /**
   * Finds connections whose server vanished, or that the network dropped, without a reset: their statements would never
   * end.
   */
  #watchLater(): void {
    const { silentMs = silentMsDefault, isUnprepared } = this.options
    // Behind a pooler that shares sessions, the backend's process ID changes.
    if (this.#watcher !== null || this.#isEnded || this.#all.size === 0 || isUnprepared === true) return
    this.#watcher = setTimeout(async () => {
      await this.#cutDead(performance.now() - silentMs)
      this.#watcher = null
      this.#watchLater()
    }, silentMs / 2)
    this.#watcher.unref()
  }

  /**
   * A statement that the server is executing may take long; one that the server does not know will never be answered.
   */
  async #cutDead(border: number): Promise<void> {
    const isSilent = ({ waiting, waitingSince }: Connection): boolean => waiting > 0 && waitingSince <= border
    const silent = [...this.#all].filter(isSilent)
    if (silent.length === 0) return
    const working = await workingPids(this.options).catch((error: unknown) =>
      isOutOfFiles(error) ? null : new Set<number>(),
    )
    if (working === null) return
    // A response may have arrived meanwhile.
    for (const connection of silent.filter(isSilent)) if (!working.has(connection.backendPid)) connection.destroy()
  }

  #sweepLater(): void {
    const { idleMs = null } = this.options
    if (idleMs === null || this.#sweeper !== null || this.#isEnded) return
    this.#sweeper = setTimeout(() => {
      this.#sweeper = null
      const border = performance.now() - idleMs
      for (const { connection, since } of this.#idle.slice()) if (since <= border) connection.destroy()
      if (this.#idle.length > 0) this.#sweepLater()
    }, idleMs)
    this.#sweeper.unref()
  }

  #quiet(): void {
    const isBusy = this.#waiting.length > 0 || this.#opening > 0 || this.#all.size > this.#idle.length
    if (!isBusy) this.#onQuiet()
  }
}

/** Process IDs of active backends, queried over a separate connection. */
const workingPids = async (options: PoolOptions): Promise<Set<number>> => {
  const connection = await Connection.open(options)
  const timer = setTimeout(() => connection.destroy(), options.checkMs ?? checkMsDefault)
  try {
    const rows = await connection.run(
      plain("select pid from pg_stat_activity where state in ('active', 'fastpath function call')"),
    )
    return new Set(rows.map((row) => row['pid'] as number))
  } finally {
    clearTimeout(timer)
    connection.destroy()
  }
}

/** Runs a transaction: an error of `work` rolls it back. Statements after its end are refused. */
export const transactionOn = async <T>(
  connection: Connection,
  mode: string,
  work: (send: (statement: PreparedStatement) => Promise<Rows>) => Promise<T>,
): Promise<T> => {
  let isOver = false
  const send = (statement: PreparedStatement): Promise<Rows> =>
    isOver ? Promise.reject(lost('the transaction is over')) : connection.run(statement)
  const began = connection.run(plain(`begin ${mode}`))
  // Sent together with the first statement; its failure is checked below.
  began.catch(() => {})
  try {
    const result = await work(send)
    isOver = true
    await began
    const { command } = (await connection.run(plain('commit'))) as Rows & { command: string }
    if (command === 'ROLLBACK') throw new Error('a statement of the transaction failed, so nothing was stored')
    return result
  } catch (error) {
    isOver = true
    await connection.run(plain('rollback')).catch(() => {})
    // A lost connection is the cause of all later errors.
    throw connection.isLost ? lostFor(error) : error
  }
}

const lostFor = (error: unknown): unknown => (isOfServer(error) ? error : lost('within a transaction', error))
