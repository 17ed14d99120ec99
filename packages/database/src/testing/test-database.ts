import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { distribute } from '../citus/distribute.ts'
import { checkResultsBy } from '../client/connection.ts'
import { optionsOfUrl } from '../client/url.ts'
import { startEmbedded } from '../embedded/start.ts'
import { migrate } from '../migrate.ts'
import { type Database, wrap } from '../open.ts'
import { openSql, type Sql } from '../sql.ts'
import { columnMismatch } from './check-columns.ts'
import { layReadyCluster } from './ready-cluster.ts'

/** Server for all test files of a process. */
interface TestServer {
  /** A migrated database to copy. */
  migrated?: string
  connect(database?: string): Sql
  /** Citus workers over which readings are distributed. */
  workers: readonly TestServer[]
  stop(): Promise<void>
}

const poolOptions = { max: 4, idleMs: 2_000 }
const prefix = `busbar_test_${process.pid}`
const template = `${prefix}_template`
const open: Database[] = []
let started: Promise<{ server: TestServer; admin: Sql; workers: Sql[] }> | undefined
let count = 0

checkResultsBy(columnMismatch)
after(async () => {
  await Promise.all(open.map((db) => db.endQueries(0)))
  await (await started)?.server.stop()
})

/** Creates a database, migrated and empty or bare; it is dropped when all tests are done. */
export const testDatabase = async ({ isBare = false } = {}): Promise<Database> => {
  started ??= start()
  const { server, admin, workers } = await started
  count += 1
  const name = `${prefix}_${count}`
  // Copying files takes two thirds of the time of writing them to the WAL.
  for (const on of [admin, ...workers])
    await on.unsafe(`create database ${name} template ${isBare ? 'template0' : template} strategy file_copy`)
  const db = wrap(server.connect(name), new Promise(() => {}))
  open.push(db)
  return { ...db, close: () => closeAndDrop(db, name) }
}

/** Drops the database early, because it takes memory. */
const closeAndDrop = async (db: Database, name: string): Promise<void> => {
  await db.close()
  const { admin, workers } = await (started ?? start())
  if (workers.length === 0) await admin.unsafe(`drop database if exists ${name} with (force)`)
}

/**
 * BUSBAR_TEST_DB names a server whose user may create databases; without it one is started. BUSBAR_TEST_WORKERS names
 * Citus workers (bench/citus), over which readings are distributed.
 */
const start = async () => {
  const url = process.env['BUSBAR_TEST_DB']
  const server = url === undefined ? await startOwn() : useYours(url)
  const [admin, ...workers] = [server, ...server.workers].map((one) => one.connect())
  if (admin === undefined) throw new Error('there is no server')
  for (const sql of [admin, ...workers]) {
    open.push(wrap(sql, new Promise(() => {})))
    await sql.unsafe(`create database ${template} template ${server.migrated ?? 'template1'}`)
  }
  const sql = server.connect(template)
  await migrate(sql)
  if (server.workers.length > 0) await spread(sql, server)
  await sql.end()
  return { server, admin, workers }
}

/** Each database of the coordinator belongs to one of the same name on every worker, and so do their copies. */
const spread = async (sql: Sql, server: TestServer): Promise<void> => {
  const place = ({ options: { servers } }: Sql): string => `'${servers[0]?.host}', ${servers[0]?.port}`
  for (const worker of server.workers) {
    const there = worker.connect(template)
    await there.unsafe('create extension citus')
    await there.end()
  }
  await sql.unsafe('create extension citus')
  await sql.unsafe(`select citus_set_coordinator_host(${place(sql)})`)
  for (const worker of server.workers) await sql.unsafe(`select citus_add_node(${place(worker.connect())})`)
  await distribute(sql, () => {})
  // Citus maintenance sessions would keep the template from being copied.
  for (const one of [server, ...server.workers]) {
    const admin = one.connect()
    await admin.unsafe(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}' and pid <> pg_backend_pid()`,
    )
    await admin.end()
  }
}

const startOwn = async (): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-test-'))
  // No test cuts the power, and kills are survived without syncing. Autovacuum would visit a hundred databases every
  // minute.
  const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '400' }
  const isReady = layReadyCluster(folder)
  const own = await startEmbedded({ folder, settings })
  return {
    ...(isReady && { migrated: own.connection.database }),
    workers: [],
    connect: (database = own.connection.database) => openSql({ ...own.connection, ...poolOptions, database }),
    async stop() {
      await own.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

const useYours = (url: string, workerUrls = process.env['BUSBAR_TEST_WORKERS']?.split(',') ?? []): TestServer => {
  const workers = workerUrls.map((one) => useYours(one, []))
  return {
    workers,
    connect: (database) =>
      openSql({ ...optionsOfUrl(url), ...poolOptions, ...(database !== undefined && { database }) }),
    async stop() {
      const admin = openSql({ ...optionsOfUrl(url), ...poolOptions })
      const made = Array.from({ length: count }, (_, i) => `${prefix}_${i + 1}`)
      for (const name of [template, ...made]) await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
      for (const worker of workers) await worker.stop()
    },
  }
}
