import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { answerFrom, type EnvelopeName, encodeRequest, MemoryBank } from '@busbar/modbus'
import { listen } from '@busbar/modbus/net'
import type { FieldNet } from '@busbar/polling'
import { netOf, startMs, testField } from './testing/test-field.ts'

const host = '127.0.0.1'

/** A gateway with memory for every unit, which logs its requests. */
const serveMemory = async (
  t: TestContext,
  { envelope = 'tcp', isSilent = () => false }: { envelope?: EnvelopeName; isSilent?: (unit: number) => boolean } = {},
) => {
  const bank = new MemoryBank()
  const asked: string[] = []
  const handler = (unit: number, pdu: Uint8Array): Uint8Array | undefined => {
    asked.push(`${unit} ${pdu.toHex()}`)
    return isSilent(unit) ? undefined : answerFrom(bank, pdu)
  }
  const server = await listen({ port: 0, envelope, handler })
  t.after(() => server.close())
  return { server, asked, at: { ip: host, port: server.port } }
}
const setUp = (t: TestContext, ...nets: FieldNet[]) => {
  const set = testField()
  t.after(() => set.field.stop())
  for (const net of nets) set.field.apply(net)
  set.field.start()
  return set
}
const read = { fn: 3, address: 0, count: 1 } as const
const poll = { priority: 'poll' } as const

describe('a network that changes', () => {
  for (const [what, change, isKept] of [
    ['nothing', {}, true],
    ['its name', { name: 'Yard' }, true],
    ['its timeout', { timeoutMs: 300 }, true],
    ['its depth', { depth: 4 }, true],
    ['its devices', { devices: [] }, true],
    ['its protocol', { protocol: 'rtu-over-tcp' }, false],
    ['its address', { ip: '127.0.0.2' }, false],
    ['its port', { port: 1 }, false],
    ['its enabling', { isEnabled: false }, false],
    ['how it is reached', { ip: null, port: null, mac: '02:00:5e:10:00:01' }, false],
  ] satisfies [string, Partial<FieldNet>, boolean][]) {
    test(`${what}: the connection ${isKept ? 'stays' : 'ends, without an error'}`, async (t) => {
      const { at } = await serveMemory(t)
      const net = netOf(at)
      const { field, events, nextEvent } = setUp(t, net)
      await nextEvent()
      const link = field.link(7)
      field.apply({ ...net, ...change })
      assert.equal(events.length, isKept ? 0 : 1)
      assert.equal(field.link(7)?.status().isConnected, isKept)
      if (isKept) assert.equal(field.link(7), link)
      else assert.deepEqual(events[0], { orgId: 1, netId: 7, isConnected: false, on: startMs, error: null })
      assert.equal(field.link(7)?.status().lastErrorOn, null)
    })
  }

  test('another address is dialled at once; the old one is not asked again', async (t) => {
    const [one, other] = [await serveMemory(t), await serveMemory(t)]
    const { field, nextEvent } = setUp(t, netOf(one.at))
    await nextEvent()
    field.apply(netOf(other.at))
    assert.deepEqual([(await nextEvent()).isConnected, (await nextEvent()).isConnected], [false, true])
    await field.link(7)?.ask(1, read, poll)
    assert.deepEqual([one.asked.length, other.asked.length], [0, 1])
  })

  test('disabled and enabled again', async (t) => {
    const { at } = await serveMemory(t)
    const { clock, field, nextEvent } = setUp(t, netOf({ ...at, isEnabled: false }))
    assert.deepEqual(await field.link(7)?.ask(1, read, poll), { err: 'no-connection' })
    assert.equal(clock.pending, 0)
    field.apply(netOf(at))
    assert.equal((await nextEvent()).isConnected, true)
  })

  test('a removed network has no owner and no timer left', async (t) => {
    const { at } = await serveMemory(t)
    const { clock, field, nextEvent } = setUp(t, netOf(at), netOf({ id: 8, ip: host, port: 1 }))
    await nextEvent()
    assert.deepEqual([...field.statuses().keys()], [7, 8])
    field.remove(7)
    field.remove(8)
    field.remove(9)
    assert.equal((await nextEvent()).isConnected, false)
    assert.equal(field.link(7), undefined)
    assert.equal(clock.pending, 0)
  })

  test('stopping while connecting leaves no connection', async (t) => {
    const { server, at } = await serveMemory(t)
    const { field, events } = setUp(t, netOf(at))
    field.stop()
    for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
    assert.deepEqual(events, [])
    assert.equal(server.connections, 0)
  })
})

for (const [protocol, envelope, atOnce] of [
  ['modbustcp', 'tcp', 3],
  ['rtu-over-tcp', 'rtu', 1],
  ['ascii-over-tcp', 'ascii', 1],
] as const) {
  test(`${protocol}: asked in its own way`, async (t) => {
    const { at } = await serveMemory(t, { envelope })
    const { field, nextEvent } = setUp(t, netOf({ ...at, protocol, depth: 4 }))
    await nextEvent()
    const link = field.link(7)
    assert.ok(link)
    const asks = [1, 2, 3].map((unit) => link.ask(unit, read, poll))
    for (const outcome of await Promise.all(asks))
      assert.deepEqual(outcome, { ok: { fn: 3, words: Uint16Array.of(0) } })
  })

  test(`${protocol}: ${atOnce} of three requests at once`, async (t) => {
    const { at, asked } = await serveMemory(t, { envelope, isSilent: () => true })
    const { field, nextEvent } = setUp(t, netOf({ ...at, protocol, depth: 4 }))
    await nextEvent()
    for (const unit of [1, 2, 3]) void field.link(7)?.ask(unit, read, poll)
    await until(() => asked.length >= atOnce)
    for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
    assert.equal(asked.length, atOnce)
  })
}

for (const [what, unit, isKept] of [
  ['an answer of another unit', 1, true],
  ['a broadcast, which nobody answers,', 0, false],
] as const) {
  test(`a serial line behind a silent unit: ${what} ${isKept ? 'keeps' : 'does not keep'} the connection`, async (t) => {
    const { at } = await serveMemory(t, { envelope: 'rtu', isSilent: (asked) => asked === 2 })
    const { clock, field, events, nextEvent } = setUp(t, netOf({ ...at, protocol: 'rtu-over-tcp' }))
    await nextEvent()
    const link = field.link(7) ?? assert.fail()
    const isReset = (): boolean => events.length > 0
    for (let count = 1; count <= 15 && !isReset(); count += 1) {
      const missed = link.ask(2, { ...read, count }, poll)
      await clock.advanceAsync(1000)
      assert.deepEqual(await missed, { err: 'timeout' })
      if (isReset()) break
      const other = unit === 0 ? link.ask(unit, { fn: 6, address: 0, word: 1 }, poll) : link.ask(unit, read, poll)
      if (unit === 0) await clock.advanceAsync(100)
      assert.ok('ok' in (await other))
    }
    assert.equal(isReset(), !isKept)
  })
}

test('an address that may not be dialled: said so, and not dialled', async (t) => {
  const { server, at } = await serveMemory(t)
  const { field, clock } = testField({ dial: { resolve: async () => ['::1'], connectTimeoutMs: 1 } })
  t.after(() => field.stop())
  field.apply(netOf({ ip: 'gateway.example', port: at.port }))
  field.start()
  const link = field.link(7)
  assert.ok(link)
  await until(() => link.status().lastError !== null)
  assert.equal(
    link.status().lastError,
    `no such host, or its address is not allowed: gateway.example:${at.port} (see --raw-allow)`,
  )
  assert.deepEqual(await link.ask(1, read, poll), { err: 'no-connection' })
  await clock.advanceAsync(60_000)
  assert.equal(server.connections, 0)
})

test('a network without a usable address shows that', (t) => {
  const { field, clock } = setUp(t, netOf())
  assert.equal(field.link(7)?.status().lastError, 'the network has neither an address nor a gateway')
  assert.equal(clock.pending, 0)
})

describe('controller passwords', () => {
  const typed = (...characters: number[]): string =>
    `5 ${encodeRequest({ fn: 16, address: 100, words: characters }).toHex()}`
  const secret = { controllerUnit: 5, passwords: ['ab', 'c'], isPasswordUnprovenAllowed: true }

  test('go before anything else', async (t) => {
    const { asked, at } = await serveMemory(t)
    const { field, nextEvent } = setUp(t, netOf({ ...at, ...secret, depth: 4 }))
    await nextEvent()
    const outcome = await field.link(7)?.ask(1, read, { priority: 'write' })
    assert.ok(outcome !== undefined && 'ok' in outcome)
    assert.deepEqual(asked, [typed(97, 98, 0), typed(99, 0), '1 0300000001'])
    assert.equal(field.link(7)?.status().lastError, null)
  })

  test('are not sent without a proven key unless the network allows it; other requests are sent', async (t) => {
    const { asked, at } = await serveMemory(t)
    const { field, nextEvent } = setUp(t, netOf({ ...at, ...secret, isPasswordUnprovenAllowed: false }))
    await nextEvent()
    await field.link(7)?.ask(1, read, poll)
    assert.deepEqual(asked, ['1 0300000001'])
    assert.match(field.link(7)?.status().lastError ?? '', /passwords were not sent: no key was proven/)
    field.apply(netOf({ ...at, ...secret }))
    await field.link(7)?.ask(1, read, poll)
    assert.deepEqual(asked.slice(1), [typed(97, 98, 0), typed(99, 0), '1 0300000001'], 'and once allowed they are')
  })

  test('that cannot be decrypted are not sent, which is reported; other requests are sent', async (t) => {
    const { asked, at } = await serveMemory(t)
    const { field, nextEvent } = setUp(t, netOf({ ...at, ...secret, passwords: null }))
    await nextEvent()
    await field.link(7)?.ask(1, read, poll)
    assert.deepEqual(asked, ['1 0300000001'])
    assert.match(
      field.link(7)?.status().lastError ?? '',
      /passwords were not sent: they are encrypted with an unknown key/,
    )
    field.apply(netOf({ ...at, ...secret }))
    await field.link(7)?.ask(1, read, poll)
    assert.deepEqual(asked.slice(1), [typed(97, 98, 0), typed(99, 0), '1 0300000001'], 'and once they open they are')
  })

  test('a controller that is silent: that is said, and the rest is asked', async (t) => {
    const { asked, at } = await serveMemory(t, { isSilent: (unit) => unit === 5 })
    const { clock, field, nextEvent } = setUp(t, netOf({ ...at, ...secret }))
    await nextEvent()
    const asking = field.link(7)?.ask(1, read, poll)
    await clock.advanceAsync(1000)
    assert.deepEqual(await asking, { ok: { fn: 3, words: Uint16Array.of(0) } })
    assert.equal(field.link(7)?.status().lastError, 'controller password 1 of 2 was refused: timeout')
    assert.deepEqual(asked, [typed(97, 98, 0), '1 0300000001'])
  })
})

describe('how a connection ends', () => {
  for (const [what, end, error] of [
    ['closed', (socket: Socket) => socket.end(), 'the other side closed the connection'],
    ['reset', (socket: Socket) => socket.resetAndDestroy(), 'read ECONNRESET'],
  ] as const) {
    test(`${what} by the other side: told at once`, async (t) => {
      const server = createServer()
      server.listen(0, host)
      await once(server, 'listening')
      t.after(() => server.close())
      const { field, clock, nextEvent } = setUp(t, netOf({ ip: host, port: (server.address() as AddressInfo).port }))
      const [socket] = (await once(server, 'connection')) as [Socket]
      await nextEvent()
      const asking = field.link(7)?.ask(1, read, poll)
      end(socket)
      assert.deepEqual(await nextEvent(), { orgId: 1, netId: 7, isConnected: false, on: startMs, error })
      assert.deepEqual(await asking, { err: 'closed' })
      assert.equal(clock.now(), 0, 'without any time passing')
    })
  }

  test('on request: how many there were, and it is dialled again', async (t) => {
    const { at } = await serveMemory(t)
    const { field, clock, nextEvent } = setUp(t, netOf(at))
    assert.equal(field.link(7)?.drop(), 0)
    await nextEvent()
    assert.equal(field.link(7)?.drop(), 1)
    assert.equal((await nextEvent()).error, 'the connection was dropped on request')
    assert.equal(field.link(7)?.drop(), 0)
    await clock.advanceAsync(1000)
    assert.equal((await nextEvent()).isConnected, true)
  })
})
