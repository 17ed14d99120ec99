import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { macOf, newKey } from './testing/gateway.ts'
import { startCallBack } from './testing/start.ts'

test('a key under another MAC is the same gateway: the network goes with it, which is on record', async (t) => {
  const { api, sql, bound, call, read, nextEvent } = await startCallBack(t)
  const key = newKey()
  const { gateway, netId } = await bound(1, key)
  assert.equal((await nextEvent()).isConnected, true)
  await sql`insert into connect_code (code_hash, mac) values (sha256('label'), ${macOf(1)})`
  // A gateway called under the new MAC before, and was bound to nothing.
  await sql`insert into gateway (mac) values (${macOf(2)})`
  const moved = call(2, key)
  await gateway.closed()
  assert.equal((await nextEvent()).isConnected, false)
  assert.equal((await nextEvent()).isConnected, true)
  assert.equal(await read(netId, 9), 9)
  assert.equal(moved.isClosed, false)
  const { body } = await api.call('viewer', 'GET', `/net/${netId}/`)
  assert.equal((body as { mac: string }).mac, macOf(2))
  assert.deepEqual(Array.from(await sql`select mac::text, public_key as key from gateway`), [
    { mac: macOf(2), key: key.publicKey },
  ])
  assert.deepEqual(Array.from(await sql`select mac::text from connect_code`), [{ mac: macOf(2) }])
  const records = await sql`
    select account_name as by, from_address as "from", before, after from audit where action = 'net.mac-changed'`
  assert.deepEqual(Array.from(records), [
    { by: 'busbar', from: '127.0.0.1', before: { mac: macOf(1) }, after: { mac: macOf(2) } },
  ])
})

test('two boxes with one key: after three changes this is reported, and no more changes are made for a while', async (t) => {
  const { api, sql, bound, call, field, nextEvent, warnings } = await startCallBack(t)
  const key = newKey()
  const { netId } = await bound(1, key)
  await nextEvent()
  const linked = async (number: number): Promise<void> => {
    call(number, key)
    await until(() => {
      const status = field.link(netId)?.status()
      return field.link(netId)?.net.mac === macOf(number) && status?.isConnected === true
    })
  }
  for (const number of [2, 1, 2]) await linked(number)
  const clone = call(1, key)
  await clone.closed()
  assert.equal(field.link(netId)?.status().lastError, 'two boxes use one key')
  assert.equal(field.link(netId)?.status().isConnected, true)
  assert.deepEqual(warnings, [{ mac: macOf(2), why: 'two boxes use one key' }])
  assert.match(clone.received.at(-1) ?? '', new RegExp(Buffer.from('two boxes').toString('hex')))
  assert.equal((await sql`select from audit where action = 'net.mac-changed'`).length, 3)
  api.clock.advance(600_000)
  await linked(1)
})

test('a MAC that another gateway has is not taken from it', async (t) => {
  const { sql, bound, call, field, nextEvent } = await startCallBack(t)
  const [first, second] = [newKey(), newKey()]
  const { netId } = await bound(1, first)
  await nextEvent()
  const { gateway } = await bound(2, second)
  await nextEvent()
  await call(2, first).closed()
  assert.equal(field.link(netId)?.status().lastError, `it calls as ${macOf(2)}, which is another gateway`)
  assert.equal(gateway.isClosed, false)
  const macs = await sql`select mac::text from net order by mac`
  assert.deepEqual(
    macs.map(({ mac }) => mac),
    [macOf(1), macOf(2)],
  )
  assert.equal((await sql`select from audit where action = 'net.mac-changed'`).length, 0)
})

test('a gateway that refuses its activation is not connected; the network shows the reason', async (t) => {
  const { bind, call, codeOf, field } = await startCallBack(t)
  let isOver = false
  const gateway = call(1, newKey(), {
    answer: (pdu, own) => (isOver && pdu[0] === 16 ? Buffer.of(0x90, 1) : own()),
  })
  const code = await codeOf(gateway)
  isOver = true
  const netId = await bind({ kind: 'activation-code', code })
  await gateway.closed()
  assert.match(field.link(netId)?.status().lastError ?? '', /refused its activation: press its button/)
  assert.equal(field.link(netId)?.status().isConnected, false)
})

test('a gateway whose binding period has expired is reported as such', async (t) => {
  const { call, warnings } = await startCallBack(t)
  await call(1, newKey(), { answer: (pdu, own) => (pdu[1] === 2 ? Buffer.of(0x42, 2, 2) : own()) }).closed()
  const why = 'its binding period has expired: press its button, or request a new code from it'
  assert.deepEqual(warnings, [{ mac: macOf(1), why }])
})
