import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { Client, type EnvelopeName } from '@busbar/modbus'
import type { ExchangeOptions, Priority } from '@busbar/polling'
import * as fc from 'fast-check'
import { ManualPeer } from '../testing/test-field.ts'
import { Counts } from './counts.ts'

interface LinkSetup {
  depth?: number
  envelope?: EnvelopeName
  waitingMax?: number
}

const setUp = ({ depth = 1, envelope = 'tcp', waitingMax = 256 }: LinkSetup = {}) => {
  const clock = new VirtualClock()
  const peer = new ManualPeer(envelope)
  const counts = new Counts(clock.now())
  const client = new Client(peer, {
    envelope,
    clock,
    depth,
    unitDepth: Math.max(1, depth - 1),
    timeoutMs: 100,
    queueMax: waitingMax,
    watch: {
      onSent: (unit, nowMs) => counts.sent(unit, nowMs),
      onSettled: (unit, outcome, sentMs, nowMs) => counts.settled(unit, outcome, sentMs, nowMs),
    },
  })
  const read = (unit: number, address = 0, options: Partial<ExchangeOptions> = {}) =>
    client
      .ask(unit, { fn: 3, address, count: 1 }, { priority: 'poll', ...options })
      .then((outcome) => ('ok' in outcome ? outcome.ok.words[0] : outcome.err))
  /** Answers all that is asked until nothing more comes; gives `unit/address` of each in its order. */
  const answerAll = async (): Promise<string[]> => {
    const order: string[] = []
    for (;;) {
      await clock.advanceAsync(0)
      const frames = peer.takeRequests()
      if (frames.length === 0) return order
      for (const frame of frames) {
        order.push(`${frame.unit}/${addressOf(frame.pdu)}`)
        peer.answer(frame, addressOf(frame.pdu))
      }
    }
  }
  return { clock, peer, client, counts, read, answerAll }
}
const addressOf = (pdu: Uint8Array): number => ((pdu[1] ?? 0) << 8) | (pdu[2] ?? 0)

describe('order of requests', () => {
  test('a write before a real-time read before a poll, whatever came first', async () => {
    const { read, answerAll } = setUp()
    void read(9, 0)
    for (const priority of ['poll', 'realtime', 'write'] as const) {
      void read(1, 1, { priority })
      void read(2, 2, { priority })
    }
    assert.deepEqual(await answerAll(), ['9/0', '1/1', '2/2', '1/1', '2/2', '1/1', '2/2'])
  })

  test('units take turns, and each keeps its own order', async () => {
    const { read, answerAll } = setUp()
    void read(9, 0)
    for (const address of [1, 2, 3, 4]) void read(1, address)
    void read(2, 1)
    for (const address of [1, 2]) void read(3, address)
    assert.deepEqual(await answerAll(), ['9/0', '1/1', '2/1', '3/1', '1/2', '3/2', '1/3', '1/4'])
  })

  test('a dead unit that is asked all the time costs its neighbour one timeout each turn, no more', async () => {
    const { clock, peer, read } = setUp()
    const dead = Array.from({ length: 20 }, (_, i) => read(1, i))
    const alive = [read(2, 1), read(2, 2), read(2, 3)]
    const answeredAt: number[] = []
    for (let ms = 0; ms <= 400; ms += 50) {
      await clock.advanceAsync(ms === 0 ? 0 : 50)
      for (const frame of peer.takeRequests()) {
        if (frame.unit !== 2) continue
        answeredAt.push(clock.now())
        peer.answer(frame)
        await clock.advanceAsync(0)
      }
    }
    assert.deepEqual(await Promise.all(alive), [0, 0, 0])
    assert.deepEqual(answeredAt, [200, 300, 400])
    assert.equal(await dead[0], 'timeout')
  })

  test('as many are on their way as the network takes, and one unit never takes all places', async () => {
    const { clock, peer, read, answerAll } = setUp({ depth: 3 })
    for (const address of [1, 2, 3, 4]) void read(1, address)
    void read(2, 1)
    await clock.advanceAsync(0)
    const frames = peer.takeRequests()
    assert.deepEqual(
      frames.map(({ unit, pdu }) => `${unit}/${addressOf(pdu)}`),
      ['1/1', '1/2', '2/1'],
    )
    for (const frame of frames) peer.answer(frame)
    assert.deepEqual(await answerAll(), ['1/3', '1/4'])
  })

  test('whatever is asked: in order, by priority, in turns, once, and all of it', async () => {
    const asked = fc.record({
      unit: fc.integer({ min: 1, max: 4 }),
      priority: fc.constantFrom<Priority>('write', 'realtime', 'poll'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { maxLength: 60 }), async (asks) => {
        const { read, answerAll } = setUp()
        void read(9, 1000)
        const reads = asks.map(({ unit, priority }, i) => read(unit, i, { priority }))
        const sent = (await answerAll()).slice(1).map((text) => Number(text.split('/')[1]))
        assert.deepEqual(await Promise.all(reads), asks.keys().toArray())
        assert.deepEqual(sent, modelOrder(asks))
      }),
    )
  })
})

/** Round after round, the first of each unit in the order in which the units first came. */
const modelOrder = (asks: readonly { unit: number; priority: Priority }[]): number[] =>
  (['write', 'realtime', 'poll'] as const).flatMap((priority) => {
    const byUnit = Map.groupBy(
      asks.keys().filter((i) => asks[i]?.priority === priority),
      (i) => asks[i]?.unit,
    )
    const rounds = Math.max(0, ...byUnit.values().map(({ length }) => length))
    return Array.from({ length: rounds }, (_, round) => [...byUnit.values()].flatMap((all) => all[round] ?? [])).flat()
  })

describe('waiting has an end', () => {
  test('refuses a request when the queue is full', async () => {
    const { client, read } = setUp({ waitingMax: 2 })
    for (const unit of [1, 2, 3]) void read(unit)
    assert.equal(await read(4, 0, { priority: 'write' }), 'full')
    assert.equal(client.waiting, 2)
  })

  test('never sends a request after its deadline', async () => {
    const { clock, peer, read, answerAll } = setUp()
    const [first, second, third] = [read(1), read(2, 0, { deadlineMs: 60 }), read(3)]
    await clock.advanceAsync(59)
    peer.takeRequests().forEach((frame) => frame.unit === 1 || assert.fail('one at a time'))
    await clock.advanceAsync(1)
    assert.equal(await second, 'expired')
    await clock.advanceAsync(40)
    assert.equal(await first, 'timeout')
    assert.deepEqual(await answerAll(), ['3/0'])
    assert.equal(await third, 0)
    assert.equal(await read(1, 0, { deadlineMs: 0 }), 'expired')
  })

  test('a deadline at the very moment of its turn: not sent', async () => {
    const { clock, read, answerAll } = setUp()
    const [, second] = [read(1), read(2, 0, { deadlineMs: 100 })]
    await clock.advanceAsync(100)
    assert.equal(await second, 'expired')
    assert.deepEqual(await answerAll(), ['1/0'])
  })

  test('a deadline that passed while the machine was busy and no timer rang: not sent', async () => {
    let now = 0
    const clock = { now: () => now, after: () => () => {} }
    const peer = new ManualPeer()
    const client = new Client(peer, { envelope: 'tcp', clock })
    const request = { fn: 3, address: 0, count: 1 } as const
    const first = client.ask(1, request, { priority: 'poll' })
    const second = client.ask(2, request, { priority: 'write', deadlineMs: 60 })
    now = 61
    peer.takeRequests().forEach((frame) => peer.answer(frame))
    assert.deepEqual(await Promise.all([first, second]), [
      { ok: { fn: 3, words: Uint16Array.of(0) } },
      { err: 'expired' },
    ])
    assert.deepEqual(peer.takeRequests(), [])
  })

  test('a deadline counts waiting and answering together', async () => {
    const { clock, peer, read } = setUp()
    const [, second] = [read(1), read(2, 0, { deadlineMs: 60 })]
    await clock.advanceAsync(50)
    peer.takeRequests().forEach((frame) => peer.answer(frame))
    await clock.advanceAsync(10)
    assert.equal(await second, 'timeout')
    assert.equal(clock.now(), 60)
  })

  test('uses the timeout of a request if it has one', async () => {
    const { clock, read } = setUp()
    const slow = read(1, 0, { timeoutMs: 400 })
    await clock.advanceAsync(399)
    void clock.advanceAsync(1)
    assert.equal(await slow, 'timeout')
    assert.equal(clock.now(), 400)
  })

  test('given up while it waits: it is never sent', async () => {
    const { client, read, answerAll } = setUp()
    const giveUp = new AbortController()
    const [, second] = [read(1), read(2, 0, { signal: giveUp.signal })]
    giveUp.abort()
    assert.equal(await second, 'aborted')
    assert.equal(client.waiting, 0)
    assert.deepEqual(await answerAll(), ['1/0'])
    assert.equal(await read(2, 0, { signal: giveUp.signal }), 'aborted')
  })

  test('a request aborted after sending keeps its slot, and its response matches no other', async () => {
    const { clock, peer, read } = setUp()
    const giveUp = new AbortController()
    const [first, second] = [read(1, 5, { signal: giveUp.signal }), read(1, 6)]
    giveUp.abort()
    assert.equal(await first, 'aborted')
    await clock.advanceAsync(0)
    const [sent, ...others] = peer.takeRequests()
    assert.ok(sent !== undefined && others.length === 0)
    peer.answer(sent, 555)
    await clock.advanceAsync(0)
    for (const frame of peer.takeRequests()) peer.answer(frame, 6)
    assert.equal(await second, 6)
  })

  test('a request that cannot be is the caller\u2019s mistake, and the next one goes', async () => {
    const { client, read, answerAll } = setUp()
    assert.throws(() => client.ask(1, { fn: 3, address: 0, count: 999 }, { priority: 'poll' }), RangeError)
    const next = read(1)
    assert.deepEqual(await answerAll(), ['1/0'])
    assert.equal(await next, 0)
  })
})

describe('connections', () => {
  test('without one nothing waits', async () => {
    const { client, read } = setUp()
    client.close()
    assert.equal(await read(1), 'no-connection')
  })

  test('when it ends, what was sent is unclear and what waited was not sent', async () => {
    const { clock, peer, read } = setUp()
    const reads = [read(1, 0, { deadlineMs: 500 }), read(1, 1, { deadlineMs: 500 }), read(2, 0)]
    peer.destroy()
    assert.deepEqual(await Promise.all(reads), ['closed', 'no-connection', 'no-connection'])
    assert.equal(clock.pending, 0, 'and no timer is left')
  })

  test('until it is set up all wait, and no deadline is missed', async () => {
    const { clock, client, read, answerAll } = setUp()
    client.isSetUp = false
    const [first, second] = [read(1, 0, { deadlineMs: 50 }), read(2)]
    await clock.advanceAsync(50)
    assert.equal(await first, 'expired')
    client.isSetUp = true
    assert.deepEqual(await answerAll(), ['2/0'])
    assert.equal(await second, 0)
  })

  test('another pace holds from the next request on', async () => {
    const { clock, peer, client, read } = setUp()
    for (const unit of [1, 2, 3]) void read(unit)
    await clock.advanceAsync(0)
    assert.equal(peer.takeRequests().length, 1)
    client.pace = { depth: 2, timeoutMs: 100 }
    await clock.advanceAsync(0)
    assert.equal(peer.takeRequests().length, 1)
  })
})

describe('counters', () => {
  test('counts by link and by unit, for each outcome', async () => {
    const { clock, peer, client, counts, read } = setUp({ envelope: 'rtu' })
    const asked = [read(1, 0), read(2, 0), read(3, 0)]
    await clock.advanceAsync(40)
    peer.takeRequests().forEach((frame) => peer.answer(frame))
    await clock.advanceAsync(0)
    peer.takeRequests().forEach((frame) => peer.say({ ...frame, pdu: Uint8Array.of(0x83, 2) }))
    await clock.advanceAsync(0)
    peer.emit('data', Uint8Array.of(3, 3, 2, 0, 0, 0, 0))
    await clock.advanceAsync(100)
    const raw = client.transact(2, Uint8Array.of(3, 0, 0, 0, 1), { priority: 'poll' })
    await clock.advanceAsync(10)
    peer.takeRequests().forEach((frame) => frame.unit === 2 && peer.say({ ...frame, pdu: Uint8Array.of(0x83, 4) }))
    assert.deepEqual(await Promise.all(asked), [0, 'IllegalDataAddress', 'crc'])
    assert.deepEqual(await raw, { ok: Uint8Array.of(0x83, 4) })
    void read(1)
    await clock.advanceAsync(100)
    assert.deepEqual(counts.link, { requests: 5, answers: 3, exceptions: 2, timeouts: 1, crc: 1, busyMs: 250 })
    assert.deepEqual(counts.units.get(2), {
      requests: 2,
      answers: 2,
      exceptions: 2,
      timeouts: 0,
      crc: 0,
      busyMs: 10,
    })
  })

  test('the load is the share of time with something on its way', async () => {
    const { clock, peer, counts, read } = setUp({ depth: 2 })
    for (let i = 0; i < 20; i += 1) {
      const [first, second] = [read(1, i), read(2, i)]
      await clock.advanceAsync(25)
      peer.takeRequests().forEach((frame) => peer.answer(frame))
      await Promise.all([first, second])
      await clock.advanceAsync(75)
    }
    assert.equal(counts.load(1000, clock.now()), 0.25)
    assert.equal(counts.link.busyMs, 500)
    await clock.advanceAsync(60_000)
    assert.equal(counts.load(60_000, clock.now()), 0)
  })

  test('the time of an exchange excludes waiting in the queue', async () => {
    const { clock, peer, counts, read } = setUp()
    assert.equal(counts.meanMs, null)
    const all = Array.from({ length: 10 }, (_, address) => read(1, address))
    for (let i = 0; i < 10; i += 1) {
      await clock.advanceAsync(20)
      peer.takeRequests().forEach((frame) => peer.answer(frame))
    }
    await Promise.all(all)
    assert.equal(counts.meanMs, 20)
    const slow = read(1, 0)
    await clock.advanceAsync(60)
    peer.takeRequests().forEach((frame) => peer.answer(frame))
    await slow
    assert.equal(counts.meanMs, 22)
  })

  test('an idle link has nothing in the clock', async () => {
    const { clock, read, answerAll } = setUp()
    void read(1, 0, { deadlineMs: 100 })
    await answerAll()
    await clock.advanceAsync(200)
    assert.equal(clock.pending, 0)
  })
})
