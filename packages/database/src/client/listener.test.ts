import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openSql, type Sql } from '../sql.ts'
import { testDatabase } from '../testing/test-database.ts'
import { WireServer } from '../testing/wire-server.ts'

describe('a listener', () => {
  let direct: Sql
  let sql: Sql
  const wire = new WireServer(() => direct.options)
  before(async () => {
    direct = (await testDatabase({ isBare: true })).sql
    await wire.start()
    sql = openSql(wire.options)
  })
  after(async () => {
    await sql.end(0)
    wire.stop()
  })

  /** Collects notifications and waits for the next one. */
  const ear = () => {
    const received: string[] = []
    let isNext = Promise.withResolvers<void>()
    const hear = (what: string): void => {
      received.push(what)
      isNext.resolve()
      isNext = Promise.withResolvers<void>()
    }
    const until = async (what: string): Promise<void> => {
      while (!received.includes(what)) await isNext.promise
    }
    return { received, hear, until }
  }

  test('receives notifications of its own channel over a shared connection, before and after an outage', async () => {
    const [a, b] = [ear(), ear()]
    const listen = ({ hear }: typeof a, channel: string) =>
      sql.listen(
        channel,
        hear,
        () => hear('begin'),
        () => hear('lost'),
      )
    const endA = await listen(a, 'a')
    await listen(b, 'odd "b"')
    await direct`select pg_notify('a', 'one'), pg_notify('odd "b"', 'two')`
    await Promise.all([a.until('one'), b.until('two')])
    assert.equal(wire.open, 1)

    wire.isAway = true
    wire.dials = 0
    a.received.length = b.received.length = 0
    await wire.cut()
    assert.deepEqual([a.received, b.received], [['lost'], ['lost']])
    // A listener that starts during the outage is rejected and not registered.
    await assert.rejects(sql.listen('c', () => {}))
    assert.ok(wire.dials <= 2, 'it rests between two tries')
    wire.isAway = false
    await Promise.all([a.until('begin'), b.until('begin')])
    await direct`select pg_notify('a', 'three'), pg_notify('odd "b"', 'four')`
    await Promise.all([a.until('three'), b.until('four')])
    assert.deepEqual(
      [a.received, b.received],
      [
        ['lost', 'begin', 'three'],
        ['lost', 'begin', 'four'],
      ],
    )
    assert.equal(wire.open, 1)

    await endA()
    await direct`select pg_notify('a', 'five'), pg_notify('odd "b"', 'six')`
    await b.until('six')
    assert.equal(a.received.at(-1), 'three')
  })
})
