import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { nextDueTime, periodBefore, periodText, type Recurrence } from './schedule.rules.ts'

const kyiv = 'Europe/Kyiv'
const iso = (on: number): string => new Date(on).toISOString().slice(0, 16)

describe('turns of a schedule', () => {
  for (const [recurrence, after, due] of [
    [{ every: 'month', day: 1, atMinute: 360 }, '2026-11-14T00:00Z', '2026-12-01T04:00'],
    [{ every: 'month', day: 20, atMinute: 360 }, '2026-11-14T00:00Z', '2026-11-20T04:00'],
    // It is due at six of the clocks, in winter as in summer.
    [{ every: 'month', day: 1, atMinute: 360 }, '2026-10-01T03:00Z', '2026-11-01T04:00'],
    [{ every: 'week', day: 1, atMinute: 0 }, '2026-11-14T00:00Z', '2026-11-15T22:00'],
    [{ every: 'week', day: 7, atMinute: 0 }, '2026-11-14T00:00Z', '2026-11-14T22:00'],
    // The clocks skip three o'clock.
    [{ every: 'week', day: 7, atMinute: 200 }, '2026-03-28T12:00Z', '2026-03-29T01:20'],
  ] as const) {
    test(`${recurrence.every} ${recurrence.day} ${recurrence.atMinute} after ${after} is ${due}`, () =>
      assert.equal(iso(nextDueTime(kyiv, recurrence, Date.parse(after))), due))
  }

  test('follow each other, each in the period after the one before', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Kyiv', 'America/Sao_Paulo', 'Pacific/Apia', 'UTC'),
        fc.constantFrom('week' as const, 'month' as const),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.date({ min: new Date('2005-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (zone, every, day, atMinute, after) => {
          const recurrence: Recurrence = { every, day, atMinute }
          const first = nextDueTime(zone, recurrence, after.getTime())
          const second = nextDueTime(zone, recurrence, first)
          assert.ok(first > after.getTime() && second > first)
          assert.equal(periodBefore(zone, every, second).from, periodBefore(zone, every, first).till)
        },
      ),
      { numRuns: 200 },
    ))

  test('cover the period that has ended', () => {
    const { from, till } = periodBefore(kyiv, 'month', Date.parse('2026-11-01T04:00Z'))
    assert.deepEqual([iso(from), iso(till)], ['2026-09-30T21:00', '2026-10-31T22:00'])
    assert.equal(periodText('en', kyiv, 'month', from, till), 'October 2026')
    assert.equal(periodText('uk', kyiv, 'month', from, till), 'жовтень 2026 р.')
    const week = periodBefore(kyiv, 'week', Date.parse('2026-11-16T04:00Z'))
    assert.match(periodText('en', kyiv, 'week', week.from, week.till), /^Nov 9\s–\s15, 2026$/)
  })
})
