import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { until } from '@busbar/kit/testing'
import type { NetLink } from '../../field/link/net-link.ts'
import { netOf } from '../../field/testing/test-field.ts'
import { ownAddresses, scriptedGateway, startRaw } from './testing/raw-field.ts'

const group = { deviceModbusId: 1, address: 7, kind: 'holding', registersNum: 1 }

/** A gateway on this machine, and a network of the test's organization that has read something there. */
const setUp = async (t: TestContext, resolve: (name: string) => Promise<string[]> = async () => ['127.0.0.1']) => {
  const raw = await startRaw(t, { resolve })
  const { api, clock, claims, field, post } = raw
  const { sql } = api.service.db
  const { port, seen } = await scriptedGateway(t, (request, socket) => void socket.write(ownAddresses(request)))
  const netId = await raw.addNet(port)
  const linkOf = (id: number): NetLink => field.link(id) ?? assert.fail('no link')
  const prove = async (id = netId): Promise<void> => {
    const link = linkOf(id)
    claims.proved({ ...link.net }, link.arrival ?? assert.fail('not connected'))
    await until(() => claims.holders(`127.0.0.1 ${port}`).has(id))
  }
  /** Another organization's network, at the same place. */
  const addTheirs = async (ip: string): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      insert into net (org_id, name, slug, ip, port, created_on)
      values (${api.otherOrgId}, 'Theirs', ${`n${Math.random()}`}, ${ip}, ${port}, now()) returning id`
    const id = row?.id ?? 0
    field.apply(netOf({ orgId: api.otherOrgId, id, ip, port }))
    return id
  }
  /** Returns a result and the time that it took; the clock runs until it arrives. */
  const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const fromMs = clock.now()
    const ended = work.then((it) => ({ it }))
    for (;;) {
      const over = await Promise.race([ended, setTimeout(5, null)])
      if (over !== null) return [over.it, clock.now() - fromMs]
      // The database answers between two steps, so that it never looks hung.
      await api.service.answering.ask()
      await clock.advanceAsync(1000)
    }
  }
  const read = (as: 'operator' | 'stranger', ip: string, at = port) =>
    timed(post('/raw/read-register-group/', { ...group, connection: { kind: 'direct', ip, port: at } }, as)).then(
      ([{ body }, tookMs]) => [body, tookMs] as const,
    )
  /** Until the database's news have come. */
  const untilNotified = async (isSo: () => boolean): Promise<void> => {
    await until(() => {
      clock.advance(5)
      return isSo()
    })
  }
  return { ...raw, port, seen, netId, linkOf, prove, addTheirs, read, timed, untilNotified, sql }
}
const noConnection = { err: 'NoConnection' }
const reached = { ok: [7] }

test('an address that a network has is reached by no other organization, however it is written', async (t) => {
  const { read, prove, seen, api, post, port, timed } = await setUp(t)
  assert.deepEqual((await read('stranger', '127.0.0.1'))[0], reached, 'while it is nobody\u2019s')
  await prove()
  const { connections } = seen
  for (const ip of [
    '127.0.0.1',
    '127.0.0.2',
    '::ffff:127.0.0.1',
    '::FFFF:7F00:1',
    '0:0:0:0:0:ffff:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::7f00:1',
    'gateway.example',
  ]) {
    // The delay of a connection that does not come about.
    const [answer, tookMs] = await read('stranger', ip)
    assert.deepEqual(answer, noConnection, ip)
    assert.ok(tookMs >= 5000, ip)
  }
  const write = { deviceModbusId: 1, address: 0, kind: 'holding', values: [1] }
  const connection = { kind: 'direct', ip: '127.0.0.1', port }
  const [written, tookMs] = await timed(post('/raw/write-register-group/', { ...write, connection }, 'stranger'))
  assert.deepEqual([written.body, tookMs >= 5000], [noConnection, true])
  assert.equal(seen.connections, connections)
  assert.deepEqual((await read('operator', 'gateway.example'))[0], reached)
  // An operator of both organizations acts for the one that owns the endpoint.
  await api.service.db.sql`
    insert into membership (org_id, account_id, role) values (${api.otherOrgId}, ${api.accounts.operator}, 'owner')`
  assert.deepEqual((await read('operator', '127.0.0.1'))[0], reached)
})

test("another organization's network at the address returns the same as an unused address", async (t) => {
  const { addTheirs, linkOf, prove, port, seen, clock } = await setUp(t)
  await prove()
  const { connections } = seen
  const theirs = linkOf(await addTheirs('gateway.example'))
  await clock.advanceAsync(4999)
  assert.equal(theirs.status().lastError, null)
  await clock.advanceAsync(1)
  assert.equal(theirs.status().lastError, `no connection to 127.0.0.1:${port} within 5000 ms`)
  assert.equal(theirs.status().isConnected, false)
  assert.equal(seen.connections, connections)
})

test('a name that leads to one\u2019s own address first and to another\u2019s then: each dial is judged', async (t) => {
  let address = '127.0.0.1'
  const { prove, read, seen } = await setUp(t, async () => [address])
  await prove()
  const { connections } = seen
  address = '10.9.9.9'
  assert.deepEqual((await read('stranger', 'rebound.example'))[0], noConnection)
  address = '127.0.0.1'
  assert.deepEqual((await read('stranger', 'rebound.example'))[0], noConnection)
  assert.equal(seen.connections, connections)
})

test('closes earlier connections to the endpoint, of networks and raw links alike', async (t) => {
  const { addTheirs, linkOf, prove, read, shortLinks, nextEvent } = await setUp(t)
  const theirs = linkOf(await addTheirs('127.0.0.1'))
  await nextEvent()
  assert.deepEqual((await read('stranger', '127.0.0.1'))[0], reached)
  assert.equal(shortLinks.size, 1)
  await prove()
  await until(() => shortLinks.size === 0 && !theirs.status().isConnected)
})

describe('a claim', () => {
  test('is the first\u2019s, also when two read at once', async (t) => {
    const { addTheirs, linkOf, claims, port, nextEvent, sql, api } = await setUp(t)
    const theirId = await addTheirs('127.0.0.1')
    await nextEvent()
    const [mine, theirs] = [linkOf(1), linkOf(theirId)]
    assert.ok(mine.arrival && theirs.arrival)
    claims.proved(theirs.net, theirs.arrival)
    claims.proved(mine.net, mine.arrival)
    const name = `127.0.0.1 ${port}`
    await until(() => claims.holders(name).size > 0)
    await claims.stop()
    const rows = await sql<{ orgId: number }[]>`select org_id as "orgId" from claim`
    assert.equal(rows.length, 1)
    const [{ orgId } = { orgId: 0 }] = rows
    assert.ok(claims.isOpenTo(name, orgId))
    assert.ok(!claims.isOpenTo(name, orgId === api.orgId ? api.otherOrgId : api.orgId))
  })

  test('is shared by a grant alone, and ends with it', async (t) => {
    const { prove, read, untilNotified, claims, port, netId, sql, api } = await setUp(t)
    await prove()
    const isOpen = (): boolean => claims.isOpenTo(`127.0.0.1 ${port}`, api.otherOrgId)
    await sql`
      insert into claim_grant (org_id, net_id, to_org_id, granted_on, granted_by)
      values (${api.orgId}, ${netId}, ${api.otherOrgId}, now(), 'test')`
    await untilNotified(isOpen)
    assert.deepEqual((await read('stranger', '127.0.0.1'))[0], reached)
    await sql`delete from claim_grant`
    await untilNotified(() => !isOpen())
    assert.deepEqual((await read('stranger', '127.0.0.1'))[0], noConnection)
  })

  for (const [how, end] of [
    ['goes', (sql, id) => sql`delete from net where id = ${id}`],
    ['moves to another port', (sql, id) => sql`update net set port = port + 1 where id = ${id}`],
    ['moves to another address', (sql, id) => sql`update net set ip = '127.0.0.7' where id = ${id}`],
  ] as [string, (sql: Awaited<ReturnType<typeof setUp>>['sql'], id: number) => Promise<unknown>][]) {
    test(`is freed when its network ${how}`, async (t) => {
      const { prove, untilNotified, claims, port, netId, sql, api } = await setUp(t)
      await prove()
      await end(sql, netId)
      await untilNotified(() => claims.isOpenTo(`127.0.0.1 ${port}`, api.otherOrgId))
      assert.equal((await sql`select 1 from claim`).length, 0)
    })
  }

  test('is not made for a network that is somewhere else by now', async (t) => {
    const { claims, linkOf, netId, sql } = await setUp(t)
    const { net, arrival } = linkOf(netId)
    assert.ok(arrival)
    await sql`update net set port = port + 1 where id = ${netId}`
    claims.proved(net, arrival)
    await claims.stop()
    assert.equal((await sql`select 1 from claim`).length, 0)
  })
})
