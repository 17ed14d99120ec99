import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import * as fc from 'fast-check'
import { decodeReply, encodeRequest } from './ntp-packet.ts'
import { cookieOf, packetOf, TestTimeServer, until } from './testing/time-server.ts'
import { bestOf, judge, TimeServers } from './time-servers.ts'

const cookie = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('a request contains only its mode and the cookie', () => {
  assert.equal(hex(encodeRequest(cookie)), `23${'00'.repeat(39)}0102030405060708`)
})

describe('a reply of a server', () => {
  // Leap 0, version 4, server, stratum 1, GPS; our cookie; received and sent on 2026-11-15, 12:00:00.25 and half a second later.
  const received = 'eea41d4040000000'
  const text = `240100ec${'00'.repeat(8)}47505300${'00'.repeat(8)}0102030405060708${received}eea41d40c0000000`

  test('has the two times, in milliseconds since 1970', () => {
    assert.deepEqual(decodeReply(Uint8Array.from(Buffer.from(text, 'hex'))), {
      leap: 0,
      version: 4,
      mode: 4,
      stratum: 1,
      reference: 'GPS',
      origin: cookie,
      receivedMs: Date.UTC(2026, 10, 15, 12, 0, 0, 250),
      sentMs: Date.UTC(2026, 10, 15, 12, 0, 0, 750),
    })
  })

  for (const [seconds, utc] of [
    ['80000000', '1968-01-20T03:14:08.000Z'],
    ['ffffffff', '2036-02-07T06:28:15.000Z'],
    ['00000000', '2036-02-07T06:28:16.000Z'],
    ['7fffffff', '2104-02-26T09:42:23.000Z'],
  ] as const) {
    test(`converts ${seconds} to ${utc}`, () => {
      const reply = decodeReply(Buffer.from(text.replace(received, `${seconds}00000000`), 'hex'))
      assert.equal(new Date(reply?.receivedMs ?? 0).toISOString(), utc)
    })
  }

  test('is none when a byte is missing', () => {
    for (let length = 0; length < 48; length++)
      assert.equal(decodeReply(Buffer.from(text, 'hex').subarray(0, length)), null)
  })
})

describe('evaluates a reply', () => {
  const atMs = Date.UTC(2026, 10, 15)
  const flight = { sentMs: atMs - 5000, cameMs: atMs - 4900 }
  const ok = { ok: { offsetMs: 4950, delayMs: 100 } }
  for (const [name, changes, expected] of [
    ['a server\u2019s', {}, ok],
    ['version 3', { header: 0x1c }, ok],
    ['a leap second is near', { header: 0x64 }, ok],
    ['stratum 15', { stratum: 15 }, ok],
    ['with a key behind it', { length: 68 }, ok],
    ['its clock is not set', { header: 0xe4 }, { err: 'unset' }],
    ['stratum 16', { stratum: 16 }, { err: 'unset' }],
    ['stratum 255', { stratum: 255 }, { err: 'unset' }],
    ['it has just begun', { stratum: 0, reference: 'INIT' }, { err: 'unset' }],
    ['it sends us away', { stratum: 0, reference: 'DENY' }, { err: 'kiss', code: 'DENY', hours: 24 }],
    ['it restricts', { stratum: 0, reference: 'RSTR' }, { err: 'kiss', code: 'RSTR', hours: 24 }],
    ['we ask too often', { stratum: 0, reference: 'RATE', header: 0xe4 }, { err: 'kiss', code: 'RATE', hours: 1 }],
    ['a client\u2019s', { header: 0x23 }, null],
    ['a broadcast', { header: 0x25 }, null],
    ['version 7', { header: 0x3c }, null],
  ] as const) {
    test(name, () => assert.deepEqual(judge(packetOf(cookie, atMs, changes), cookie, flight), expected))
  }

  test('zeros for its time: it has none', () => {
    const packet = Buffer.from(packetOf(cookie, atMs)).fill(0, 32)
    assert.deepEqual(judge(packet, cookie, flight), { err: 'unset' })
  })

  test('ignores a reply with any changed bit of the cookie', () => {
    for (let bit = 0; bit < 64; bit++) {
      const other = Uint8Array.from(cookie)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(judge(packetOf(other, atMs), cookie, flight), null)
    }
  })

  test('sent before it was received, or faster than it can be, is nonsense', () => {
    const packet = Buffer.from(packetOf(cookie, atMs))
    packet.writeUInt32BE(packet.readUInt32BE(40) - 1, 40)
    assert.deepEqual(judge(packet, cookie, flight), { err: 'nonsense' })
    packet.writeUInt32BE(packet.readUInt32BE(40) + 2, 40)
    assert.deepEqual(judge(packet, cookie, flight), { err: 'nonsense' })
  })

  test('no packet whatever makes it fail', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (packet) => judge(packet, cookie, flight) === null))
  })
})

test('the offset is right by half of the way, and the delay is the way', () => {
  const ms = fc.integer({ min: 0, max: 2000 })
  const offset = fc.integer({ min: -1e10, max: 1e10 })
  fc.assert(
    fc.property(ms, ms, ms, offset, (thereMs, workMs, backMs, offsetMs) => {
      const sentMs = Date.UTC(2026, 10, 15)
      const receivedMs = sentMs + thereMs + offsetMs
      const packet = Buffer.from(packetOf(cookie, receivedMs))
      packet.set(packetOf(cookie, receivedMs + workMs).subarray(40), 40)
      const judged = judge(packet, cookie, { sentMs, cameMs: sentMs + thereMs + workMs + backMs })
      assert.ok(judged !== null && 'ok' in judged)
      assert.ok(Math.abs(judged.ok.delayMs - thereMs - backMs) < 0.01)
      assert.ok(Math.abs(judged.ok.offsetMs - offsetMs) <= judged.ok.delayMs / 2 + 0.01)
      assert.ok(Math.abs(judged.ok.offsetMs - offsetMs - (thereMs - backMs) / 2) < 0.01)
    }),
  )
})

test('the sample with the least delay is the best', () => {
  const [a, b, c] = [30, 10, 20].map((delayMs) => ({ offsetMs: delayMs * 2, delayMs }))
  assert.ok(a && b && c)
  assert.equal(bestOf([a, b, c]), b)
  assert.equal(bestOf([]), undefined)
})

const nowMs = Date.UTC(2026, 10, 15)

/** Servers at 127.0.0.2 on, with one port, and one who asks them. */
const startServers = async (t: TestContext, count: number, names: Record<string, readonly string[]> = {}) => {
  const clock = new VirtualClock()
  const now = (): Date => new Date(nowMs + clock.now())
  const right = (request: Uint8Array): Uint8Array => packetOf(cookieOf(request), now().getTime() + 7000)
  const servers: TestTimeServer[] = []
  for (let i = 0; i < count; i++) {
    servers.push(await new TestTimeServer(right).start(t, `127.0.0.${i + 2}`, servers[0]?.port ?? 0))
  }
  const asker = new TimeServers({
    clock,
    now,
    newBytes: (size) => randomBytes(size),
    port: servers[0]?.port ?? 0,
    addressesOf: async (host) => names[host] ?? [host],
    log: { debug: () => {} },
  })
  const controller = new AbortController()
  const measure = (...hosts: string[]) => until(asker.measure(hosts, controller.signal), clock, ...servers)
  return { clock, now, right, servers, asker, measure, controller }
}

const askedOf = (servers: readonly TestTimeServer[]): number[] => servers.map(({ requests }) => requests.length)

test('the first server that tells the time is asked three times, two seconds apart, and no other', async (t) => {
  const { clock, servers, measure } = await startServers(t, 2)
  const measured = await measure('127.0.0.2', '127.0.0.3')
  assert.equal(measured?.host, '127.0.0.2')
  assert.ok(Math.abs(measured.offsetMs - 7000) < 1)
  assert.deepEqual(askedOf(servers), [3, 0])
  assert.equal(clock.now(), 4000)
  const cookies = servers[0]?.requests.map((request) => Buffer.from(cookieOf(request)).toString('hex'))
  assert.equal(new Set(cookies).size, 3)
})

test('queries a silent server twice, then the next, and skips an unknown name', async (t) => {
  const { servers, measure } = await startServers(t, 2, { 'nobody.example': [] })
  const [first] = servers
  assert.ok(first)
  first.answer = () => null
  assert.equal((await measure('nobody.example', '127.0.0.2', '127.0.0.3'))?.host, '127.0.0.3')
  assert.deepEqual(askedOf(servers), [2, 3])
})

test('repeats a query whose reply was lost', async (t) => {
  const { servers, measure, right } = await startServers(t, 1)
  const [server] = servers
  assert.ok(server)
  server.answer = (request) => (server.requests.length === 1 ? null : right(request))
  assert.ok(await measure('127.0.0.2'))
  assert.equal(server.requests.length, 4)
})

test('tries two addresses of a name', async (t) => {
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
  const { servers, measure } = await startServers(t, 3, { pool: addresses })
  for (const server of servers.slice(0, 2)) server.answer = () => null
  assert.equal(await measure('pool'), null)
  assert.deepEqual(askedOf(servers), [2, 2, 0])
})

test('queries the next server at once when the system reports a closed port', async (t) => {
  const { clock, measure } = await startServers(t, 1)
  assert.equal(await measure('127.0.0.9'), null)
  assert.deepEqual([clock.now(), clock.pending], [0, 0])
  assert.equal((await measure('127.0.0.9', '127.0.0.2'))?.host, '127.0.0.2')
  assert.equal(clock.now(), 4000)
})

test('queries a server with an unset clock once', async (t) => {
  const { servers, measure, now } = await startServers(t, 2)
  const [first] = servers
  assert.ok(first)
  first.answer = (request) => packetOf(cookieOf(request), now().getTime(), { stratum: 16 })
  assert.equal((await measure('127.0.0.2', '127.0.0.3'))?.host, '127.0.0.3')
  assert.deepEqual(askedOf(servers), [1, 3])
})

test('answers to others, and of no use, are waited past', async (t) => {
  const { servers, measure, right, now } = await startServers(t, 1)
  const [server] = servers
  assert.ok(server)
  server.answer = (request) => [
    new Uint8Array(12),
    packetOf(new Uint8Array(8), now().getTime() + 1e9),
    packetOf(cookieOf(request), now().getTime() + 1e9, { header: 0x23 }),
    right(request),
  ]
  assert.ok(Math.abs(((await measure('127.0.0.2'))?.offsetMs ?? 0) - 7000) < 1)
})

test('ignores replies from another address, even with the cookie', async (t) => {
  const { servers, measure, right, now } = await startServers(t, 1)
  const [server] = servers
  assert.ok(server)
  const stranger = createSocket('udp4')
  stranger.bind(0, '127.0.0.9')
  await once(stranger, 'listening')
  t.after(() => stranger.close())
  server.answer = (request, { port, address }) => {
    stranger.send(packetOf(cookieOf(request), now().getTime() + 1e9), port, address)
    return right(request)
  }
  assert.ok(Math.abs(((await measure('127.0.0.2'))?.offsetMs ?? 0) - 7000) < 1)
})

for (const [code, hours] of [
  ['DENY', 24],
  ['RATE', 1],
] as const) {
  test(`does not query a server that sent ${code} for ${hours} hours`, async (t) => {
    const { clock, servers, measure, right, now } = await startServers(t, 2)
    const [first] = servers
    assert.ok(first)
    first.answer = (request) => packetOf(cookieOf(request), now().getTime(), { stratum: 0, reference: code })
    assert.equal((await measure('127.0.0.2', '127.0.0.3'))?.host, '127.0.0.3')
    first.answer = right
    clock.advance(hours * 3_600_000 - 10_000)
    assert.equal(await measure('127.0.0.2'), null)
    assert.equal(first.requests.length, 1)
    clock.advance(10_000)
    assert.ok(await measure('127.0.0.2'))
  })
}

test('a sample taken before it was sent away counts', async (t) => {
  const { servers, measure, right, now } = await startServers(t, 1)
  const [server] = servers
  assert.ok(server)
  const kiss = (request: Uint8Array) => packetOf(cookieOf(request), now().getTime(), { stratum: 0, reference: 'RATE' })
  server.answer = (request) => (server.requests.length === 1 ? right(request) : kiss(request))
  assert.ok(await measure('127.0.0.2'))
  assert.equal(server.requests.length, 2)
})

test('it can be cancelled at any moment, and nothing is left', async (t) => {
  for (let steps = 0; steps < 60; steps += 7) {
    const { clock, servers, asker, controller } = await startServers(t, 1)
    const [server] = servers
    assert.ok(server)
    const measured = asker.measure(['127.0.0.2'], controller.signal)
    for (let step = 0; step < steps; step++) {
      await server.fence()
      await clock.advanceAsync(100)
    }
    controller.abort()
    const result = await measured
    assert.equal(result === null, steps < 41, `${steps}`)
    assert.equal(clock.pending, 0)
  }
})

test('a name that is never looked up costs three seconds', async (t) => {
  const { clock, servers, controller } = await startServers(t, 1)
  const asker = new TimeServers({
    clock,
    now: () => new Date(nowMs),
    newBytes: (size) => randomBytes(size),
    port: 1,
    addressesOf: () => new Promise(() => {}),
    log: { debug: () => {} },
  })
  assert.equal(await until(asker.measure(['a', 'b'], controller.signal), clock, ...servers), null)
  assert.equal(clock.now(), 6000)
})
