import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerTimes } from './answer-times.ts'
import type { ExchangeResult } from './modbus-client.ts'

const timeoutMs = 1000
const good: ExchangeResult<Uint8Array> = { ok: Uint8Array.of(3, 2, 0, 0) }
const refused: ExchangeResult<Uint8Array> = { ok: Uint8Array.of(0x83, 11) }
const lost: ExchangeResult<Uint8Array> = { err: 'timeout' }

/** Runs one exchange after the other. */
const setUp = () => {
  const times = new AnswerTimes()
  let nowMs = 0
  const exchange = (unit: number, outcome: ExchangeResult<Uint8Array>, tookMs: number): void => {
    times.settled(unit, outcome, nowMs, nowMs + tookMs, timeoutMs)
    nowMs += tookMs
  }
  return { times, exchange }
}

test('is three times the slowest recent response, and at least 50 ms', () => {
  const { times, exchange } = setUp()
  assert.equal(times.promptMs(1), null)
  exchange(1, good, 5)
  assert.equal(times.promptMs(1), 50)
  exchange(1, good, 100)
  assert.equal(times.promptMs(1), 300)
  exchange(1, lost, timeoutMs)
  exchange(1, refused, 900)
  assert.equal(times.promptMs(1), 300, 'only answers of its own count')
  for (let n = 0; n < 500; n += 1) exchange(1, good, 40)
  assert.equal(Math.round(times.promptMs(1) ?? 0), 120, 'what was slow once is forgotten')
  assert.equal(times.promptMs(2), null)
})

test('stops shortening the timeout when other devices turn out to be slow', () => {
  const rows: [what: string, afterMs: number[], gives: number | null][] = [
    ['at once', [20, 20, 20], 60],
    ['once', [20, 400, 20, 400, 20], 60],
    ['twice in a row', [20, 400, 400], null],
    ['and it stays so', [400, 400, 20, 20], null],
  ]
  for (const [what, afterMs, gives] of rows) {
    const { times, exchange } = setUp()
    exchange(1, good, 20)
    exchange(2, good, 20)
    for (const tookMs of afterMs) {
      exchange(1, lost, 60)
      exchange(2, good, tookMs)
      for (let n = 0; n < 300; n += 1) exchange(2, good, 20)
    }
    assert.equal(times.promptMs(1), gives, what)
  }
})

test('ignores a slow response after a full timeout, or from the unresponsive unit itself', () => {
  const { times, exchange } = setUp()
  exchange(1, good, 20)
  exchange(2, good, 20)
  for (let n = 0; n < 3; n += 1) {
    exchange(1, lost, timeoutMs)
    exchange(2, good, 500)
    exchange(1, lost, 60)
    exchange(1, good, 500)
    exchange(2, good, 20)
  }
  assert.notEqual(times.promptMs(1), null)
})
