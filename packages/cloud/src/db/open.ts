import postgres from 'postgres'
import { explainConnection } from './connection-error.ts'
import { startEmbedded } from './embedded/start.ts'
import { DatabaseProblem } from './problem.ts'
import { checkServer, type ServerFacts } from './requirements.ts'
import { openSocket } from './socket.ts'
import { transaction } from './transaction.ts'
import { type Sql, type Tx, types } from './types.ts'

export interface OpenOptions {
  /** Where the service keeps its own PostgreSQL when there is no `url`. */
  dataFolder: string
  /** A PostgreSQL of the operator, 15 or later. Behind a pooler that shares sessions: add `?prepare=false`. */
  url?: string | undefined
  log?: (line: string) => void
}

export interface Database {
  sql: Sql
  /** All or nothing: what `work` throws undoes what it did. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Resolves when the database is gone for good and the service had better end. */
  failed: Promise<Error>
  close: () => Promise<void>
}

const poolMax = 4
const connectTimeoutSec = 10
const closeTimeoutSec = 5

/** Opens the operator's database, or our own. */
export const openDatabase = async ({ dataFolder, url, log }: OpenOptions): Promise<Database> => {
  if (url !== undefined) return openUrl(url)
  const server = await startEmbedded({ folder: dataFolder, ...(log && { log }) })
  const database = wrap(postgres({ ...server.connection, ...clientOptions }), server.failed)
  const close = async (): Promise<void> => {
    await database.close()
    await server.stop()
  }
  return { ...database, close }
}

export const openUrl = async (url: string): Promise<Database> => {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new DatabaseProblem('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  }
  const database = wrap(postgres(url, clientOptions), new Promise(() => {}))
  try {
    await check(database.sql)
    return database
  } catch (error) {
    await database.close()
    throw explainConnection(error, url)
  }
}

/**
 * Seen in lists of connections. A connection that ends just when the client has a statement to send keeps it, and sends nothing less than
 * 1,024 bytes ever after, not even its next greeting: it hangs. With a name of this length the greeting is longer, and all is well again. The
 * server keeps its first 63 letters.
 */
const applicationName = 'busbar'.padEnd(1100)

/** For the `postgres` client, whichever way it gets to the server. */
export const clientOptions = {
  max: poolMax,
  connect_timeout: connectTimeoutSec,
  connection: { application_name: applicationName, TimeZone: 'UTC' },
  onnotice: () => {},
  socket: openSocket,
  types,
}

export const wrap = (sql: Sql, failed: Promise<Error>): Database => ({
  sql,
  tx: (work) => transaction(sql, work),
  failed,
  close: () => sql.end({ timeout: closeTimeoutSec }),
})

const check = async (sql: Sql): Promise<void> => {
  const [facts] = await sql<[ServerFacts]>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding`
  checkServer(facts)
}
