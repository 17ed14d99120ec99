import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Database, lostFences } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { callerRows, takeCaller } from '../remote/net-callers.ts'
import { addLeases, giveLeases, type OwnNode, removeNode, renew, takeLeases } from './leases.sql.ts'

const nodeOf = (id: string): OwnNode => ({ id, name: id, version: '1', startedOn: new Date(0) })
const [a, b] = [nodeOf('a'), nodeOf('b')]

describe('leases in the database', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
    await addLeases(db.sql, ['one', 'two'])
  })
  const renewed = (node: OwnNode) => renew(db.sql, node, false, { networks: 3 })
  /** Expires a node. */
  const end = (id: string, agoMs: number) =>
    db.sql`update node set until = clock_timestamp() - make_interval(secs => ${agoMs / 1000}) where id = ${id}`
  const seen = async () => (await renewed(a)).leases
  const fresh = async (): Promise<void> => {
    await db.sql`delete from node`
    await db.sql`update lease set node_id = null`
    await renewed(a)
    await renewed(b)
  }

  test('a renewal reports whether the node had expired and returns all nodes', async () => {
    await db.sql`delete from node`
    const first = await renewed(a)
    assert.deepEqual([first.renewals, first.wasOver], [0, true])
    const second = await renewed(a)
    assert.deepEqual([second.renewals, second.wasOver], [1, false])
    await renewed(b)
    await end('b', 100)
    const { nodes, leases, nowMs } = await renewed(a)
    assert.deepEqual(
      nodes.map(({ id, isAlive, facts }) => [id, isAlive, facts]),
      [
        ['a', true, { networks: 3 }],
        ['b', false, { networks: 3 }],
      ],
    )
    assert.deepEqual(
      leases.map(({ name, nodeId }) => [name, nodeId]),
      [
        ['one', null],
        ['two', null],
      ],
    )
    assert.ok(Math.abs(nowMs - Date.now()) < 60_000)
    assert.equal((await renewed(b)).wasOver, true)
  })

  test('a free lease is acquired once, that of a live node is not, and that of a dead node is free since its end', async () => {
    await fresh()
    const first = await seen()
    const taken = await takeLeases(db.sql, 'a', first)
    assert.deepEqual(
      taken.map(({ name, epoch }) => [name, epoch]),
      first.map(({ name, epoch }) => [name, epoch + 1]),
    )
    assert.deepEqual([...(await takeLeases(db.sql, 'b', first))], [], 'as they were seen they are no more')
    assert.deepEqual([...(await takeLeases(db.sql, 'b', await seen()))], [], 'their owner lives')
    await end('a', 1500)
    const [one] = await takeLeases(db.sql, 'b', (await renewed(b)).leases.slice(0, 1))
    assert.ok(one !== undefined && one.freeForMs >= 1500 && one.freeForMs < 60_000, `free for ${one?.freeForMs} ms`)
  })

  test('of a simultaneous renewal and acquisition, either the acquisition sees a live node or the renewal reports that it is late', async () => {
    await fresh()
    await takeLeases(db.sql, 'a', await seen())
    for (let round = 0; round < 30; round += 1) {
      await end('a', 1)
      const { leases } = await renewed(b)
      const held = leases.filter(({ nodeId }) => nodeId === 'a')
      const [taken, late] = await Promise.all([takeLeases(db.sql, 'b', held), renewed(a)])
      const after = await renewed(a)
      assert.ok(late.wasOver)
      const ours = after.leases.filter(({ nodeId }) => nodeId === 'a').length
      assert.equal(ours, held.length - taken.length)
      await db.sql`update lease set node_id = 'a', epoch = epoch + 1`
    }
  })

  test('a release names the epoch and does not affect a lease that was acquired again', async () => {
    await fresh()
    const [older] = await takeLeases(db.sql, 'a', (await seen()).slice(0, 1))
    assert.ok(older !== undefined)
    await giveLeases(db.sql, 'a', [older])
    const [again] = await takeLeases(db.sql, 'a', (await seen()).slice(0, 1))
    await giveLeases(db.sql, 'a', [older])
    assert.deepEqual((await seen())[0], { name: 'one', nodeId: 'a', epoch: again?.epoch })
    await removeNode(db.sql, 'a')
    const { nodes, leases } = await renewed(b)
    assert.deepEqual([nodes.map(({ id }) => id), leases.map(({ nodeId }) => nodeId)], [['b'], [null, null]])
  })

  test('a fence is valid until another node acquires the lease, which a running transaction prevents', async () => {
    await fresh()
    const [one] = await takeLeases(db.sql, 'a', (await seen()).slice(0, 1))
    assert.ok(one !== undefined)
    const fence = { name: one.name, epoch: one.epoch }
    assert.deepEqual(await lostFences(db.sql, [fence]), [])
    assert.deepEqual(await lostFences(db.sql, [{ name: 'two', epoch: 99 }]), [{ name: 'two', epoch: 99 }])
    await end('a', 10)
    const { leases } = await renewed(b)
    await db.sql.begin(async (tx) => {
      assert.deepEqual(await lostFences(tx, [fence]), [])
      const [row] = await tx<
        [{ after: string }]
      >`select current_setting('idle_in_transaction_session_timeout') as after`
      assert.equal(row.after, '2s', 'who is stopped here holds nobody up')
      assert.deepEqual([...(await takeLeases(db.sql, 'b', leases.slice(0, 1)))], [])
    })
    assert.equal((await takeLeases(db.sql, 'b', leases.slice(0, 1))).length, 1)
    assert.deepEqual(await lostFences(db.sql, [fence]), [fence])
  })

  test('the latest gateway with a proven key gets its network; one without a key only if no other node is alive', async () => {
    await fresh()
    await db.sql`insert into org (id, name) values (1, 'Test') on conflict do nothing`
    await db.sql`insert into net (org_id, id, name, slug, created_on) values (1, 7, 'Hall', 'hall', now())`
    assert.equal(await takeCaller(db.sql, 'a', 7, true), 1)
    assert.equal(await takeCaller(db.sql, 'b', 7, false), null)
    assert.equal(await takeCaller(db.sql, 'b', 7, true), 2)
    assert.deepEqual([...(await callerRows(db.sql, [7]))], [{ netId: 7, nodeId: 'b', epoch: 2 }])
    assert.deepEqual(await lostFences(db.sql, [{ name: 'caller 7', epoch: 1 }]), [{ name: 'caller 7', epoch: 1 }])
    assert.deepEqual(await lostFences(db.sql, [{ name: 'caller 7', epoch: 2 }]), [])
    await end('b', 1)
    assert.equal(await takeCaller(db.sql, 'a', 7, false), 3)
    assert.equal(await takeCaller(db.sql, 'a', 8, true), null, 'a network that is no more')
    await removeNode(db.sql, 'a')
    assert.deepEqual([...(await callerRows(db.sql, null))], [])
  })
})
