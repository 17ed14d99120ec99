import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActiveHours } from '../alert.ts'
import { activeFrom, isActiveAt } from './active-hours.rules.ts'
import { newState, step } from './step.ts'
import { judged, reads } from './testing/judged.ts'

const hours = (timeZone: string, days: number[], from: number, till: number): ActiveHours => ({
  timeZone,
  spans: [{ days, fromMinute: from * 60, tillMinute: till * 60 }],
})

const workdays = [1, 2, 3, 4, 5]
const daily = [...workdays, 6, 7]
const kyiv = hours('Europe/Kyiv', workdays, 9, 17)

test('hours are those of the place, whatever its clocks do', () => {
  const rows: [ActiveHours, string, string | null][] = [
    // Null: active. In November Kyiv is two hours ahead, in July three. 2026-11-16 is a Monday.
    [kyiv, '2026-11-16T07:00:00Z', null],
    [kyiv, '2026-11-16T14:59:59.999Z', null],
    [kyiv, '2026-11-16T15:00:00Z', '2026-11-17T07:00:00.000Z'],
    [kyiv, '2026-11-16T06:59:59.999Z', '2026-11-16T07:00:00.000Z'],
    [kyiv, '2026-11-20T15:00:30Z', '2026-11-23T07:00:00.000Z'],
    [kyiv, '2026-07-13T06:00:00Z', null],
    [kyiv, '2026-07-13T05:00:00Z', '2026-07-13T06:00:00.000Z'],
    // The clocks go on in the night to the 29th of March, and back in that to the 25th of October.
    [kyiv, '2026-03-27T15:00:00Z', '2026-03-30T06:00:00.000Z'],
    [kyiv, '2026-10-23T14:00:00Z', '2026-10-26T07:00:00.000Z'],
    // Over midnight: the days are those on which it begins.
    [hours('UTC', [7], 22, 6), '2026-11-16T05:59:00Z', null],
    [hours('UTC', [7], 22, 6), '2026-11-16T06:00:00Z', '2026-11-22T22:00:00.000Z'],
    [hours('UTC', [1], 0, 24), '2026-11-16T23:59:00Z', null],
    [hours('UTC', daily, 8, 8), '2026-11-16T07:59:00Z', null],
    [hours('Asia/Kathmandu', daily, 9, 10), '2026-11-16T03:14:00Z', '2026-11-16T03:15:00.000Z'],
    [hours('UTC', [], 9, 10), '2026-11-16T00:00:00Z', '2026-11-23T00:00:00.000Z'],
  ]
  for (const [span, text, next] of rows) {
    const on = Date.parse(text)
    assert.equal(isActiveAt(span, on), next === null, text)
    if (next !== null) assert.equal(new Date(activeFrom(span, on)).toISOString(), next)
  }
})

test('an alert that fires at night and stays active is reported in the morning', () => {
  const alert = judged({ activeHours: kyiv })
  const night = Date.parse('2026-11-16T01:00:00Z')
  const morning = Date.parse('2026-11-16T07:00:00Z')
  const now = (on: number) => ({ on, aheadMs: 0, runOn: night })
  const start = step(alert, newState(alert, now(night)), [], now(night)).state
  const asleep = step(alert, start, [{ ...reads(0, 11), on: night + 1000 }], now(night + 1000))
  assert.deepEqual(asleep.effects.at(-1), {
    kind: 'detail',
    occurrence: 1,
    on: night + 1000,
    detail: { what: 'muted', why: 'hours', till: morning },
  })
  assert.equal(asleep.state.wakeOn, morning)
  const awake = step(alert, asleep.state, [], now(morning))
  assert.deepEqual(
    awake.effects.map(({ kind }) => kind),
    ['detail', 'notify'],
  )
})
