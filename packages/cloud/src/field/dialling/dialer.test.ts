import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, isIP } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { parseNetwork } from '@busbar/uplink/network'
import { Dialer, type DialerOptions, DialPace } from './dialer.ts'
import { RawAllow } from './raw-allow.ts'
import { VpnOwners } from './vpn-owners.ts'

test('a burst of connections starts with some at once, and the others one after another', () => {
  const clock = new VirtualClock()
  const pace = new DialPace(clock, 1000)
  const waits = Array.from({ length: 1200 }, () => pace.waitMs())
  assert.equal(waits.filter((ms) => ms === 0).length, 51)
  assert.deepEqual([waits[51], waits.at(-1)], [1, 1149])
  clock.advance(500)
  assert.equal(pace.waitMs(), 650, 'who comes later is behind them')
})

test('in no second more begin than the pace and what may begin at once', () => {
  const clock = new VirtualClock()
  const pace = new DialPace(clock, 500)
  const begins: number[] = []
  for (let at = 0; at < 5000; at += 1) {
    begins.push(clock.now() + pace.waitMs())
    if (at % 7 === 0) clock.advance(3)
  }
  for (const from of begins) {
    const count = begins.filter((ms) => ms >= from && ms < from + 1000).length
    assert.ok(count <= 551, `${count} from ${from} on`)
  }
})

/** A port of this machine, and how often it was dialled. What is refused is so after `connectTimeoutMs`; who is let in hands in a long one. */
const setUp = async (t: TestContext, options: Partial<DialerOptions> = {}) => {
  let dialled = 0
  const server = createServer((socket) => {
    dialled += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const dialer = new Dialer({ rawAllow: new RawAllow(), connectTimeoutMs: 20, ...options })
  const dial = (host: string, turn = 0, signal?: AbortSignal) =>
    dialer.dial({ host, port, orgId: 1, turn, ...(signal !== undefined && { signal }) })
  return { dial, port, dialled: () => dialled }
}
const refused = (host: string, port: number) => {
  const why =
    isIP(host.replace(/[[\]]/g, '')) === 0 ? 'no such host, or its address is not allowed' : 'address not allowed'
  return { message: `${why}: ${host}:${port} (see --raw-allow)` }
}
const here = RawAllow.of('127.0.0.1:1-65535')

describe('this machine cannot be reached under any name', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '0',
    'localhost',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
    '64:ff9b::7f00:1',
  ]) {
    test(host, async (t) => {
      const { dial, dialled, port } = await setUp(t)
      await assert.rejects(dial(host), refused(host, port))
      assert.equal(dialled(), 0)
    })
  }
})

test('listed, it is', async (t) => {
  const { dial } = await setUp(t, { rawAllow: here, connectTimeoutMs: 30_000 })
  for (const host of ['127.0.0.1', '127.1', '[::ffff:127.0.0.1]']) (await dial(host)).stream.destroy()
})

test('the address that was judged is the one dialled: a name is looked up once', async (t) => {
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const lookedUp: string[] = []
  const resolve = async (name: string): Promise<string[]> => {
    lookedUp.push(name)
    return answers.shift() ?? []
  }
  const clock = new VirtualClock()
  const { dial, port } = await setUp(t, { rawAllow: here, resolve, clock, connectTimeoutMs: 30_000 })
  ;(await dial('gateway.example')).stream.destroy()
  assert.deepEqual(lookedUp, ['gateway.example'])
  const again = assert.rejects(dial('gateway.example'), refused('gateway.example', port))
  await clock.advanceAsync(30_000)
  await again
})

test('connects only to the allowed ones of several addresses, each in turn', async (t) => {
  const resolve = async (): Promise<string[]> => ['10.0.0.1', '127.0.0.2', '::1', '127.0.0.1']
  const { dial, dialled } = await setUp(t, {
    rawAllow: RawAllow.of('127.0.0.0/30:1-65535'),
    resolve,
    connectTimeoutMs: 30_000,
  })
  await assert.rejects(dial('gateway.example', 0), /ECONNREFUSED 127\.0\.0\.2/)
  const arrived = await dial('gateway.example', 1)
  assert.equal(arrived.address, '127.0.0.1')
  arrived.stream.destroy()
  await assert.rejects(dial('gateway.example', 2), /ECONNREFUSED 127\.0\.0\.2/)
  assert.ok(dialled() <= 1)
})

test('an unknown name, one without addresses and an internal one give the same error after the same time', async (t) => {
  const never = new Promise<string[]>(() => {})
  for (const resolve of [
    async () => ['10.0.0.1'],
    async () => [],
    () => Promise.reject(new Error('getaddrinfo ENOTFOUND gateway.example')),
    () => never,
  ]) {
    const clock = new VirtualClock()
    const { dial, port } = await setUp(t, { resolve, clock, connectTimeoutMs: 5000 })
    let isOver = false
    const failed = assert
      .rejects(dial('gateway.example'), refused('gateway.example', port))
      .finally(() => (isOver = true))
    await clock.advanceAsync(4999)
    assert.ok(!isOver)
    await clock.advanceAsync(1)
    await failed
  }
})

test('no more are under way than set; called off while it waits, nothing is dialled', async (t) => {
  const lookedUp: string[] = []
  const { promise, resolve: answer } = Promise.withResolvers<string[]>()
  const resolve = (name: string): Promise<string[]> => {
    lookedUp.push(name)
    return name === 'slow.example' ? promise : Promise.resolve(['127.0.0.1'])
  }
  const { dial, dialled } = await setUp(t, { rawAllow: here, resolve, dialsMax: 1, connectTimeoutMs: 30_000 })
  const cancel = new AbortController()
  const slow = dial('slow.example', 0, cancel.signal)
  const next = dial('next.example')
  await new Promise(setImmediate)
  assert.deepEqual(lookedUp, ['slow.example'])
  cancel.abort()
  answer(['127.0.0.1'])
  await assert.rejects(slow, { name: 'AbortError' })
  ;(await next).stream.destroy()
  assert.deepEqual(lookedUp, ['slow.example', 'next.example'])
  assert.ok(dialled() <= 1)
})

test('a connection by the VPN ends when its gateway is another organization\u2019s', async (t) => {
  const vpn = new VpnOwners(parseNetwork('127.0.0.0/29') ?? assert.fail())
  vpn.set(new Map([['127.0.0.1', 1]]))
  // Another organization has claimed the endpoint before: of the VPN that counts for nothing.
  const claims = { isOpenTo: () => false, watch: () => () => {} }
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const clock = new VirtualClock()
  const dialer = new Dialer({ rawAllow: here, vpn, claims, clock, connectTimeoutMs: 30_000 })
  const { stream } = await dialer.dial({ host: '127.0.0.1', port, orgId: 1, turn: 0 })
  const closed = once(stream as unknown as NodeJS.EventEmitter, 'close')
  vpn.set(new Map([['127.0.0.1', 1]]))
  await assert.rejects(dialer.dial({ host: '127.0.0.1', port, orgId: 2, turn: 0 }), refused('127.0.0.1', port))
  vpn.set(new Map([['127.0.0.1', 2]]))
  await closed
})
