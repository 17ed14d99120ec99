import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { testDatabase } from '@busbar/database/testing'
import { monotonicClock, VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { DeviceTurns } from './device-turns.ts'
import { type HeldLock, NodeLocks } from './node-locks.ts'

describe('turns on one node', () => {
  test('first come, first served; late ones and one too many go away', async () => {
    const clock = new VirtualClock()
    const turns = new DeviceTurns(clock, { waitingMax: 3, allWaitingMax: 4 })
    const order: string[] = []
    const take = async (name: string, device = 'a', dueAt = 1000): Promise<() => void> => {
      const end = await turns.take(device, dueAt)
      order.push(typeof end === 'string' ? `${name} ${end}` : name)
      return typeof end === 'string' ? () => {} : end
    }
    const first = await take('first')
    const waiting = [take('second'), take('hasty', 'a', 500), take('third')]
    await take('fourth')
    const other = await take('other', 'b')
    const last = take('last', 'b')
    await take('one too many in all', 'b')
    clock.advance(500)
    await setImmediate()
    first()
    const [second] = await Promise.all(waiting.slice(0, 1))
    second?.()
    const end = await waiting[2]
    end?.()
    other()
    const endLast = await last
    endLast()
    assert.deepEqual(order, [
      'first',
      'fourth full',
      'other',
      'one too many in all full',
      'hasty late',
      'second',
      'third',
      'last',
    ])
    // All is as at the beginning.
    ;(await take('again'))()
    assert.equal(clock.pending, 0)
  })
})

describe('locks between nodes', () => {
  const isLost = (lock: HeldLock): boolean => lock.isLost

  test('one command has the turn; waiting ones get it or give up', async (t) => {
    const { sql } = await testDatabase()
    const clock = new VirtualClock()
    const [one, two] = [new NodeLocks(sql, clock), new NodeLocks(sql, monotonicClock)]
    for (const node of [one, two]) {
      node.start()
      t.after(() => node.stop())
    }
    const held = await one.take(7n, 0)
    assert.ok(held)
    assert.equal(await two.take(7n, 0), null)
    const other = await two.take(8n, 0)
    assert.ok(other)
    const waiting = two.take(7n, Infinity)
    await held.release()
    const next = await waiting
    assert.ok(next)
    assert.equal(await one.take(7n, 0), null)
    await next.release()
    await other.release()
  })

  test('a lost session loses its locks, and knows it', async (t) => {
    const { sql } = await testDatabase()
    const [one, two] = [new NodeLocks(sql, monotonicClock), new NodeLocks(sql, monotonicClock)]
    for (const node of [one, two]) {
      node.start()
      t.after(() => node.stop())
    }
    const held = await one.take(7n, 0)
    assert.ok(held)
    assert.equal(isLost(held), false)
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    await until(() => isLost(held))
    const taken = await two.take(7n, Infinity)
    assert.ok(taken)
    // Releasing a lost turn does not pass it on again.
    await held.release()
    assert.equal(await one.take(7n, 0), null)
    await taken.release()
  })
})
