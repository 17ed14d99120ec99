import { setTimeout as sleep } from 'node:timers/promises'
import { runningServer } from './embedded/data-folder.ts'
import { FolderInUse } from './embedded/lock.ts'
import { type Database, type OpenOptions, openDatabase, poolMax, wrap } from './open.ts'
import { DatabaseProblem } from './problem.ts'
import { openSql } from './sql.ts'

const waitMs = 10_000
const pauseMs = 100

/** Error codes of a server that is starting or stopping, from the server or the system. */
const passing = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  '57P01',
  '57P03',
])
const forbidden = new Set(['EACCES', 'EPERM', '28000', '28P01'])

export interface SharedDatabase extends Database {
  /** True if another process uses the database, too. */
  isShared: boolean
}

/**
 * Opens a database that a service may be using: the operator's as usual; our own over the socket of the running server,
 * or with a server started for it. Waits for a service that is starting or stopping.
 */
export const openShared = async (options: OpenOptions, patienceMs = waitMs): Promise<SharedDatabase> => {
  for (const deadline = performance.now() + patienceMs; ; await sleep(pauseMs)) {
    try {
      const db = await openDatabase(options)
      return { ...db, isShared: options.url !== undefined && (await isUsed(db)) }
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const joined = await join(options.dataFolder, error)
      if ('db' in joined) return { ...joined.db, isShared: true }
      if (performance.now() >= deadline) throw joined.problem
    }
  }
}

/** Connects to the server of the process that uses the folder; a temporary problem is returned. */
const join = async (folder: string, inUse: FolderInUse): Promise<{ db: Database } | { problem: DatabaseProblem }> => {
  const server = runningServer(folder)
  const db = wrap(openSql({ ...server.connection, max: poolMax }), new Promise(() => {}))
  const close = async (): Promise<void> => {
    await db.close()
    server.close()
  }
  try {
    await db.sql`select 1`
    return { db: { ...db, close } }
  } catch (error) {
    await close()
    const { code = '', message } = error as { code?: string; message?: string }
    if (forbidden.has(code)) {
      throw new DatabaseProblem(
        `The database in ${folder} accepts only the user that runs the service, and root: run the command as one of them (${message}).`,
        { cause: error },
      )
    }
    if (!passing.has(code)) throw error
    return {
      problem: new DatabaseProblem(`${inUse.message} Its PostgreSQL does not respond (${code}).`, { cause: error }),
    }
  }
}

const isUsed = async ({ sql, close }: Database): Promise<boolean> => {
  try {
    const others = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name like 'busbar%' and pid <> pg_backend_pid() limit 1`
    return others.length > 0
  } catch (error) {
    await close()
    throw error
  }
}

/** Explains an error that was caused by the end of the server. */
export const explainCut = (error: unknown): unknown => {
  const { code = '', syscall = 'connect' } = error as { code?: string; syscall?: string }
  if (!passing.has(code) || syscall !== 'connect') return error
  return new DatabaseProblem(
    'The database was closed because the service that runs it stopped: check what was done, and try again.',
    { cause: error },
  )
}
