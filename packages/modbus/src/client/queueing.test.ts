import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { unhex } from '../hex.ts'
import { ManualStream } from '../testing/manual-stream.ts'
import { Client, type ClientOptions, type TransactOptions } from './client.ts'

const setUp = (options: Partial<ClientOptions> = {}) => {
  const stream = new ManualStream()
  const clock = new VirtualClock()
  const client = new Client(stream, { envelope: 'tcp', clock, timeoutMs: 100, ...options })
  /** Each reads an address of its own, by which it is known. */
  const read = (address: number, rest: TransactOptions = {}, unit = 1) =>
    client
      .ask(unit, { fn: 3, address, count: 1 }, rest)
      .then((outcome) => ('ok' in outcome ? outcome.ok.words[0] : outcome.err))
  /** Requests that left since the last look. */
  const left = (): { id: string; unit: string; address: number }[] =>
    stream
      .sent()
      .flatMap((bytes) => bytes.match(/(?:[0-9a-f]{2} ?){12}/g) ?? [])
      .map((frame) => ({
        id: frame.slice(0, 5),
        unit: frame.slice(18, 20),
        address: Number.parseInt(frame.slice(24, 29).replace(' ', ''), 16),
      }))
  const answer = ({ id, unit }: { id: string; unit: string }): void =>
    stream.hear(`${id} 00 00 00 05 ${unit} 03 02 00 2a`)
  /** Answers one after the other, and gives the addresses in the order they left. */
  const serveAll = async (): Promise<number[]> => {
    const order: number[] = []
    for (;;) {
      await clock.advanceAsync(0)
      const requests = left()
      if (requests.length === 0) return order
      for (const request of requests) {
        order.push(request.address)
        answer(request)
      }
    }
  }
  return { stream, clock, client, read, left, answer, serveAll }
}

test('sends setup before writes, writes before real-time reads, and these before polls', async () => {
  const { read, serveAll } = setUp()
  const reads = (['poll', 'poll', 'realtime', 'write', 'setup'] as const).map((priority, i) => read(i, { priority }))
  assert.deepEqual(await serveAll(), [0, 4, 3, 2, 1])
  assert.deepEqual(await Promise.all(reads), Array(5).fill(42))
})

test('sources of one priority take turns, whatever number of theirs waits', async () => {
  const { read, serveAll } = setUp()
  void read(0)
  for (const address of [1, 2, 3]) void read(address, { by: 'many' })
  void read(4, { by: 'one' })
  assert.deepEqual(await serveAll(), [0, 1, 4, 2, 3])
})

test('without a source of its own a request is its unit\u2019s', async () => {
  const { read, serveAll } = setUp()
  void read(0)
  for (const address of [1, 2, 3]) void read(address)
  void read(4, {}, 2)
  assert.deepEqual(await serveAll(), [0, 1, 4, 2, 3])
})

test('limits the requests in flight of one unit, and lets other units pass', async () => {
  const { clock, read, left, answer } = setUp({ depth: 3, unitDepth: 2 })
  for (const address of [0, 1, 2]) void read(address)
  void read(3, {}, 2)
  await clock.advanceAsync(0)
  const first = left()
  assert.deepEqual(
    first.map(({ address }) => address),
    [0, 1, 3],
  )
  if (first[2] !== undefined) answer(first[2])
  await clock.advanceAsync(0)
  assert.deepEqual(left(), [], 'the third of unit 1 still waits')
  if (first[0] !== undefined) answer(first[0])
  await clock.advanceAsync(0)
  assert.deepEqual(
    left().map(({ address }) => address),
    [2],
  )
})

test('until it is set up only what that takes is sent, and then all', async () => {
  const { client, read, left, serveAll } = setUp()
  client.isSetUp = false
  void read(1)
  assert.deepEqual(left(), [])
  void read(2, { priority: 'setup' })
  assert.deepEqual(await serveAll(), [2])
  assert.equal(client.waiting, 1)
  client.isSetUp = true
  assert.deepEqual(await serveAll(), [1])
})

test('another pace counts at once', async () => {
  const { client, clock, read, left } = setUp()
  for (const address of [0, 1, 2]) void read(address)
  assert.equal(left().length, 1)
  client.pace = { depth: 3, timeoutMs: 100 }
  await clock.advanceAsync(0)
  assert.equal(left().length, 2)
})

test('fails a waiting request at its deadline and never sends it', async () => {
  const { clock, read, left } = setUp()
  const outcomes: unknown[] = []
  void read(0).then((outcome) => outcomes.push([clock.now(), outcome]))
  void read(1, { deadlineMs: 40 }).then((outcome) => outcomes.push([clock.now(), outcome]))
  void read(2, { deadlineMs: 250 }).then((outcome) => outcomes.push([clock.now(), outcome]))
  await clock.advanceAsync(39)
  assert.deepEqual(outcomes, [])
  await clock.advanceAsync(1)
  assert.deepEqual(outcomes, [[40, 'expired']])
  await clock.advanceAsync(400)
  assert.deepEqual(outcomes.slice(1), [
    [100, 'timeout'],
    [200, 'timeout'],
  ])
  assert.deepEqual(
    left().map(({ address }) => address),
    [0, 2],
  )
})

test('a deadline ends waiting for the answer too, where it is nearer than the timeout', async () => {
  const { clock, read } = setUp()
  await clock.advanceAsync(1000)
  const reading = read(0, { deadlineMs: 30 })
  await clock.advanceAsync(29)
  const isSettled = await Promise.race([reading.then(() => true), Promise.resolve(false)])
  assert.equal(isSettled, false)
  await clock.advanceAsync(1)
  assert.equal(await reading, 'timeout')
  assert.equal(await read(0, { deadlineMs: 0 }), 'expired')
})

test('does not notify a caller after it cancelled, and does not match the answer', async () => {
  const { clock, client, left, answer } = setUp()
  const giveUp = new AbortController()
  let times = 0
  const reply = client.transact(1, unhex('03 00 00 00 01'), { signal: giveUp.signal })
  void reply.then(() => (times += 1))
  const [request] = left()
  giveUp.abort()
  assert.deepEqual(await reply, { err: 'aborted' })
  if (request !== undefined) answer(request)
  await clock.advanceAsync(200)
  assert.equal(times, 1)
  assert.deepEqual([client.counters.answered, client.counters.stray], [1, 0])
})

test('removes the abort listener once a request is answered', async () => {
  const { client, left, answer } = setUp()
  const { signal } = new AbortController()
  const reply = client.transact(1, unhex('03 00 00 00 01'), { signal })
  assert.equal(getEventListeners(signal, 'abort').length, 1)
  for (const request of left()) answer(request)
  await reply
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('does not send a request whose deadline passed before the line was free', async () => {
  const { clock, read, left, answer } = setUp()
  const first = read(0)
  const [request] = left()
  assert.ok(request)
  // The answer arrives at the instant of the deadline, before the timer fires.
  clock.after(50, () => answer(request))
  const second = read(1, { deadlineMs: 50 })
  await clock.advanceAsync(50)
  assert.deepEqual([await first, await second], [42, 'expired'])
  assert.deepEqual(left(), [])
})

test('reports why raw bytes are no request', async () => {
  const { clock, client } = setUp()
  const reply = client.transact(1, unhex('03 00 00 00 01'))
  await clock.advanceAsync(100)
  assert.deepEqual(await reply, { err: 'timeout' })
})

test('raw bytes go as they are unless they may be stretched', async () => {
  for (const [isStretchable, expected] of [
    [undefined, { err: 'held' }],
    [true, 'sent'],
  ] as const) {
    const { clock, client, stream } = setUp({ envelope: 'rtu' })
    const pdu = unhex('03 00 00 00 01')
    const first = client.transact(1, pdu)
    await clock.advanceAsync(100)
    assert.deepEqual(await first, { err: 'timeout' })
    stream.sent()
    const second = client.transact(1, pdu, isStretchable === undefined ? {} : { isStretchable })
    assert.deepEqual(stream.sent().length === 1 ? 'sent' : await second, expected)
  }
})

test('drops a partial frame from before the request', async () => {
  const { clock, client, stream } = setUp({ envelope: 'rtu' })
  stream.hear('01 03 02 00')
  const reply = client.transact(1, unhex('03 00 00 00 01'))
  stream.hear('2a 39 9b')
  await clock.advanceAsync(100)
  assert.ok('err' in (await reply))
})

test('uses one timer for all waiting requests', async () => {
  const { clock, read } = setUp({ depth: 4 })
  for (const address of [0, 1, 2, 3]) void read(address, { deadlineMs: 50 + address })
  await clock.advanceAsync(0)
  assert.equal(clock.pending, 1)
})
