import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { type Destination, Dialer, type OpenedConnection } from '../dialling/dialer.ts'
import { endpointOf } from '../dialling/endpoint.rules.ts'
import { RawAllow } from '../dialling/raw-allow.ts'
import { ManualPeer, netOf, testField } from '../testing/test-field.ts'

/** No peer is there until one is put in place; notes when it was dialled. */
class RecordingDialer extends Dialer {
  readonly dials: [on: number, turn: number][] = []
  peer: ManualPeer | null = null
  readonly #clock: VirtualClock

  constructor(clock: VirtualClock) {
    super({ rawAllow: RawAllow.of('127.0.0.0/8:1-65535') })
    this.#clock = clock
  }

  override async dial({ host, port, turn }: Destination): Promise<OpenedConnection> {
    this.dials.push([this.#clock.now(), turn])
    if (this.peer === null) throw new Error('nobody is there')
    const endpoint = endpointOf(host, port, [])
    return { stream: this.peer, address: host, endpoint, endpoints: [endpoint] }
  }
}

const setUp = async (t: TestContext) => {
  const clock = new VirtualClock()
  const dialer = new RecordingDialer(clock)
  const { field } = testField({ clock, dialer })
  t.after(() => field.stop())
  const apply = (port: number): void => field.apply(netOf({ ip: '127.0.0.1', port }))
  apply(1502)
  field.start()
  await clock.advanceAsync(0)
  /** When it was dialled in that time, from its beginning, when something was done. */
  const dialsIn = async (ms: number, act: () => void = () => {}): Promise<number[]> => {
    const from = clock.now()
    dialer.dials.length = 0
    act()
    await clock.advanceAsync(ms)
    return dialer.dials.map(([on]) => on - from)
  }
  const link = field.link(7)
  assert.ok(link)
  return { clock, dialer, link, apply, dialsIn }
}

test('for an unreachable address each delay doubles up to 30 s, and another address is tried', async (t) => {
  const { clock, dialer } = await setUp(t)
  await clock.advanceAsync(100_000)
  assert.deepEqual(dialer.dials, [
    [0, 0],
    [1000, 1],
    [3000, 2],
    [7000, 3],
    [15_000, 4],
    [31_000, 5],
    [61_000, 6],
    [91_000, 7],
  ])
})

test('another endpoint is dialled at once, and from the first step on', async (t) => {
  const { apply, dialsIn } = await setUp(t)
  await dialsIn(20_000)
  assert.deepEqual(await dialsIn(5000, () => apply(1503)), [0, 1000, 3000])
})

test('the same endpoint keeps its step', async (t) => {
  const { apply, dialsIn } = await setUp(t)
  await dialsIn(8000)
  assert.deepEqual(await dialsIn(10_000, () => apply(1502)), [7000])
})

test('dropping a connection on request resets the delay', async (t) => {
  const { dialer, link, dialsIn } = await setUp(t)
  await dialsIn(6000)
  dialer.peer = new ManualPeer()
  assert.deepEqual(await dialsIn(1000), [1000])
  dialer.peer = null
  assert.equal(link.drop(), 1)
  assert.deepEqual(await dialsIn(5000), [1000, 3000])
})

test('a connection that still answered after ten seconds ends the waiting', async (t) => {
  for (const [isAnswered, livedMs, waits] of [
    [true, 10_000, [1000, 3000, 7000]],
    [true, 9999, [8000]],
    [false, 10_000, [8000]],
  ] as const) {
    const { dialer, link, dialsIn } = await setUp(t)
    await dialsIn(6000)
    const peer = new ManualPeer()
    dialer.peer = peer
    assert.deepEqual(await dialsIn(1000), [1000])
    await dialsIn(livedMs)
    const read = link.ask(1, { fn: 3, address: 0, count: 1 }, { priority: 'poll' })
    await dialsIn(0)
    if (isAnswered) for (const frame of peer.takeRequests()) peer.answer(frame)
    await dialsIn(0)
    dialer.peer = null
    peer.destroy()
    await read
    assert.deepEqual(await dialsIn(10_000), waits, `${isAnswered}, ${livedMs} ms`)
  }
})

test('a connection reset for lack of responses is retried after a second, however often', async (t) => {
  const { clock, dialer, link, dialsIn } = await setUp(t)
  dialer.peer = new ManualPeer()
  await dialsIn(1000)
  for (let round = 0; round < 3; round += 1) {
    dialer.peer = new ManualPeer()
    while (link.status().isConnected) {
      const read = link.ask(1, { fn: 3, address: 0, count: 1 }, { priority: 'poll' })
      await clock.advanceAsync(1000)
      await read
    }
    assert.deepEqual(await dialsIn(1500), [1000])
  }
})
