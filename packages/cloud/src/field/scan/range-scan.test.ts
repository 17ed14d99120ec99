import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { Request, Response } from '@busbar/modbus'
import type { ExchangeResult } from '@busbar/polling'
import * as fc from 'fast-check'
import { RangeScan, type RangeScanRequest } from './range-scan.ts'
import { fakeClient } from './testing/fake-client.ts'

const scanOf = (ranges: RangeScanRequest['ranges'], answer: Parameters<typeof fakeClient>[0]) => {
  const clock = new VirtualClock()
  const { client, requests } = fakeClient(answer)
  const scan = new RangeScan({ unit: 3, ranges, use: (work) => work(client) }, clock)
  return { clock, scan, requests }
}

/** A unit that has these registers, and refuses a request that touches another. */
const having =
  (there: ReadonlySet<number>) =>
  (_unit: number, request: Request): ExchangeResult<Response> => {
    if (request.fn !== 3) return { err: 'IllegalFunction' }
    const addresses = Array.from({ length: request.count }, (_, i) => request.address + i)
    if (!addresses.every((address) => there.has(address))) return { err: 'IllegalDataAddress' }
    return { ok: { fn: 3, words: addresses.map((address) => address % 7) } }
  }

test('exactly the registers that a unit has are found, with what they hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 80 })),
      fc.integer({ min: 0, max: 80 }),
      async (has, till) => {
        const { clock, scan, requests } = scanOf([{ kind: 'holding', from: 0, till }], having(new Set(has)))
        const running = scan.run()
        await clock.advanceAsync(60_000)
        await running
        const { state, asked: known, total, found } = scan.progress()
        assert.deepEqual([state, known, total], ['done', till + 1, till + 1])
        assert.deepEqual(
          found.flatMap(({ address, words }) => words.map((word, i) => [address + i, word])),
          has
            .filter((address) => address <= till)
            .toSorted((a, b) => a - b)
            .map((address) => [address, address % 7]),
        )
        assert.ok(requests.length <= 2 * (till + 1))
      },
    ),
    { numRuns: 30 },
  )
})

test('a table that the unit does not have costs one question', async () => {
  const { clock, scan, requests } = scanOf(
    [
      { kind: 'input', from: 0, till: 499 },
      { kind: 'holding', from: 0, till: 15 },
    ],
    having(new Set(Array.from({ length: 16 }, (_, i) => i))),
  )
  const running = scan.run()
  await clock.advanceAsync(10_000)
  await running
  assert.equal(requests.length, 2)
  assert.deepEqual([scan.progress().state, scan.progress().asked], ['done', 516])
})

test('a silent unit is left alone after three questions; a scan that is stopped asks no more', async () => {
  const silent = scanOf([{ kind: 'holding', from: 0, till: 499 }], () => ({ err: 'timeout' }))
  const running = silent.scan.run()
  await silent.clock.advanceAsync(10_000)
  await running
  assert.deepEqual(
    [silent.scan.progress().state, silent.scan.progress().err, silent.requests.length],
    ['failed', 'Timeout', 3],
  )
  const stopped = scanOf([{ kind: 'holding', from: 0, till: 499 }], having(new Set([1])))
  const over = stopped.scan.run()
  await stopped.clock.advanceAsync(50)
  const before = stopped.requests.length
  stopped.scan.cancel()
  await stopped.clock.advanceAsync(1000)
  await over
  assert.deepEqual([stopped.scan.progress().state, stopped.requests.length], ['cancelled', before])
})
