import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { ManualStream } from '../testing/manual-stream.ts'
import { Client } from './client.ts'

const timeoutMs = 100
const idCount = 65_536
const reads = 100

const setUp = (depth = 1) => {
  const stream = new ManualStream()
  const clock = new VirtualClock()
  const closed: string[] = []
  const transactions = { last: 0 }
  const onClose = (why: string): number => closed.push(why)
  const client = new Client(stream, { envelope: 'tcp', clock, depth, timeoutMs, transactions, onClose })
  const read = (rest: { timeoutMs?: number } = {}) =>
    client.ask(1, { fn: 3, address: 0, count: 1 }, rest).then((outcome) => ('ok' in outcome ? 'ok' : outcome.err))
  const hear = (id: string): void => stream.hear(`${id} 00 00 00 05 01 03 02 00 00`)
  /** Reads while the ids pass their end and begin again, each answered at once, and gives them. */
  const readRound = async (): Promise<Set<string>> => {
    const ids = new Set<string>()
    transactions.last = idCount - 50
    for (let at = 0; at < reads; at += 1) {
      const reading = read()
      let [request] = stream.sent()
      for (; request === undefined; [request] = stream.sent()) await clock.advanceAsync(0)
      ids.add(request.slice(0, 5))
      hear(request.slice(0, 5))
      assert.equal(await reading, 'ok')
    }
    return ids
  }
  /** Reads so often, and is never answered. */
  const miss = async (times: number): Promise<void> => {
    for (let at = 0; at < times; at += 1) {
      const missed = read()
      await clock.advanceAsync(timeoutMs)
      assert.equal(await missed, 'timeout')
    }
    stream.sent()
  }
  return { stream, clock, closed, client, read, hear, readRound, miss }
}

test('a transaction id is not used again while its late answer may come, and is when it came', async () => {
  const { client, closed, hear, readRound, miss } = setUp()
  await miss(1)
  const ids = await readRound()
  assert.deepEqual([ids.size, ids.has('00 00'), ids.has('00 01'), ids.has('00 02')], [reads, true, false, true])
  hear('00 01')
  assert.deepEqual([client.counters.late, closed], [1, []])
  const later = await readRound()
  assert.deepEqual([later.size, later.has('00 01')], [reads, true])
})

test('nor while its request is on its way', async () => {
  const { stream, clock, read, hear, readRound } = setUp(2)
  const slow = read({ timeoutMs: 1_000_000 })
  await clock.advanceAsync(0)
  stream.sent()
  const ids = await readRound()
  assert.deepEqual([ids.size, ids.has('00 00'), ids.has('00 01'), ids.has('00 02')], [reads, true, false, true])
  hear('00 01')
  assert.equal(await slow, 'ok')
})

test('a late answer is known once', async () => {
  const { client, closed, hear, miss } = setUp()
  await miss(1)
  hear('00 01')
  assert.deepEqual([client.counters.late, client.counters.stray, closed.length], [1, 0, 0])
  hear('00 01')
  assert.deepEqual([client.counters.late, client.counters.stray, closed.length], [1, 1, 1])
})

for (const [missed, oldest] of [
  [1024, 'late'],
  [1025, 'stray'],
] as const) {
  test(`after ${missed} answers that never came the oldest is ${oldest}, the next one late`, async () => {
    const { client, hear, miss } = setUp()
    await miss(missed)
    hear('00 02')
    hear('00 01')
    const { timeouts, late, stray } = client.counters
    assert.deepEqual([timeouts, late, stray], oldest === 'late' ? [missed, 2, 0] : [missed, 1, 1])
  })
}

for (const [since, again] of [
  [15, 'late'],
  [16, 'stray'],
] as const) {
  test(`an answer that comes twice, ${since} answers later, is ${again}`, async () => {
    const { client, hear, read } = setUp()
    for (let id = 1; id <= since + 1; id += 1) {
      const reading = read()
      hear(`00 ${id.toString(16).padStart(2, '0')}`)
      assert.equal(await reading, 'ok')
    }
    hear('00 01')
    const { late, stray } = client.counters
    assert.deepEqual([late, stray], again === 'late' ? [1, 0] : [0, 1])
  })
}

test('another answer to what was answered is none that comes twice, whatever was read into its bytes since', async () => {
  const { stream, client, closed, read } = setUp()
  const shared = Buffer.from('0001000000050103020000', 'hex')
  const reading = read()
  stream.emit('data', shared)
  assert.equal(await reading, 'ok')
  shared[shared.length - 1] = 43
  stream.emit('data', shared)
  assert.deepEqual([client.counters.late, client.counters.stray, closed.length], [0, 1, 1])
})
