import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { macOf, newKey } from './testing/gateway.ts'
import { startCallBack } from './testing/start.ts'

test('the same MAC with another key is refused and reported, without effect on the network', async (t) => {
  const { sql, bound, call, field, read, nextEvent, listener, warnings } = await startCallBack(t)
  const key = newKey()
  const { netId } = await bound(1, key)
  await nextEvent()
  const [before] = await sql`select * from gateway`
  for (let tries = 0; tries < 3; tries += 1) await call(1, newKey()).closed()
  const why = 'a caller with this MAC and another key was refused'
  assert.equal(field.link(netId)?.status().lastError, why)
  assert.equal(field.link(netId)?.status().isConnected, true)
  assert.equal(listener.status().refused, 3)
  // Once a minute is enough.
  assert.deepEqual(warnings, [{ mac: macOf(1), why }])
  assert.equal(await read(netId, 12), 12)
  assert.deepEqual((await sql`select * from gateway`)[0], before)
  await call(1, null).closed()
  assert.equal(listener.status().refused, 4)
})

test('the same key takes the place of its older connection', async (t) => {
  const { bound, call, read, nextEvent } = await startCallBack(t)
  const key = newKey()
  const { gateway, netId } = await bound(1, key)
  assert.equal((await nextEvent()).isConnected, true)
  const again = call(1, key)
  assert.deepEqual([(await nextEvent()).error, (await nextEvent()).isConnected], ['the gateway reconnected', true])
  await gateway.closed()
  assert.equal(await read(netId, 3), 3)
  assert.equal(again.isClosed, false)
})

test('without a key: only if the network allows it, never if a key is pinned, and never replacing another gateway', async (t) => {
  const { api, sql, bind, call, codeOf, field, read, nextEvent, listener } = await startCallBack(t)
  const legacy = call(1, null)
  const connection = { kind: 'activation-code', code: await codeOf(legacy) }
  const path = `/org/${api.orgId}/nets/create/`
  const { body } = await api.call('manager', 'POST', path, { name: 'Net', connection })
  assert.match(
    JSON.stringify(body),
    /"result":"error".*"connection.code":"leads to a gateway without a key, .* an owner/,
  )
  const allow = (as: 'manager' | 'owner') => api.call(as, 'POST', `/org/${api.orgId}/allow-keyless/`, { allowed: true })
  assert.equal((await allow('manager')).status, 401)
  assert.equal((await allow('owner')).status, 200)
  const netId = await bind(connection)
  assert.equal((await nextEvent()).isConnected, true)
  assert.equal(field.link(netId)?.net.isKeylessAllowed, true)
  assert.equal(await read(netId, 4), 4)
  await call(1, null).closed()
  assert.equal(await read(netId, 5), 5)
  assert.equal(legacy.isClosed, false)
  // It was let in as one without a key: no key may be brought now.
  await call(1, newKey()).closed()
  assert.equal(listener.status().refused, 2)

  await sql`update gateway set public_key = ${newKey().publicKey}`
  legacy.hangUp()
  assert.equal((await nextEvent()).isConnected, false)
  await call(1, null).closed()
  assert.equal(listener.status().refused, 3)
})

test('the installation may let those without a key in, and those with one are held to it', async (t) => {
  const { bound, field, nextEvent } = await startCallBack(t, {}, { isKeylessAllowed: true })
  const { netId } = await bound(1, null)
  assert.equal((await nextEvent()).netId, netId)
  const keyed = await bound(2, newKey())
  await nextEvent()
  assert.deepEqual(
    [netId, keyed.netId].map((id) => field.link(id)?.net.isKeylessAllowed),
    [true, false],
  )
})

test('a caller that never answers the question has no key', async (t) => {
  const { api, call, codeOf } = await startCallBack(t)
  const silent = call(1, null, { answer: (pdu, own) => (pdu[0] === 0x42 ? null : own()) })
  await silent.until(() => silent.received.length === 1)
  assert.equal(silent.code, null)
  api.clock.advance(10_000)
  await codeOf(silent)
})

test('a proof that was recorded is worth nothing on another connection', async (t) => {
  const { bound, call, nextEvent, listener } = await startCallBack(t)
  const key = newKey()
  const { gateway } = await bound(1, key)
  await nextEvent()
  gateway.hangUp()
  await nextEvent()
  const recorded: Buffer[] = []
  const honest = call(1, key, {
    answer: (_pdu, own) => {
      const said = own()
      recorded.push(Buffer.from(said))
      return said
    },
  })
  await nextEvent()
  honest.hangUp()
  await nextEvent()
  const replay = call(1, null, { answer: () => recorded.shift() ?? null })
  await replay.closed()
  assert.equal(listener.status().refused, 1)
  assert.equal(listener.status().accepted, 2)
})

test('a gateway that does not know this installation is left alone', async (t) => {
  const { call, listener, warnings } = await startCallBack(t)
  const key = newKey()
  await call(1, key, { answer: (pdu, own) => (pdu[1] === 2 ? Buffer.of(0x42, 2, 0) : own()) }).closed()
  assert.deepEqual(warnings, [{ mac: macOf(1), why: 'it belongs to another installation' }])
  assert.equal(listener.status().waiting, 0)
})

test('a network that is disabled keeps its caller waiting', async (t) => {
  const { api, bound, call, read, nextEvent, listener } = await startCallBack(t)
  const key = newKey()
  const { gateway, netId } = await bound(1, key)
  await nextEvent()
  const enable = (enabled: boolean) => api.call('manager', 'POST', `/net/${netId}/change-disable/`, { enabled })
  await enable(false)
  await gateway.closed()
  await nextEvent()
  const again = call(1, key)
  await until(() => listener.status().waiting === 1)
  await enable(true)
  assert.equal((await nextEvent()).isConnected, true)
  assert.equal(await read(netId, 8), 8)
  assert.equal(again.isClosed, false)
  assert.equal(listener.status().waiting, 0)
})
