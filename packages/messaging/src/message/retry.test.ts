import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorAnswered, failed, refused, unclear } from './message.ts'
import { tryInMs, verdictOf } from './retry.rules.ts'

test('ten seconds, then twice as long each time up to an hour, and for a day at most', () => {
  const waits: number[] = []
  for (let attempts = 1; ; attempts += 1) {
    const ms = tryInMs(attempts)
    if (ms === null) break
    waits.push(ms / 1000)
  }
  assert.deepEqual(waits.slice(0, 11), [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  const wholeSec = waits.reduce((sum, sec) => sum + sec, 0)
  assert.ok(wholeSec <= 86_400 && wholeSec > 82_800)
})

describe('the state of a message after an attempt', () => {
  for (const [repeat, attempts, before, outcome, state, reason] of [
    ['harmless', 1, null, { ok: true }, 'sent', null],
    ['harmless', 2, 'failed: 451', { ok: true }, 'sent', null],
    ['harmless', 2, 'no-answer: cut', { ok: true }, 'sent', 'doubled'],
    ['harmless', 1, null, failed('451'), 'waiting', 'failed: 451'],
    ['harmless', 1, null, refused('550'), 'failed', 'refused: 550'],
    ['harmless', 1, null, unclear('cut'), 'waiting', 'no-answer: cut'],
    ['harmless', 2, 'no-answer: cut', failed('451'), 'waiting', 'no-answer: 451'],
    ['harmless', 2, 'no-answer: cut', refused('550'), 'unclear', 'no-answer: 550'],
    ['harmless', 99, null, failed('451'), 'failed', 'failed: 451'],
    ['harmless', 99, null, unclear('cut'), 'unclear', 'no-answer: cut'],
    ['never', 1, null, failed('throttled'), 'waiting', 'failed: throttled'],
    ['never', 1, null, unclear('cut'), 'unclear', 'no-answer: cut'],
    ['never', 1, null, refused('range'), 'failed', 'refused: range'],
    ['never', 1, null, errorAnswered('HTTP 500'), 'unclear', 'error-answer: HTTP 500'],
    ['known', 1, null, errorAnswered('HTTP 500'), 'waiting', 'error-answer: HTTP 500'],
    ['known', 1, null, unclear('cut'), 'waiting', 'no-answer: cut'],
    ['known', 9, 'error-answer: HTTP 500', errorAnswered('HTTP 500'), 'waiting', 'error-answer: HTTP 500'],
    ['known', 9, 'error-answer: HTTP 500', failed('HTTP 429'), 'waiting', 'error-answer: HTTP 429'],
    ['known', 2, 'error-answer: HTTP 500', { ok: true }, 'sent', null],
    ['asked', 1, null, errorAnswered('HTTP 500'), 'waiting', 'error-answer: HTTP 500'],
    ['asked', 2, 'error-answer: HTTP 500', failed('nobody to ask'), 'waiting', 'error-answer: nobody to ask'],
    ['asked', 3, 'error-answer: HTTP 500', unclear('cut'), 'unclear', 'no-answer: cut'],
    ['asked', 3, 'no-answer: cut', { ok: true }, 'sent', null],
  ] as const) {
    test(`${repeat} ${attempts} ${JSON.stringify(outcome)} after ${before}`, () => {
      const verdict = verdictOf(repeat, attempts, before, outcome)
      assert.deepEqual([verdict.state, verdict.reason], [state, reason])
      assert.equal(verdict.tryInMs > 0, state === 'waiting')
    })
  }
})
