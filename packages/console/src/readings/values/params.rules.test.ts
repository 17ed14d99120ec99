import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ParamState, type Quality, qualityOf, type Reading, withReadBack } from './quality.rules.ts'
import { isMaybeDone, outcomeOf } from './write.rules.ts'

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
    newValue: '2',
    shown: '2 V',
  })
})

test('only a request that was refused with an answer is sure not to have reached the device', () => {
  const failures = [
    { code: 'Unreachable', status: 0 },
    { code: 'Unreadable', status: 502 },
    { code: 'Unreadable', status: 200 },
    { code: 'NotAuthorized', status: 401 },
    { code: 'TooManyRequests', status: 429 },
  ]
  assert.deepEqual(failures.map(isMaybeDone), [true, true, true, false, false])
})

test('a value that was read back is shown until a later poll, and hides older errors', () => {
  const readBack = { value: '7', formattedValue: '7 V', readOn: ago(5) }
  const error = (sec: number) => ({ reason: 'Timeout', on: ago(sec) })
  const older = { value: '1', formattedValue: '1 V', readOn: ago(9) }
  const newer = { value: '8', formattedValue: '8 V', readOn: ago(3) }
  assert.deepEqual(withReadBack({ ...older, error: error(7) }, readBack), readBack)
  assert.deepEqual(withReadBack({ ...older, error: error(2) }, readBack), { ...readBack, error: error(2) })
  assert.deepEqual(withReadBack({}, readBack), readBack)
  assert.deepEqual(withReadBack(newer, readBack), newer)
  assert.deepEqual(withReadBack(older, undefined), older)
})
