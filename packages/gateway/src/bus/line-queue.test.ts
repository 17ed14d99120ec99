import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { LineQueue } from './line-queue.ts'
import { type QueuedRequest, queuedRequest } from './request.ts'

const read = Uint8Array.of(3, 0, 0, 0, 1)
const write = Uint8Array.of(6, 0, 0, 0, 1)

const request = (by: string, client?: string, pdu = read): QueuedRequest =>
  queuedRequest({ by, unit: 1, pdu, ...(client !== undefined && { client }) }, () => {})

interface Share {
  readonly by: string
  readonly client?: string
  readonly tookMs: number
}

/** Keeps one request of every source waiting, and returns the line time that each has used after so many exchanges. */
const serve = (sources: readonly Share[], exchanges: number): ReadonlyMap<string, number> => {
  const queue = new LineQueue()
  const used = new Map(sources.map(({ by }) => [by, 0]))
  for (const { by, client } of sources) queue.add(request(by, client))
  let nowMs = 0
  for (let i = 0; i < exchanges; i += 1) {
    const next = queue.take(nowMs)
    const source = sources.find(({ by }) => by === next?.by)
    if (next === undefined || source === undefined) return assert.fail('nothing was taken')
    nowMs += source.tookMs
    queue.charge(next, source.tookMs, nowMs)
    used.set(source.by, (used.get(source.by) ?? 0) + source.tookMs)
    queue.add(request(source.by, source.client))
  }
  return used
}

test('a task has half of the line beside 32 clients', () => {
  const clients = Array.from({ length: 32 }, (_, n) => ({ by: `tcp ${n}`, client: `10.0.0.${n}`, tookMs: 30 }))
  const used = serve([...clients, { by: 'task OVEN.TSK', tookMs: 30 }], 640)
  assert.equal(used.get('task OVEN.TSK'), 320 * 30)
  for (const { by } of clients) assert.equal(used.get(by), 10 * 30, by)
})

test('a client with many connections has one share', () => {
  const many = Array.from({ length: 9 }, (_, n) => ({ by: `tcp ${n}`, client: '10.0.0.1', tookMs: 30 }))
  const used = serve([...many, { by: 'tcp 9', client: '10.0.0.2', tookMs: 30 }], 180)
  assert.equal(used.get('tcp 9'), 90 * 30)
  for (const { by } of many) assert.equal(used.get(by), 10 * 30, by)
})

test('shares are equal in time, not in requests', () => {
  const used = serve(
    [
      { by: 'tcp 1', client: 'slow', tookMs: 1000 },
      { by: 'tcp 2', client: 'fast', tookMs: 20 },
    ],
    1020,
  )
  const [slow = 0, fast = 0] = used.values()
  assert.ok(Math.abs(slow - fast) <= 1020, `${slow} and ${fast}`)
})

test('writes go before reads of every class, and have half of the line where reads wait', () => {
  const queue = new LineQueue()
  let nowMs = 0
  const usedMs = { write: 0, read: 0 }
  const takeOne = (): 'write' | 'read' => {
    const next = queue.take(nowMs) ?? assert.fail('nothing was taken')
    const kind = next.pdu === read || next.pdu[0] === 3 ? 'read' : 'write'
    nowMs += 100
    usedMs[kind] += 100
    queue.charge(next, 100, nowMs)
    queue.add(request(next.by, undefined, kind === 'read' ? read : write))
    return kind
  }
  queue.add(request('call-back'))
  queue.add(request('tcp 1', undefined, write))
  assert.equal(takeOne(), 'write')
  for (let i = 0; i < 2000; i += 1) takeOne()
  const share = usedMs.write / (usedMs.write + usedMs.read)
  // The burst that an idle line grants: 5 of 10 s.
  assert.ok(share > 0.5 && share < 0.54, String(share))
})

test('writes alone have the whole line', () => {
  const queue = new LineQueue()
  for (let i = 0; i < 300; i += 1) {
    assert.ok(queue.add(request('tcp 1', undefined, write)))
    const next = queue.take(i * 100) ?? assert.fail('nothing was taken')
    queue.charge(next, 100, i * 100)
  }
})

test('16 requests of a connection and 128 connections wait', () => {
  const queue = new LineQueue()
  const added = Array.from({ length: 20 }, () => queue.add(request('tcp 0')))
  assert.equal(added.filter(Boolean).length, 16)
  for (let n = 1; n < 128; n += 1) assert.ok(queue.add(request(`tcp ${n}`)))
  assert.equal(queue.add(request('tcp 128')), false)
  assert.ok(queue.take(0))
  assert.equal(queue.takeAll().length, 16 + 127 - 1)
  assert.ok(queue.add(request('tcp 128')))
})

test('every request is taken or removed once, in the order of its connection', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('add' as const),
      by: fc.constantFrom('tcp 1', 'tcp 2', 'task A.TSK', 'call-back', 'search'),
      client: fc.constantFrom(undefined, '10.0.0.1'),
      isWrite: fc.boolean(),
    }),
    fc.record({ do: fc.constant('take' as const), tookMs: fc.nat(3000) }),
    fc.record({ do: fc.constant('remove' as const), index: fc.nat(30) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new LineQueue()
      let waiting: QueuedRequest[] = []
      let nowMs = 0
      for (const one of steps) {
        if (one.do === 'add') {
          const added = request(one.by, one.client, one.isWrite ? write : read)
          if (queue.add(added)) waiting.push(added)
        } else if (one.do === 'remove') {
          const removed = waiting[one.index]
          if (removed !== undefined) assert.ok(queue.remove(removed))
          waiting = waiting.filter((other) => other !== removed)
        } else {
          const taken = queue.take(nowMs)
          assert.equal(taken === undefined, waiting.length === 0)
          if (taken === undefined) continue
          const isSameLane = ({ by, client, pdu }: QueuedRequest): boolean =>
            by === taken.by && client === taken.client && pdu[0] === taken.pdu[0]
          assert.equal(waiting.find(isSameLane), taken)
          waiting = waiting.filter((other) => other !== taken)
          nowMs += one.tookMs
          queue.charge(taken, one.tookMs, nowMs)
          assert.equal(queue.remove(taken), false)
        }
        assert.equal(queue.size, waiting.length)
      }
      assert.equal(queue.takeAll().length, waiting.length)
    }),
  )
})
