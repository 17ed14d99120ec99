import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { announcement, macOf, newKey } from './testing/gateway.ts'
import { startCallBack } from './testing/start.ts'

const dayMs = 86_400_000
const activated = (frames: readonly string[]): string | undefined =>
  frames.findLast((frame) => frame.slice(14, 16) === '10')

test('a gateway calls, shows a code, is bound by it and polled over its own connection', async (t) => {
  const { sql, bind, call, codeOf, read, nextEvent } = await startCallBack(t)
  // Transaction beef, unit 1, type 520, version 259, MAC 02:00:5e:10:00:07, no code yet.
  const bytes = 'beef 0000 0019 01 03 16 0208 0103 0002 0000 005e 0010 0000 0007 0001 05f5 e100'
  const gateway = call(7, null, { announcement: bytes })
  const code = await codeOf(gateway)
  assert.ok(code >= 10_000_000 && code <= 99_999_999)
  // Two registers from 1009 on, to unit 1.
  const written = `00020000000b011003f1000204${code.toString(16).padStart(8, '0')}`
  assert.deepEqual(gateway.received.slice(1), [written])
  const [row] = await sql`select mac::text, device_type, version, ip, port, seen_on from gateway`
  assert.deepEqual(
    { ...row },
    { mac: macOf(7), device_type: 520, version: 259, ip: '127.0.0.1', port: 502, seen_on: new Date('2026-11-14') },
  )

  await sql`update org set is_keyless_allowed = true`
  const netId = await bind({ kind: 'activation-code', code })
  assert.deepEqual(await nextEvent(), { orgId: 1, netId, isConnected: true, on: Date.UTC(2026, 10, 14), error: null })
  assert.equal(gateway.code, 0)
  assert.equal(activated(gateway.received), '00030000000b011003f100020400000000')
  assert.equal(await read(netId, 1234), 1234)
  assert.deepEqual(Array.from(await sql`select 1 from activation_code`), [])
  gateway.hangUp()
  assert.equal((await nextEvent()).isConnected, false)

  // It knows now that it is activated: nothing is written, it is just polled.
  const again = call(7, null, { announcement: announcement(7, '0009', '00000000') })
  assert.equal((await nextEvent()).isConnected, true)
  assert.equal(await read(netId, 5), 5)
  assert.equal(activated(again.received), undefined)
})

test('a key is pinned with the code that its caller showed', async (t) => {
  const { sql, bound, read, nextEvent, call, codeOf } = await startCallBack(t)
  const [mine, other] = [newKey(), newKey()]
  const stranger = call(1, other)
  const strangersCode = await codeOf(stranger)
  const { gateway, netId } = await bound(1, mine)
  assert.equal((await nextEvent()).netId, netId)
  assert.match(gateway.cloudKey ?? '', /^[0-9a-f]{64}$/)
  const [pinned] = await sql`select public_key from gateway`
  assert.deepEqual(pinned?.['public_key'], mine.publicKey)
  await stranger.closed()
  // Only the code that was typed in is used up.
  assert.deepEqual(Array.from(await sql`select code from activation_code`), [{ code: strangersCode }])
  assert.equal(await read(netId, 77), 77)
})

test('bound by its connect code, a gateway is known by the first key it proves', async (t) => {
  const { sql, bind, call, read, nextEvent, warnings } = await startCallBack(t)
  await sql`insert into gateway (mac) values (${macOf(2)})`
  await sql`insert into connect_code (code_hash, mac) values (sha256('label'), ${macOf(2)})`
  const netId = await bind({ kind: 'connect-code', code: 'label' })
  const key = newKey()
  const gateway = call(2, key)
  assert.equal((await nextEvent()).netId, netId)
  assert.equal(gateway.code, 0)
  assert.equal(await read(netId, 9), 9)
  await call(2, newKey()).closed()
  assert.equal(warnings.length, 1)
  const [pinned] = await sql`select public_key from gateway`
  assert.deepEqual(pinned?.['public_key'], key.publicKey)
})

describe('codes', () => {
  test('the same caller is shown its code again, unless it wants another; others get their own', async (t) => {
    const { call, codeOf } = await startCallBack(t)
    const key = newKey()
    const first = call(3, key)
    const code = await codeOf(first)
    const second = call(3, key)
    assert.equal(await codeOf(second), code)
    await first.closed()
    // It shows the code already: nothing is written, and the next one is an answer to the wish for another.
    const wishful = call(3, key, { announcement: announcement(3, '0007', code.toString(16).padStart(8, '0')) })
    assert.notEqual(await codeOf(wishful), code)
    assert.notEqual(await codeOf(call(3, newKey())), code)
    assert.notEqual(await codeOf(call(3, null)), code)
  })

  test('a code ends after a day, and who still waits gets a new one', async (t) => {
    const { api, sql, call, codeOf } = await startCallBack(t)
    const gateway = call(4, newKey())
    const code = await codeOf(gateway)
    await until(async () => (await sql`select 1 from activation_code`).length === 1)
    api.clock.advance(dayMs - 1)
    assert.equal(gateway.code, code)
    api.clock.advance(1)
    await gateway.until(() => gateway.code !== code)
    assert.deepEqual(Array.from(await sql`select code from activation_code`), [{ code: gateway.code }])
  })

  test('an unbound caller is forgotten when its code expires', async (t) => {
    const { api, sql, call, codeOf } = await startCallBack(t)
    await sql`insert into gateway (mac, sku, seen_on) values ('02:00:00:00:00:01', 'gw', '2020-01-01')`
    const gateway = call(5, newKey())
    await codeOf(gateway)
    gateway.hangUp()
    await until(async () => (await sql`select 1 from activation_code`).length === 1)
    api.clock.advance(dayMs + 3_600_000)
    await until(async () => {
      // The next sweep is scheduled when the previous one has ended.
      api.clock.advance(3_600_000)
      return (await sql`select 1 from gateway`).length === 1
    })
    assert.deepEqual(Array.from(await sql`select sku from gateway`), [{ sku: 'gw' }])
  })
})
