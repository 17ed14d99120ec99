import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FieldNet } from '@busbar/polling'
import { noFigures } from '../../field/diagnosis/figures.ts'
import { ManualPeer, netOf, testField } from '../../field/testing/test-field.ts'
import { LocalServer } from '../testing/local-messages.ts'
import { NodeResponder } from './node-responder.ts'
import { RemoteNets } from './remote-nets.ts'

const mac = '02:00:5e:10:00:01'
const net = netOf({ mac })
const facts = { isProven: true, unit: 1, from: '192.0.2.7', keyId: 'key' }
const key = Buffer.alloc(32, 5)

/** Node `b` has the line of network 7; node `a` is asked. */
const setUp = (t: TestContext) => {
  const set = testField()
  t.after(() => set.field.stop())
  set.field.apply(net)
  set.field.start()
  const peer = new ManualPeer()
  set.field.accept(mac, peer, facts)
  const server = new LocalServer()
  const [a, b] = [server.connect(), server.connect()]
  const own = { epoch: 3, databaseMs: 1_000_000, seenEpoch: 3 }
  const fence = (epoch: number) => ({ name: 'caller 7', epoch })
  const common = { net: (netId: number): FieldNet | undefined => (netId === 7 ? net : undefined) }
  const answers = new NodeResponder({
    ...common,
    id: 'b',
    messages: b,
    databaseMs: () => own.databaseMs,
    ownership: { fence: () => fence(own.epoch) },
    link: (netId) => set.field.link(netId),
    state: (netId) => {
      const link = set.field.link(netId)
      return link === undefined ? null : { status: link.status(), statistics: null, devices: {} }
    },
    counted: () => ({ startedMs: 5, day: new Map([[3, [noFigures()]]]), silences: new Map() }),
    waiting: (asked) => (asked === mac ? [{ key, ask: peerAsk, transact: peerTransact }] : []),
  })
  const peerTransact = async (_unit: number, pdu: Uint8Array) => ({ ok: pdu })
  const peerAsk = async () => ({ err: 'timeout' as const })
  answers.start()
  const remoteNets = new RemoteNets({
    ...common,
    id: 'a',
    messages: a,
    databaseMs: () => 1_000_000,
    owner: () => ({ nodeId: 'b', fence: fence(own.seenEpoch) }),
    others: () => ['b'],
  })
  const write = (overrides: object = {}) =>
    remoteNets.link(7)?.ask(3, { fn: 6, address: 0, word: 42 }, { priority: 'write', deadlineMs: 5000, ...overrides })
  return { ...set, peer, server, a, b, own, remoteNets, answers, write }
}

test('a request goes to the line of the node that has it, once, and its answer comes back', async (t) => {
  const { peer, clock, server, write } = setUp(t)
  const writing = write()
  await clock.advanceAsync(0)
  const [frame, ...more] = peer.takeRequests()
  assert.ok(frame !== undefined && more.length === 0)
  assert.equal(frame.pdu.toHex(), '060000002a')
  peer.say(frame)
  assert.deepEqual(await writing, { ok: { fn: 6, address: 0, word: 42 } })
  assert.deepEqual(server.handedOver, ['node.b.exchange'])
})

for (const [what, spoil, err] of [
  ['another node had the line meanwhile', (set) => (set.own.epoch = 4), 'no-connection'],
  ['the asker knows an older owner', (set) => (set.own.seenEpoch = 2), 'no-connection'],
  ['it comes after its time', (set) => (set.own.databaseMs += 5000), 'expired'],
  ['the node is gone', (set) => set.answers.stop(), 'no-connection'],
  ['the asker is cut off', (set) => (set.a.isConnected = false), 'no-connection'],
  ['the node is cut off', (set) => (set.b.isConnected = false), 'no-connection'],
  ['the line is closed', (set) => set.field.link(7)?.drop(), 'no-connection'],
] as const satisfies [string, (set: ReturnType<typeof setUp>) => unknown, string][]) {
  test(`sends nothing where ${what}`, async (t) => {
    const set = setUp(t)
    spoil(set)
    assert.deepEqual(await set.write(), { err })
    assert.deepEqual(set.peer.takeRequests(), [])
  })
}

test('a request without a reply is unclear and not repeated', async (t) => {
  const { peer, clock, b, write, server } = setUp(t)
  const writing = write()
  await clock.advanceAsync(0)
  const [frame] = peer.takeRequests()
  assert.ok(frame !== undefined)
  b.isConnected = false
  peer.say(frame)
  assert.deepEqual(await writing, { err: 'closed' })
  await clock.advanceAsync(60_000)
  assert.deepEqual([peer.takeRequests(), server.handedOver.length], [[], 1])
})

test('an exception comes back by its name, a read that is given up is given up at once', async (t) => {
  const { peer, clock, remoteNets } = setUp(t)
  const link = remoteNets.link(7)
  const reading = link?.ask(3, { fn: 3, address: 0, count: 1 }, { priority: 'realtime' })
  await clock.advanceAsync(0)
  const [frame] = peer.takeRequests()
  assert.ok(frame !== undefined)
  peer.say({ ...frame, pdu: Uint8Array.of(0x83, 2) })
  assert.deepEqual(await reading, { err: 'IllegalDataAddress' })
  const stopping = new AbortController()
  const given = link?.ask(3, { fn: 3, address: 0, count: 1 }, { priority: 'realtime', signal: stopping.signal })
  stopping.abort()
  assert.deepEqual(await given, { err: 'aborted' })
})

test('how a network is doing, what was counted of it, and who waits there is asked of its node', async (t) => {
  const { remoteNets, field, answers } = setUp(t)
  assert.equal((await remoteNets.states([7, 8])).get(7)?.status.isConnected, true)
  assert.deepEqual(await remoteNets.counted(7, 0), {
    startedMs: 5,
    day: new Map([[3, [noFigures()]]]),
    silences: new Map(),
  })
  const [gateway] = await remoteNets.waiting(mac)
  assert.ok(gateway !== undefined)
  assert.deepEqual(gateway.key, key)
  assert.deepEqual(await gateway.transact(1, Uint8Array.of(3, 0), { priority: 'write' }), { ok: Buffer.of(3, 0) })
  assert.equal(await remoteNets.drop(7), 1)
  assert.equal(field.link(7)?.status().isConnected, false)
  answers.stop()
  assert.deepEqual([(await remoteNets.states([7])).size, await remoteNets.drop(7)], [0, 0])
  assert.match(remoteNets.link(7)?.status().lastError ?? '', /does not answer/)
})
