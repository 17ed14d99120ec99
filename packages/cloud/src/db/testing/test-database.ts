import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { optionsOfUrl } from '../client/url.ts'
import { startEmbedded } from '../embedded/start.ts'
import { migrate } from '../migrate.ts'
import { type Database, wrap } from '../open.ts'
import { openSql, type Sql } from '../sql.ts'

/** One for all test files of a process. */
interface TestServer {
  connect(database?: string): Sql
  stop(): Promise<void>
}

const poolOptions = { max: 4, idleMs: 2_000 }
const prefix = `busbar_test_${process.pid}`
const template = `${prefix}_template`
const open: Database[] = []
let started: Promise<{ server: TestServer; admin: Sql }> | undefined
let count = 0

after(async () => {
  await Promise.all(open.map((db) => db.endQueries(0)))
  await (await started)?.server.stop()
})

/** A database of its own, with our schema and no rows, or bare; it is gone when all tests are done. */
export const testDatabase = async ({ isBare = false } = {}): Promise<Database> => {
  started ??= start()
  const { server, admin } = await started
  count += 1
  const name = `${prefix}_${count}`
  // Copying files takes two thirds of what writing them to the log does.
  await admin.unsafe(`create database ${name} template ${isBare ? 'template0' : template} strategy file_copy`)
  const db = wrap(server.connect(name), new Promise(() => {}))
  open.push(db)
  return db
}

/** BUSBAR_TEST_DB names a server of yours whose user may create databases; without it one is started. */
const start = async () => {
  const url = process.env['BUSBAR_TEST_DB']
  const server = url === undefined ? await startOwn() : useYours(url)
  const admin = server.connect()
  open.push(wrap(admin, new Promise(() => {})))
  await admin.unsafe(`create database ${template}`)
  const sql = server.connect(template)
  await migrate(sql)
  await sql.end()
  return { server, admin }
}

const startOwn = async (): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-test-'))
  // No test loses power; kills are survived without syncing, too. Vacuuming would visit a hundred databases every minute.
  const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '400' }
  const own = await startEmbedded({ folder, settings })
  return {
    connect: (database = own.connection.database) => openSql({ ...own.connection, ...poolOptions, database }),
    async stop() {
      await own.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

const useYours = (url: string): TestServer => ({
  connect: (database) => openSql({ ...optionsOfUrl(url), ...poolOptions, ...(database !== undefined && { database }) }),
  async stop() {
    const admin = openSql({ ...optionsOfUrl(url), ...poolOptions })
    const made = Array.from({ length: count }, (_, i) => `${prefix}_${i + 1}`)
    for (const name of [template, ...made]) await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  },
})
