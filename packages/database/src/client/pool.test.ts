import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { openSql, type Sql } from '../sql.ts'
import { testDatabase } from '../testing/test-database.ts'
import { WireServer } from '../testing/wire-server.ts'

describe('connections', () => {
  let direct: Sql
  const opened: Sql[] = []
  const wire = new WireServer(() => direct.options)
  const open = (more: Partial<Sql['options']>): Sql => {
    const sql = openSql({ ...wire.options, max: 2, idleMs: null, ...more })
    opened.push(sql)
    return sql
  }
  before(async () => {
    direct = (await testDatabase({ isBare: true })).sql
    await wire.start()
  })
  after(async () => {
    await Promise.all(opened.map((sql) => sql.end(0)))
    wire.stop()
  })

  test('are limited, and waiting callers are served in order', async () => {
    const two = open({})
    await Promise.all(Array.from({ length: 20 }, () => two`select`))
    assert.ok(wire.dials <= 2, `${wire.dials} were opened`)
    const one = open({ max: 1 })
    const order: number[] = []
    await Promise.all(Array.from({ length: 9 }, (_, n) => one`select`.then(() => order.push(n))))
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('are replaced for waiting callers when they are lost', async () => {
    const sql = open({ max: 1 })
    await sql`select 1`
    const first = sql`select pg_sleep(60)`.execute()
    const second = sql.begin((tx) => tx`select 1 as one`)
    await wire.cut()
    await assert.rejects(first, { code: 'CONNECTION_CLOSED' })
    assert.equal((await second)[0]?.['one'], 1)
  })

  test('are shared by single statements, but never behind a slow one', async () => {
    const sql = open({})
    await Promise.all([sql`select`, sql`select`])
    const quick = await Promise.all(Array.from({ length: 10 }, () => sql`select pg_backend_pid() as pid`))
    assert.ok(new Set(quick.map(([row]) => row?.['pid'])).size <= 2)
    const slow = sql`select pg_sleep(60)`.execute()
    for (const till = performance.now() + 50; performance.now() < till; ) await sql`select`
    const answered = await Promise.all(Array.from({ length: 10 }, () => sql`select`))
    assert.equal(answered.length, 10)
    await wire.cut()
    await assert.rejects(slow, { code: 'CONNECTION_CLOSED' })
  })

  test('are closed when the peer vanished; a slow statement keeps its connection', async () => {
    const sql = open({ max: 1, silentMs: 40 })
    await sql`select`
    const openBefore = wire.open
    await sql`select pg_sleep(0.3)`
    await until(() => wire.open <= openBefore)
    wire.hold()
    await assert.rejects(sql`select`, { code: 'CONNECTION_CLOSED' })
    await sql`select`
  })

  test('are closed when they are dead, even if the checking connection dies as well', async () => {
    const sql = open({ max: 1, silentMs: 40, checkMs: 100, connectMs: 2_000 })
    // On a busy machine the server may be slower than this; then a good connection is closed, too.
    const isServed = () =>
      sql`select`.then(
        () => true,
        () => false,
      )
    await until(isServed)
    const dials = wire.dials
    const isCutOff = assert.rejects(sql`select pg_sleep(60)`.execute(), { code: 'CONNECTION_CLOSED' })
    await until(() => wire.dials !== dials)
    wire.hold()
    await isCutOff
    await until(isServed)
  })

  test('are closed when idle', async () => {
    const { promise: isClosed, resolve } = Promise.withResolvers<void>()
    const sql = open({ idleMs: 1, onClose: resolve })
    await sql`select 1`
    await isClosed
    assert.equal(sql.status().open, 0)
  })

  test('cannot be opened: all waiting callers are rejected at once, and later callers are served', async () => {
    const sql = open({})
    wire.isAway = true
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => sql`select 1`))
    assert.deepEqual([...new Set(asked.map(({ status }) => status))], ['rejected'])
    wire.isAway = false
    assert.equal((await sql`select 1 as one`)[0]?.['one'], 1)
  })

  test('end: running statements get some time, later ones are refused', async () => {
    const sql = open({ max: 1 })
    await sql`select 1`
    const short = sql`select 1 as one`.execute()
    const next = sql`select 2 as one`.execute()
    const ended = sql.end(5_000)
    await assert.rejects(sql`select 1`, { code: 'CONNECTION_ENDED' })
    assert.deepEqual([(await short)[0]?.['one'], (await next)[0]?.['one']], [1, 2])
    await ended
    const other = open({ max: 1 })
    await other`select 1`
    const long = other`select pg_sleep(60)`.execute()
    const waiting = other.begin((tx) => tx`select 1`)
    const [ends, refused] = [other.end(0), assert.rejects(waiting, { code: 'CONNECTION_ENDED' })]
    await assert.rejects(long, { code: 'CONNECTION_CLOSED' })
    await Promise.all([ends, refused])
  })

  test('go to the first writable server', async () => {
    const servers = [{ host: '127.0.0.1', port: 1 }, ...wire.options.servers]
    const sql = open({ servers, isPrimary: true })
    assert.equal((await sql`select 1 as one`)[0]?.['one'], 1)
  })
})
