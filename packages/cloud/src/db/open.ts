import { explainConnection } from './connection-error.ts'
import { startEmbedded } from './embedded/start.ts'
import { checkServer, type ServerFacts } from './requirements.ts'
import { openSql, type Sql, type Tx } from './sql.ts'
import { optionsOfUrl } from './url.ts'

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

export const poolMax = 4

/** Opens the operator's database, or our own. */
export const openDatabase = async ({ dataFolder, url, log }: OpenOptions): Promise<Database> => {
  if (url !== undefined) return openUrl(url)
  const server = await startEmbedded({ folder: dataFolder, ...(log && { log }) })
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

export const wrap = (sql: Sql, failed: Promise<Error>): Database => ({
  sql,
  tx: (work) => sql.begin(work),
  failed,
  close: () => sql.end(),
})

const check = async (sql: Sql): Promise<void> => {
  const [facts] = await sql<[ServerFacts]>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding`
  checkServer(facts)
}
