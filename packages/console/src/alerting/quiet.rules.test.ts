import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOfText, wallText } from '@busbar/ui/wall-time'
import { clockText, minuteOf } from '../data/format/clock-text.ts'
import { newHours, quietDraftOf, quietFields, quietProblems } from './quiet.rules.ts'

const kyiv = 'Europe/Kyiv'

test('sends unchanged fields as they were', () => {
  const from = '2026-11-20T08:00:00.000Z'
  const till = '2026-11-20T09:30:00.000Z'
  const activeHours = { timeZone: kyiv, spans: [{ days: [1, 5], fromMinute: 510, tillMinute: 1440 }] }
  assert.deepEqual(quietFields(quietDraftOf({ activeHours, windows: [{ from, till }] }, kyiv), kyiv), {
    activeHours,
    windows: [{ from: new Date(from), till: new Date(till) }],
  })
})

test('without hours all hours are active', () => {
  const draft = quietDraftOf({ windows: [] }, kyiv)
  assert.deepEqual(draft, { isLimited: false, timeZone: kyiv, hours: [], windows: [] })
  assert.deepEqual(quietFields(draft, kyiv), { activeHours: null, windows: [] })
})

test('reports an invalid row', () => {
  const window = { key: 7, from: '2026-11-20T10:00', till: '2026-11-20T10:00' }
  const draft = { isLimited: true, timeZone: kyiv, hours: [], windows: [window] }
  assert.deepEqual(quietProblems(draft), { hours: 'noHours', w7: 'backwards' })
  const hours = [{ ...newHours(), key: 3, days: [] }]
  assert.deepEqual(quietProblems({ ...draft, hours, windows: [] }), { h3: 'noDays' })
  assert.deepEqual(quietProblems({ ...draft, hours, windows: [], isLimited: false }), {})
})

for (const [minute, text] of [
  [0, '00:00'],
  [510, '08:30'],
  [1439, '23:59'],
] as const) {
  test(`${text} is minute ${minute}`, () => {
    assert.equal(clockText(minute), text)
    assert.equal(minuteOf(text, false), minute)
  })
}

test('an end at midnight is the end of the day', () => {
  assert.equal(minuteOf('00:00', true), 1440)
  assert.equal(clockText(1440), '00:00')
})

test('a moment goes into an input and back, but for its seconds', () => {
  const on = new Date('2026-11-20T08:05:00Z')
  assert.equal(wallText(on.getTime(), kyiv), '2026-11-20T10:05')
  assert.deepEqual(dateOfText('2026-11-20T10:05', kyiv), on)
})
