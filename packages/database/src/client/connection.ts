import { Socket } from 'node:net'
import { Client, type ClientConfig, DatabaseError, type QueryResult } from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type DescribedColumns, DescribedQuery } from './described-query.ts'
import type { PreparedStatement, Rows } from './statement.ts'
import { valueTypes } from './values.ts'

/** Address of a server; a host that begins with a slash is the folder of its socket. */
export interface ServerAddress {
  host: string
  port: number
}

export interface ConnectionOptions {
  /** Tried in this order. */
  servers: readonly ServerAddress[]
  user: string
  password?: string | undefined
  database: string
  ssl?: ClientConfig['ssl']
  /** Additional session settings: `-c name=value`. */
  settings?: string | undefined
  /** Accepts only a writable server. */
  isPrimary?: boolean | undefined
  /** Time limit for connecting to a server. */
  connectMs?: number
  /** Statements are not prepared: for a pooler that shares sessions. */
  isUnprepared?: boolean | undefined
}

const connectMsDefault = 10_000
const endTimeoutMs = 1_000
/** Keep-alive interval; a vanished server is noticed after several of them. */
const keepAliveMs = 10_000
const sessionSettings = '-c TimeZone=UTC -c DateStyle=ISO'

/** Error for a lost connection, with the code that identifies it. */
export const lost = (why: string, cause?: unknown, code = 'CONNECTION_CLOSED'): Error =>
  Object.assign(new Error(`The connection to the database was lost: ${why}`, { cause }), { code })

/** A connection to the server. Statements are pipelined: they are sent without waiting for earlier results. */
export class Connection {
  readonly #client: Client
  readonly #socket: Socket
  readonly #isUnprepared: boolean
  readonly #columns: DescribedColumns = new Map()
  #isLost = false
  #isCorked = false
  /** Number of statements without a response. */
  waiting = 0
  /** Time since when the next response is due. */
  waitingSince = 0
  /** Process ID of the server's backend. */
  backendPid = 0
  /** Called once when the connection is lost; check `isLost` first. */
  onLost: () => void = () => {}

  private constructor(client: Client, socket: Socket, options: ConnectionOptions) {
    this.#client = client
    this.#socket = socket
    this.#isUnprepared = options.isUnprepared === true
    client.on('error', () => this.#lose())
    client.on('end', () => this.#lose())
  }

  /** Connects to the first server that accepts. A connection for COPY does not pipeline statements. */
  static async open(options: ConnectionOptions, mayCopy = false): Promise<Connection> {
    let failure: unknown
    for (const server of options.servers) {
      try {
        return await Connection.#openAt(server, options, mayCopy)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  static async #openAt(server: ServerAddress, options: ConnectionOptions, mayCopy: boolean): Promise<Connection> {
    const { user, database, password, ssl, settings = '', isPrimary, connectMs = connectMsDefault } = options
    const socket = new Socket()
    const client = new Client({
      ...server,
      user,
      database,
      ...(password !== undefined && { password }),
      ...(ssl !== undefined && { ssl }),
      application_name: 'busbar',
      options: `${sessionSettings} ${settings}`,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      pipeline: !mayCopy,
      types: valueTypes,
    })
    const timer = setTimeout(() => socket.destroy(lost('no answer', undefined, 'CONNECT_TIMEOUT')), connectMs)
    const connection = new Connection(client, socket, options)
    try {
      await client.connect()
      await connection.#look(isPrimary === true)
      return connection
    } catch (error) {
      connection.destroy()
      throw codeOf(error) === undefined ? lost((error as Error).message, error) : error
    } finally {
      clearTimeout(timer)
    }
  }

  async #look(isPrimary: boolean): Promise<void> {
    const [row] = await this.run(plain('select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby'))
    this.backendPid = row?.['pid'] as number
    if (isPrimary && row?.['is_standby'] === true) {
      throw Object.assign(new Error('the server is a read-only standby'), { code: '25006' })
    }
  }

  get isLost(): boolean {
    return this.#isLost
  }

  onNotification(listener: (channel: string, text: string) => void): void {
    this.#client.on('notification', ({ channel, payload = '' }) => listener(channel, payload))
  }

  run(statement: PreparedStatement): Promise<Rows> {
    if (this.#isLost) return Promise.reject(lost('it is no longer there'))
    this.#gather()
    if (this.waiting === 0) this.waitingSince = performance.now()
    this.waiting += 1
    const query = this.#isUnprepared ? { ...statement, name: undefined } : statement
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, result: QueryResult | QueryResult[]): void => {
        this.waiting -= 1
        this.waitingSince = performance.now()
        const last = Array.isArray(result) ? result.at(-1) : result
        const failure = error ? explained(error) : (findMismatch?.(statement, last) ?? null)
        if (failure === null) resolve(rowsOf(last))
        else reject(failure)
      }
      this.#client.query(new DescribedQuery(query, this.#columns, done))
    })
  }

  /** Sends the statements of one event loop turn in one write. */
  #gather(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }

  copyOut(text: string): CopyToStreamQuery {
    return this.#client.query(copyTo(text))
  }

  copyIn(text: string): CopyStreamQuery {
    return this.#client.query(copyFrom(text))
  }

  /** Terminates the session after pending responses, and resolves when the server has closed it. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.destroy(), endTimeoutMs)
    if (!this.#isLost) await this.#client.end()
    clearTimeout(timer)
  }

  /** Closes at once; pending statements are rejected. */
  destroy(): void {
    this.#socket.destroy()
    this.#lose()
  }

  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#socket.destroy()
    this.onLost()
  }
}

type FindMismatch = (statement: PreparedStatement, result: QueryResult | undefined) => Error | null
let findMismatch: FindMismatch | null = null

/** Sets a check of every result against the columns that its statement declares; only tests use one. */
export const checkResultsBy = (find: FindMismatch | null): void => {
  findMismatch = find
}

/** A statement without values. */
export const plain = (text: string): PreparedStatement => ({
  text,
  values: [],
  name: undefined,
  isRaw: false,
  declared: [],
})

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

/** Returns whether the server reported the error. */
export const isOfServer = (error: unknown): boolean => error instanceof DatabaseError

/**
 * Keeps errors that the server reports and values that cannot be parsed; any other error means that the connection is
 * lost.
 */
const explained = (error: unknown): unknown =>
  isOfServer(error) || error instanceof RangeError ? error : lost((error as Error).message, error)

const rowsOf = (result: QueryResult | undefined): Rows => {
  const rows = result?.rows ?? []
  Object.defineProperty(rows, 'count', { value: result?.rowCount ?? rows.length })
  Object.defineProperty(rows, 'command', { value: result?.command ?? '' })
  return rows as unknown as Rows
}
