import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failed, messageTypes, refused, unclear } from './message.ts'
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

describe('what becomes of a message', () => {
  for (const [type, attempts, before, outcome, state, reason] of [
    ['email', 1, null, { ok: true }, 'sent', null],
    ['email', 2, 'failed: 451', { ok: true }, 'sent', null],
    ['email', 2, 'no-answer: cut', { ok: true }, 'sent', 'doubled'],
    ['email', 1, null, failed('451'), 'waiting', 'failed: 451'],
    ['email', 1, null, refused('550'), 'failed', 'refused: 550'],
    ['email', 1, null, unclear('cut'), 'waiting', 'no-answer: cut'],
    ['email', 2, 'no-answer: cut', failed('451'), 'waiting', 'no-answer: 451'],
    ['email', 2, 'no-answer: cut', refused('550'), 'unclear', 'no-answer: 550'],
    ['email', 99, null, failed('451'), 'failed', 'failed: 451'],
    ['email', 99, null, unclear('cut'), 'unclear', 'no-answer: cut'],
    ['webhook', 1, null, unclear('cut'), 'waiting', 'no-answer: cut'],
    ['sms', 1, null, failed('throttled'), 'waiting', 'failed: throttled'],
    ['sms', 1, null, unclear('cut'), 'unclear', 'no-answer: cut'],
    ['voice-call', 1, null, unclear('cut'), 'unclear', 'no-answer: cut'],
    ['write-param', 1, null, unclear('cut'), 'unclear', 'no-answer: cut'],
    ['write-param', 1, null, refused('range'), 'failed', 'refused: range'],
  ] as const) {
    test(`${type} ${JSON.stringify(outcome)} after ${before}`, () => {
      const verdict = verdictOf(type, attempts, before, outcome)
      assert.deepEqual([verdict.state, verdict.reason], [state, reason])
      assert.equal(verdict.tryInMs > 0, state === 'waiting')
    })
  }

  test('nothing that rings or acts is sent again when nobody knows what came of it', () => {
    const again = messageTypes.filter((type) => verdictOf(type, 1, null, unclear('x')).state === 'waiting')
    assert.deepEqual(again, ['email', 'webhook'])
  })
})
