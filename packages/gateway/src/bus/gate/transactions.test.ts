import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import type { Requester } from './requester.ts'
import { Transactions } from './transactions.ts'

const requester = (name: string): Requester => ({ name, signal: new AbortController().signal })
const me = requester('me')
const pdu = Uint8Array.of(3, 0, 0, 0, 1)
const pending = { answer: new Uint8Array(), isDone: false }
const empty = { answer: new Uint8Array(), isDone: true }

interface PendingRequest {
  by: string
  unit: number
  answer: (pdu: Uint8Array | undefined) => Promise<void>
  fail: () => Promise<void>
}

const start = (newBytes: (count: number) => Uint8Array = randomBytes) => {
  const clock = new VirtualClock()
  const requests: PendingRequest[] = []
  const logged: string[] = []
  const transactions = new Transactions({
    clock,
    newBytes,
    log: { error: (_details, message) => void logged.push(message) },
    gate: {
      ask: ({ name }, unit) => {
        const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined>()
        const answer = (reply: Uint8Array | undefined) => (resolve(reply), setImmediate())
        requests.push({ by: name, unit, answer, fail: () => (reject(new Error('a bug')), setImmediate()) })
        return promise
      },
    },
  })
  const begin = (by = me, unit = 7): number => {
    const tid = transactions.begin(by, unit, pdu)
    assert.ok(tid !== undefined)
    return tid
  }
  return { clock, requests, logged, transactions, begin }
}

describe('a raw request', () => {
  test('is busy until its answer comes, which has the unit in front', async () => {
    const { requests, transactions, begin } = start()
    const tid = begin()
    assert.ok(Number.isInteger(tid) && tid > 0 && tid < 2 ** 31)
    assert.deepEqual(transactions.result('me', tid), pending)
    await requests[0]?.answer(Uint8Array.of(3, 2, 0, 42))
    const done = { answer: Uint8Array.of(7, 3, 2, 0, 42), isDone: true }
    assert.deepEqual(transactions.result('me', tid), done)
    assert.deepEqual(transactions.result('me', tid), done, 'whoever lost the answer may ask again')
  })

  test('to which no answer is given is done and empty', async () => {
    const { requests, transactions, begin } = start()
    const tid = begin()
    await requests[0]?.answer(undefined)
    assert.deepEqual(transactions.result('me', tid), empty)
  })

  test('to all is sent, and done at once', async () => {
    const { requests, transactions, begin } = start()
    const tid = begin(me, 0)
    assert.deepEqual(transactions.result('me', tid), empty)
    assert.deepEqual(
      requests.map(({ unit }) => unit),
      [0],
    )
    await requests[0]?.answer(Uint8Array.of(6, 0, 0, 0, 1))
    assert.deepEqual(transactions.result('me', tid), empty)
  })

  test('completes, empties and logs a request that failed by a program error', async () => {
    const { requests, logged, transactions, begin } = start()
    const tid = begin()
    await requests[0]?.fail()
    assert.deepEqual(transactions.result('me', tid), empty)
    assert.deepEqual(logged, ['raw request failed'])
  })

  test('is its maker’s alone', () => {
    const { transactions, begin } = start()
    const tid = begin()
    assert.equal(transactions.result('somebody', tid), undefined)
    assert.equal(transactions.result('me', tid === 1 ? 2 : tid - 1), undefined)
  })

  test('lives 60 s', () => {
    const { clock, transactions, begin } = start()
    const tid = begin()
    clock.advance(59_999)
    assert.deepEqual(transactions.result('me', tid), pending)
    clock.advance(1)
    assert.equal(transactions.result('me', tid), undefined)
  })

  test('never has the number of another', () => {
    const bytes = [1, 1, 0, 2]
    const { begin } = start(() => Uint8Array.of(0, 0, 0, bytes.shift() ?? 3))
    assert.deepEqual([begin(), begin(), begin()], [1, 2, 3])
  })
})

describe('many raw requests', () => {
  test('keeps 16 requests of one owner and drops the oldest finished one', async () => {
    const { clock, requests, transactions, begin } = start()
    const tids = Array.from({ length: 16 }, () => begin())
    assert.equal(transactions.begin(me, 7, pdu), undefined)
    assert.equal(requests.length, 16, 'what is refused is not sent')
    begin(requester('somebody'))
    await requests[3]?.answer(Uint8Array.of(3))
    await requests[5]?.answer(Uint8Array.of(3))
    begin()
    assert.equal(transactions.result('me', tids[3] ?? 0), undefined)
    assert.ok(transactions.result('me', tids[5] ?? 0))
    begin()
    assert.equal(transactions.begin(me, 7, pdu), undefined)
    clock.advance(60_000)
    begin()
  })

  test('in all: 256 wait', async () => {
    const { requests, transactions, begin } = start()
    for (let at = 0; at < 256; at += 1) begin(requester(`requester ${at % 32}`))
    assert.equal(transactions.begin(me, 7, pdu), undefined)
    await requests[0]?.answer(undefined)
    begin()
  })
})
