import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { FieldNet } from '@busbar/polling'
import { ManualPeer, netOf, testField } from '../testing/test-field.ts'

const mac = '02:00:5e:10:00:01'
const proven = { isProven: true, unit: 255, from: '192.0.2.7', keyId: 'key' }
const keyless = { isProven: false, unit: 255, from: '192.0.2.7', keyId: null }

const setUp = (t: TestContext, overrides: Partial<FieldNet> = {}) => {
  const set = testField()
  t.after(() => set.field.stop())
  set.field.apply(netOf({ mac, ...overrides }))
  set.field.start()
  const call = (facts: typeof proven | typeof keyless, to = mac) => {
    const peer = new ManualPeer()
    return { peer, isTaken: set.field.accept(to, peer, facts) }
  }
  const read = async (peer: ManualPeer): Promise<unknown> => {
    const asking = set.field.link(7)?.ask(3, { fn: 3, address: 0, count: 1 }, { priority: 'poll' })
    await set.clock.advanceAsync(0)
    for (const frame of peer.takeRequests()) peer.answer(frame, 42)
    return asking
  }
  return { ...set, call, read }
}

describe('which gateways may connect', () => {
  for (const [what, given, facts, isTaken] of [
    ['with the proven key', {}, proven, true],
    ['without a key', {}, keyless, false],
    ['without a key, where that is allowed', { isKeylessAllowed: true }, keyless, true],
    ['for a disabled network', { isEnabled: false }, proven, false],
  ] as const) {
    test(`${what}: ${isTaken ? 'yes' : 'no'}`, (t) => {
      const { field, call } = setUp(t, given)
      const { peer, isTaken: wasTaken } = call(facts)
      assert.equal(wasTaken, isTaken)
      assert.equal(field.link(7)?.status().isConnected, isTaken)
      assert.ok(!peer.isDestroyed, 'who is refused stays the caller\u2019s')
    })
  }

  test('under a MAC that no network has: no', (t) => {
    assert.ok(!setUp(t).call(proven, '02:00:5e:10:00:02').isTaken)
  })

  test('before the start and after the stop: no', (t) => {
    const { field, call } = setUp(t)
    field.stop()
    assert.ok(!call(proven).isTaken)
  })
})

describe('which connection serves the network', () => {
  for (const [what, first, second, isDisplaced] of [
    ['a proven key displaces a proven key', proven, proven, true],
    ['a proven key displaces a caller without', keyless, proven, true],
    ['a caller without a key displaces nobody', keyless, keyless, false],
    ['least of all a proven key', proven, keyless, false],
  ] as const) {
    test(what, async (t) => {
      const { call, read, events } = setUp(t, { isKeylessAllowed: true })
      const [older, newer] = [call(first), call(second)]
      assert.equal(newer.isTaken, isDisplaced)
      assert.equal(older.peer.isDestroyed, isDisplaced)
      assert.deepEqual(await read(isDisplaced ? newer.peer : older.peer), { ok: { fn: 3, words: Uint16Array.of(42) } })
      assert.deepEqual(
        events.map(({ isConnected }) => isConnected),
        isDisplaced ? [true, false, true] : [true],
      )
    })
  }

  test('a request in flight is unclear when its connection is displaced, and is not sent again', async (t) => {
    const { field, clock, call } = setUp(t)
    call(proven)
    const asking = field.link(7)?.ask(3, { fn: 6, address: 0, word: 1 }, { priority: 'write' })
    const newer = call(proven)
    assert.deepEqual(await asking, { err: 'closed' })
    await clock.advanceAsync(5000)
    assert.deepEqual(newer.peer.takeRequests(), [])
  })
})

test('once it hangs up it may call again, with or without a key as before', async (t) => {
  const { field, nextEvent, call, read } = setUp(t, { isKeylessAllowed: true })
  const first = call(keyless)
  assert.equal((await nextEvent()).isConnected, true)
  first.peer.destroy()
  assert.equal((await nextEvent()).error, 'the other side closed the connection')
  const second = call(keyless)
  assert.deepEqual(await read(second.peer), { ok: { fn: 3, words: Uint16Array.of(42) } })
  assert.equal(field.link(7)?.drop(), 1)
  assert.ok(second.peer.isDestroyed)
  assert.equal(field.link(7)?.drop(), 0)
  assert.ok(call(keyless).isTaken)
})

test('an unresponsive gateway is disconnected, so that it can reconnect', async (t) => {
  const { field, clock, events, call } = setUp(t)
  const { peer } = call(proven)
  for (let i = 0; i < 10; i += 1) {
    void field.link(7)?.ask(3, { fn: 3, address: 0, count: 1 }, { priority: 'poll' })
    await clock.advanceAsync(1000)
  }
  assert.ok(peer.isDestroyed)
  assert.match(events.at(-1)?.error ?? '', /no response for too long/)
})

describe('passwords', () => {
  const secret = { controllerUnit: 5, passwords: ['a'] }
  test('are sent to a proven key', async (t) => {
    const { clock, call } = setUp(t, secret)
    const { peer } = call(proven)
    await clock.advanceAsync(0)
    assert.deepEqual(
      peer.takeRequests().map(({ unit, pdu }) => `${unit} ${pdu.toHex()}`),
      ['5 10006400020400610000'],
    )
  })

  test('changed while they are sent: the rest of the old ones is not, and all others wait for the new ones', async (t) => {
    const { clock, field, call } = setUp(t, { ...secret, passwords: ['a', 'b'] })
    const { peer } = call(proven)
    field.apply(netOf({ mac, ...secret, passwords: ['z'] }))
    void field.link(7)?.ask(3, { fn: 3, address: 0, count: 1 }, { priority: 'write' })
    await clock.advanceAsync(0)
    const [old, ...others] = peer.takeRequests()
    assert.ok(old !== undefined && others.length === 0)
    peer.say({ ...old, pdu: old.pdu.slice(0, 5) })
    await clock.advanceAsync(0)
    const [latest, ...rest] = peer.takeRequests()
    assert.ok(latest?.pdu.toHex() === '100064000204007a0000' && rest.length === 0)
    peer.say({ ...latest, pdu: latest.pdu.slice(0, 5) })
    await clock.advanceAsync(0)
    assert.deepEqual(
      peer.takeRequests().map(({ unit }) => unit),
      [3],
    )
  })

  for (const isPasswordUnprovenAllowed of [false, true]) {
    test(`without a key ${isPasswordUnprovenAllowed ? 'where allowed' : 'they are not'}`, async (t) => {
      const { clock, call } = setUp(t, { ...secret, isKeylessAllowed: true, isPasswordUnprovenAllowed })
      const { peer } = call(keyless)
      await clock.advanceAsync(0)
      assert.equal(peer.takeRequests().length, isPasswordUnprovenAllowed ? 1 : 0)
    })
  }
})

describe('a network that changes', () => {
  for (const [what, change, facts, isKept] of [
    ['callers without a key are no longer allowed', { isKeylessAllowed: false }, keyless, false],
    ['which is nothing to a proven one', { isKeylessAllowed: false }, proven, true],
    ['it is disabled', { isEnabled: false }, proven, false],
    ['another gateway is bound to it', { mac: '02:00:5e:10:00:02' }, proven, false],
    ['its name', { name: 'Yard' }, keyless, true],
  ] as const) {
    test(`${what}: the line ${isKept ? 'stays' : 'ends'}`, (t) => {
      const { field, call } = setUp(t, { isKeylessAllowed: true })
      const { peer } = call(facts)
      field.apply(netOf({ mac, isKeylessAllowed: true, ...change }))
      assert.equal(peer.isDestroyed, !isKept)
      assert.equal(field.link(7)?.status().isConnected, isKept)
    })
  }

  test('a MAC that moved to another network calls for that one', (t) => {
    const { field, call } = setUp(t)
    field.apply(netOf({ id: 8, mac }))
    field.apply(netOf({ id: 7, mac: '02:00:5e:10:00:02' }))
    assert.ok(call(proven).isTaken)
    assert.equal(field.link(8)?.status().isConnected, true)
  })
})

test('the problem of a refused gateway is the last error of its network', (t) => {
  const { field } = setUp(t)
  field.report(mac, 'a caller with another key was refused')
  field.report('02:00:5e:10:00:02', 'nobody\u2019s')
  assert.equal(field.link(7)?.status().lastError, 'a caller with another key was refused')
})
