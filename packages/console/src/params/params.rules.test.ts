import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from './outcome.rules.ts'
import { type ParamState, type Quality, qualityOf, type Reading } from './quality.rules.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const ago = (sec: number): string => new Date(now - sec * 1000).toISOString()
const rows: readonly (readonly [ParamState, Partial<Reading>, Quality])[] = [
  [{ value: '1', readOn: ago(1) }, {}, 'good'],
  [{ value: '1', readOn: ago(40) }, {}, 'good'],
  [{ value: '1', readOn: ago(41) }, {}, 'stale'],
  [{ value: '1', readOn: ago(41) }, { updatePeriodSec: 60 }, 'good'],
  [{ value: '1', readOn: ago(9), error: { reason: 'Timeout', on: ago(3) } }, {}, 'failed'],
  [{ value: '1', readOn: ago(3), error: { reason: 'Timeout', on: ago(9) } }, {}, 'good'],
  [{ error: { reason: 'Timeout', on: ago(3) } }, {}, 'failed'],
  [{ value: '1', readOn: ago(9), error: { reason: 'NoValue', on: ago(3) } }, {}, 'none'],
  [{ value: '1', readOn: ago(3), error: { reason: 'NoValue', on: ago(9) } }, {}, 'good'],
  [{}, {}, 'never'],
  [{}, { isTracked: false }, 'untracked'],
  [{ value: '1', readOn: ago(900) }, { isTracked: false }, 'untracked'],
  [{ error: { reason: 'Timeout', on: ago(3) } }, { isTracked: false }, 'failed'],
  [{ value: '1', readOn: ago(1) }, { device: { trouble: { kind: 'paused' } } }, 'off'],
  [{ value: '1', readOn: ago(1) }, { device: { trouble: { kind: 'no-answer' } } }, 'failed'],
  [{ value: '1', readOn: ago(1) }, { device: { trouble: { kind: 'link-down' } } }, 'failed'],
  [{}, { device: { trouble: { kind: 'no-answer' } } }, 'failed'],
  [{ value: '1', readOn: ago(1) }, { device: { lastGoodReadOn: ago(1) } }, 'good'],
  [{ value: '1', readOn: ago(12) }, { device: { lastGoodReadOn: ago(2) } }, 'good'],
  [{ value: '1', readOn: ago(20) }, { device: { lastGoodReadOn: ago(2) } }, 'stale'],
]
for (const [state, fields, quality] of rows) {
  test(`${JSON.stringify(state)} ${JSON.stringify(fields)} is ${quality}`, () => {
    assert.equal(qualityOf(state, { isTracked: true, device: undefined, updatePeriodSec: 10, ...fields }, now), quality)
  })
}

test('an unclear write is shown as unclear, never as done or refused', () => {
  assert.deepEqual(outcomeOf({ err: 'unclear: nobody answered' }), { kind: 'unclear', why: 'nobody answered' })
  assert.deepEqual(outcomeOf({ err: 'Timeout' }), { kind: 'refused', why: 'Timeout' })
  assert.deepEqual(outcomeOf({ ok: { oldValue: '1', newValue: '2', formattedValue: '2 V' } }), {
    kind: 'done',
    oldValue: '1',
    newValue: '2 V',
  })
})
