import { optionsOfUrl } from './client/url.ts'
import { startEmbedded } from './embedded/start.ts'
import { DatabaseProblem } from './problem.ts'
import { openSql, type Sql, type Tx } from './sql.ts'

interface ServerFacts {
  /** Major version. */
  version: number
  /** Full version text. */
  shown: string
  encoding: string
}

const versionMin = 15

/** Refuses a server that is too old for our statements, or whose encoding cannot store every name. */
export const checkServer = ({ version, shown, encoding }: ServerFacts): void => {
  if (version < versionMin) {
    throw new DatabaseProblem(`The database runs PostgreSQL ${shown}; Busbar needs ${versionMin} or later.`)
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseProblem(
      `The database is encoded in ${encoding}; Busbar needs UTF8: ` +
        "make another one (create database busbar encoding 'UTF8' template template0).",
    )
  }
}

export interface OpenOptions {
  /** Folder of the service's own PostgreSQL if there is no `url`. */
  dataFolder: string
  /** URL of the operator's PostgreSQL, 15 or later. For a pooler that shares sessions, add `?prepare=false`. */
  url?: string | undefined
  log?: (line: string) => void
  /** Called when our own server is still starting. */
  onWait?: () => void
}

/** Connections for one purpose. */
export interface Transactions {
  sql: Sql
  /** Runs a transaction: an error of `work` rolls it back. */
  tx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Its direct connections are for commands, alerts and settings. A transaction that loses a deadlock was rolled back and
 * runs again.
 */
export interface Database extends Transactions {
  /** Separate connections, so that recording never waits for requests of users. */
  recording: Transactions
  /** For long statements: history, reports and compaction. */
  reading: Transactions
  /** Resolves when the database is permanently lost and the service should stop. */
  failed: Promise<Error>
  /** Waits up to `patienceMs` for running statements, then closes their connections. */
  endQueries: (patienceMs?: number) => Promise<void>
  close: () => Promise<void>
}

export const poolMax = 4
/** Two concurrent batches, and lookups for the next one. */
const recordingMax = 3
const readingMax = 4

/** Opens the operator's database, or our own. */
export const openDatabase = async ({ dataFolder, url, ...options }: OpenOptions): Promise<Database> => {
  if (url !== undefined) return openUrl(url)
  const server = await startEmbedded({ folder: dataFolder, ...options })
  const database = wrap(openSql({ ...server.connection, max: poolMax }), server.failed)
  const close = async (): Promise<void> => {
    await database.close()
    await server.stop()
  }
  return { ...database, close }
}

export const openUrl = async (url: string): Promise<Database> => {
  const database = wrap(openSql({ ...optionsOfUrl(url), max: poolMax }), new Promise(() => {}))
  try {
    await check(database.sql)
    return database
  } catch (error) {
    await database.close()
    throw explainConnection(error, url)
  }
}

export const wrap = (sql: Sql, failed: Promise<Error>): Database => {
  const recording = openSql({ ...sql.options, max: recordingMax })
  const reading = openSql({ ...sql.options, max: readingMax })
  const endQueries = async (patienceMs?: number): Promise<void> => {
    await Promise.all([sql, recording, reading].map((pool) => pool.end(patienceMs)))
  }
  return {
    sql,
    tx: (work) => withoutDeadlock(() => sql.begin(work)),
    recording: transactions(recording),
    reading: transactions(reading),
    failed,
    endQueries,
    close: endQueries,
  }
}

const transactions = (sql: Sql): Transactions => ({ sql, tx: (work) => sql.begin(work) })

const deadlocksMax = 5

/** Deleting a network can deadlock with recording its readings, because each may hold rows that the other needs. */
const withoutDeadlock = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (let lost = 0; ; lost += 1) {
    try {
      return await transaction()
    } catch (error) {
      if ((error as { code?: unknown }).code !== '40P01' || lost === deadlocksMax) throw error
    }
  }
}

const check = async (sql: Sql): Promise<void> => {
  const [facts] = await sql<[ServerFacts]>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding`
  checkServer(facts)
}

/** Advice by error code of the client or the server. */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused: start PostgreSQL, or correct host and port',
  ECONNRESET: 'the server closed the connection: it may require TLS (?sslmode=require)',
  CONNECTION_CLOSED: 'the server closed the connection: it may require TLS (?sslmode=require)',
  ENOTFOUND: 'the host is unknown: correct its name',
  EAI_AGAIN: 'the host name could not be resolved: try again, or use its address',
  ENOENT: 'the socket does not exist: start PostgreSQL, or correct the path',
  EHOSTUNREACH: 'the host is unreachable: check the network',
  ENETUNREACH: 'the network is unreachable: check it',
  ETIMEDOUT: 'the host does not respond: check address and firewall',
  CONNECT_TIMEOUT: 'the host does not respond: check address and firewall',
  '28P01': 'user or password is wrong',
  '28000': 'the server rejects this user: check its pg_hba.conf',
  '3D000': 'the database does not exist: create it (createdb)',
  '53300': 'the server has no free connections: raise its max_connections',
  '57P03': 'the server is still starting: try again',
}

/** Explains a failed connection in one sentence for the operator, without the URL's password. */
const explainConnection = (error: unknown, url: string): DatabaseProblem => {
  if (error instanceof DatabaseProblem) return error
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const { host, pathname } = new URL(url)
  const hint = advice[code] ?? 'check DATABASE_URL'
  return new DatabaseProblem(`Cannot use the database ${pathname.slice(1)} at ${host}: ${hint} (${message || code}).`, {
    cause: error,
  })
}
