import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { checkServer, type Database, openUrl, wrap } from './open.ts'
import { openShared } from './open-shared.ts'
import { DatabaseProblem } from './problem.ts'
import { openSql } from './sql.ts'
import { testDatabase } from './testing/test-database.ts'

const refuses = (opened: Promise<unknown>, message: RegExp) =>
  assert.rejects(opened, (error) => {
    assert.ok(error instanceof DatabaseProblem, String(error))
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /secret/)
    return true
  })

describe('opens by URL', () => {
  let database: Database
  /** The test server has no TCP port, so a proxy provides one. */
  const proxy = createServer((socket) => {
    const { host = '', port = 0 } = database.sql.options.servers[0] ?? {}
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket.pipe(server).pipe(socket)
    socket.on('error', () => server.destroy())
    server.on('error', () => socket.destroy())
  })
  let port: number
  const urlOf = (name: string) => {
    const { user, password } = database.sql.options
    return `postgres://${user}:${encodeURIComponent(password ?? 'secret')}@127.0.0.1:${port}/${name}`
  }

  before(async () => {
    database = await testDatabase()
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    port = (proxy.address() as AddressInfo).port
  })
  after(() => proxy.close())

  test('opens, sets its application name, and closes', async () => {
    const opened = await openUrl(urlOf(database.sql.options.database))
    const [row] =
      await opened.sql`select trim(current_setting('application_name')) as name, current_setting('TimeZone') as zone`
    assert.deepEqual(row, { name: 'busbar', zone: 'UTC' })
    await opened.close()
  })

  test('an administrator can see whether a service uses the database', async () => {
    const name = `${database.sql.options.database}_alone`
    await database.sql.unsafe(`create database ${name}`)
    for (const [which, isShared] of [
      [name, false],
      [database.sql.options.database, true],
    ] as const) {
      const beside = await openShared({ dataFolder: '/nowhere', url: urlOf(which) })
      assert.equal(beside.isShared, isShared, which)
      await beside.close()
    }
    await database.sql.unsafe(`drop database ${name} with (force)`)
  })

  test('a database that does not exist', () => refuses(openUrl(urlOf('nowhere')), /nowhere at 127.*create it/))

  test('a database whose encoding cannot store every name', async () => {
    const name = `${database.sql.options.database}_latin`
    await database.sql.unsafe(
      `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    )
    await refuses(openUrl(urlOf(name)), /encoded in LATIN1/)
    await database.sql.unsafe(`drop database ${name} with (force)`)
  })
})

test('refuses an invalid URL', () => refuses(openUrl('secret'), /must look like/))

test('reports a refused connection', () =>
  refuses(openUrl('postgres://me:secret@127.0.0.1:1/x'), /the connection was refused/))

test('an unknown host', () => refuses(openUrl('postgres://me:secret@busbar.invalid/x'), /at busbar\.invalid/))

test('a server that is too old', () => {
  assert.throws(
    () => checkServer({ version: 14, shown: '14.11', encoding: 'UTF8' }),
    /runs PostgreSQL 14\.11; .* 15 or later/,
  )
  checkServer({ version: 15, shown: '15.0', encoding: 'UTF8' })
})

test('separate connections: long reads delay neither commands nor recording', async () => {
  const { sql } = await testDatabase({ isBare: true })
  const db = wrap(openSql(sql.options), new Promise(() => {}))
  const long = Array.from({ length: 50 }, () => db.reading.tx((tx) => tx`select pg_sleep(60)`).catch(() => 'cut off'))
  await Promise.all([db.sql`select`, db.tx((tx) => tx`select`), db.recording.tx((tx) => tx`select`)])
  await db.endQueries(0)
  assert.deepEqual(new Set(await Promise.all(long)), new Set(['cut off']))
})

describe('values', () => {
  test('bigints are numbers, also in arrays; those that would be rounded are refused', async () => {
    const { sql } = await testDatabase()
    const ids = [1, 2 ** 53 - 1]
    const [row] =
      await sql`select ${ids}::bigint[] as ids, ${7}::bigint as id, ${8n} as big, count(*) as count from org`
    assert.deepEqual(row, { ids, id: 7, big: 8, count: 0 })
    await assert.rejects(sql`select 9007199254740992::bigint`, /9007199254740992 does not fit/)
    assert.equal((await sql`select 1`).length, 1)
  })

  test('a transaction that throws stores nothing', async () => {
    const database = await testDatabase()
    const { sql } = database
    const add = (name: string, problem?: Error) =>
      database.tx(async (tx) => {
        const [row] = await tx<[{ id: number }]>`insert into org ${tx({ name })} returning id`
        if (problem !== undefined) throw problem
        return row.id
      })
    await assert.rejects(add('none', new Error('no')), /no/)
    const id = await add('one')
    assert.deepEqual([...(await sql`select id, name from org`)], [{ id, name: 'one' }])
  })
})
