import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { cookieOf, packetOf, TestTimeServer, until } from './testing/time-server.ts'
import { TimeServers } from './time-servers.ts'

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

test('one that is silent is asked twice, then the next; a name that nobody knows is passed over', async (t) => {
  const { servers, measure } = await startServers(t, 2, { 'nobody.example': [] })
  const [first] = servers
  assert.ok(first)
  first.answer = () => null
  assert.equal((await measure('nobody.example', '127.0.0.2', '127.0.0.3'))?.host, '127.0.0.3')
  assert.deepEqual(askedOf(servers), [2, 3])
})

test('one that loses an answer is asked again', async (t) => {
  const { servers, measure, right } = await startServers(t, 1)
  const [server] = servers
  assert.ok(server)
  server.answer = (request) => (server.requests.length === 1 ? null : right(request))
  assert.ok(await measure('127.0.0.2'))
  assert.equal(server.requests.length, 4)
})

test('of a name two addresses are tried', async (t) => {
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
  const { servers, measure } = await startServers(t, 3, { pool: addresses })
  for (const server of servers.slice(0, 2)) server.answer = () => null
  assert.equal(await measure('pool'), null)
  assert.deepEqual(askedOf(servers), [2, 2, 0])
})

test('where nobody listens the system says so, and the next is asked at once', async (t) => {
  const { clock, measure } = await startServers(t, 1)
  assert.equal(await measure('127.0.0.9'), null)
  assert.deepEqual([clock.now(), clock.pending], [0, 0])
  assert.equal((await measure('127.0.0.9', '127.0.0.2'))?.host, '127.0.0.2')
  assert.equal(clock.now(), 4000)
})

test('one whose clock is not set is asked once', async (t) => {
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

test('nobody else answers for it, even with the cookie', async (t) => {
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
  test(`one that says ${code} is left alone for ${hours} hours`, async (t) => {
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
