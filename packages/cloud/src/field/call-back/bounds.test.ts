import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { PendingGateways } from './pending-gateways.ts'
import { RefusalLog } from './refusal-log.ts'
import { announcement, macOf, newKey } from './testing/gateway.ts'
import { startCallBack } from './testing/start.ts'

test('an announcement that drips ends at its time', async (t) => {
  const { api, call, codeOf, listener } = await startCallBack(t)
  const whole = announcement(1).replaceAll(' ', '')
  const dripping = call(1, newKey(), { announcement: whole.slice(0, 20) })
  await until(() => listener.status().connections === 1)
  api.clock.advance(9999)
  dripping.say(whole.slice(20, 60))
  const other = call(2, newKey())
  await codeOf(other)
  api.clock.advance(1)
  await dripping.closed()
  assert.equal(other.isClosed, false)
  assert.equal(listener.status().waiting, 1)
})

test('junk is closed at once, and so is what follows an announcement unasked', async (t) => {
  const { call, listener } = await startCallBack(t)
  await call(1, null, {
    announcement: '47455420 2f204854 54502f31 2e310d0a 486f7374 3a20780d 0a0d0a00 00000000',
  }).closed()
  assert.equal(listener.status().nonsense, 1)
  await call(1, newKey(), { announcement: `${announcement(1)} 0009 0000 0005 ff 03 02 0001` }).closed()
  await call(1, newKey(), { announcement: `${announcement(1)} ffff ffff ffff ff` }).closed()
  await until(() => listener.status().connections === 0)
  assert.deepEqual(listener.status(), { connections: 0, waiting: 0, accepted: 0, refused: 0, nonsense: 1 })
})

test('pending gateways are limited in total and per address; the oldest is dropped', async (t) => {
  for (const limits of [{ pendingMax: 2 }, { pendingPerNetworkMax: 2 }, { pendingPerSourceMax: 2 }]) {
    const { call, codeOf, listener } = await startCallBack(t, { limits })
    const gateways = []
    for (const number of [1, 2, 3]) {
      const gateway = call(number, newKey())
      await codeOf(gateway)
      gateways.push(gateway)
    }
    await gateways[0]?.closed()
    assert.deepEqual(
      gateways.map(({ isClosed }) => isClosed),
      [true, false, false],
    )
    assert.equal(listener.status().waiting, 2)
  }
})

test('closes connections beyond the limit, in total or from one address without a proof', async (t) => {
  for (const limits of [
    { connectionsMax: 1, unprovenMs: 60_000 },
    { unprovenPerSourceMax: 1, unprovenMs: 60_000 },
  ]) {
    const { api, call, codeOf, listener } = await startCallBack(t, { limits })
    const first = call(1, null, { announcement: '00' })
    await until(() => listener.status().connections === 1)
    await call(2, null).closed()
    assert.equal(first.isClosed, false)
    api.clock.advance(10_000)
    await first.closed()
    await codeOf(call(2, null))
  }
})

test('gateways behind a load balancer do not count as one', async (t) => {
  const { call, codeOf, listener } = await startCallBack(t, {
    limits: { unprovenPerSourceMax: 1, unprovenMs: 60_000 },
    isBalancer: (address) => address === '127.0.0.1',
  })
  const first = call(1, null, { announcement: '00' })
  await until(() => listener.status().connections === 1)
  await codeOf(call(2, newKey()))
  assert.equal(first.isClosed, false)
})

test('a gateway with a proven key no longer counts against its address, and keeps its slot', async (t) => {
  const { api, call, codeOf, bound, read, listener } = await startCallBack(t, {
    limits: { unprovenPerSourceMax: 1, connectionsMax: 3 },
  })
  const one = await bound(1, newKey())
  await until(() => listener.status().accepted === 1)
  const two = await bound(2, newKey())
  await until(() => listener.status().accepted === 2)
  const first = call(3, null, { announcement: '00' })
  await until(() => listener.status().connections === 3)
  await call(4, newKey()).closed()
  api.clock.advance(1000)
  await codeOf(call(5, newKey()))
  await first.closed()
  assert.deepEqual([await read(one.netId, 7), await read(two.netId, 7)], [7, 7])
})

for (const [limit, why] of [
  ['codesMax', 'there are too many activation codes'],
  ['codesPerNetworkMax', 'there are too many activation codes for callers from this network'],
  ['codesPerSourceMax', 'there are too many activation codes for callers from this address'],
] as const) {
  test(`codes have an end: ${limit}`, async (t) => {
    const { api, sql, call, codeOf, listener, warnings } = await startCallBack(t, { limits: { [limit]: 1 } })
    const key = newKey()
    const first = call(1, key)
    const code = await codeOf(first)
    for (const number of [2, 3]) {
      const other = call(number, newKey())
      await other.closed()
      assert.equal(other.code, null)
      assert.match(other.received.at(-1) ?? '', new RegExp(Buffer.from(why).toString('hex')), 'it is told why')
    }
    assert.deepEqual(
      warnings,
      [2, 3].map((number) => ({ mac: macOf(number), why })),
    )
    assert.equal(listener.status().waiting, 1)
    assert.equal((await sql`select 1 from activation_code`).length, 1)
    assert.equal((await sql`select 1 from gateway`).length, 1, 'who got none leaves nothing behind')
    assert.equal(await codeOf(call(1, key)), code, 'who has one keeps it')
    if (limit === 'codesMax') return
    await sql`update activation_code set source = '198.51.100.7', network = '198.51.100'`
    await codeOf(call(4, newKey()))
    api.clock.advance(1)
  })
}

test('limits connections per minute from an address and from a network', async (t) => {
  for (const limits of [{ pendingCallsPerSourceMax: 2 }, { pendingCallsPerNetworkMax: 2 }]) {
    const { api, call, codeOf, warnings, sql } = await startCallBack(t, { limits })
    for (const number of [1, 2]) await codeOf(call(number, newKey()))
    await call(3, null).closed()
    assert.deepEqual(warnings, [{ mac: macOf(3), why: 'too many connections from this address' }])
    assert.equal((await sql`select 1 from gateway`).length, 2)
    api.clock.advance(30_000)
    await codeOf(call(3, newKey()))
  }
})

test('when all places are taken, one of the network with the most goes', () => {
  const pending = new PendingGateways({ pendingMax: 4, pendingPerNetworkMax: 10, pendingPerSourceMax: 10 })
  const left: string[] = []
  const enter = (caller: string, source: string): void =>
    pending.add({ mac: caller, caller, source, key: null, recheck() {}, leave: () => left.push(caller) } as never)
  enter('early', '192.0.2.1')
  for (const at of [1, 2, 3, 4, 5]) enter(`flood ${at}`, `198.51.100.${at}`)
  assert.deepEqual(left, ['flood 1', 'flood 2'])
  assert.equal(pending.of('early').length, 1)
})

test('invented MACs do not fill the log', () => {
  const clock = new VirtualClock()
  const told: string[] = []
  const refusals = new RefusalLog(clock, {
    one: (mac, why) => told.push(`${mac} ${why}`),
    more: (count) => told.push(`${count} more`),
  })
  for (let number = 0; number < 1000; number += 1) refusals.add(macOf(number), 'no')
  assert.deepEqual([told.length, told[0], refusals.count], [20, `${macOf(0)} no`, 1000])
  clock.advance(60_000)
  assert.equal(told.at(-1), '980 more')
  refusals.add(macOf(999), 'no')
  assert.equal(told.length, 22)
  refusals.stop()
})

test('500 call at once: each gets to its own network', async (t) => {
  const { api, sql, field, listener, call, read } = await startCallBack(t)
  const numbers = Array.from({ length: 500 }, (_, i) => i + 1)
  const keys = numbers.map(newKey)
  await sql`
    insert into net ${sql(numbers.map((n) => ({ org_id: api.orgId, id: n, name: `n${n}`, slug: `n${n}`, mac: macOf(n), created_on: api.service.now() })))}`
  await sql`
    insert into gateway ${sql(numbers.map((n, i) => ({ mac: macOf(n), org_id: api.orgId, net_id: n, public_key: keys[i]?.publicKey ?? null })))}`
  await until(() => [...field.links()].length === 500)
  const gateways = numbers.map((number, i) => call(number, keys[i] ?? null))
  await until(() => listener.status().accepted === 500)
  for (const n of [1, 250, 500]) assert.equal(await read(n, n), n)
  assert.ok(gateways.every(({ isClosed }) => !isClosed))
  assert.equal(listener.status().connections, 500)
  await until(async () => (await sql`select 1 from gateway where seen_on is null`).length === 0)
})
