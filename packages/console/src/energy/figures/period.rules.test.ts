import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import {
  addMonths,
  comparedWith,
  dayAt,
  instantsOf,
  type Period,
  periodOf,
  samePart,
  searchOf,
  startOfDay,
  stepped,
} from './period.rules.ts'

const zones = ['UTC', 'Europe/Kyiv', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Beirut']
const today = '2026-11-15'
const iso = (ms: number): string => new Date(ms).toISOString()
const text = ({ from, till }: Period): string => `${from} ${till}`

describe('days of a place', () => {
  test('begin as in the calendar', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2000-01-02'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (zone, date) => {
          const day = date.toISOString().slice(0, 10)
          const begin = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
          assert.equal(startOfDay(zone, day), begin)
          assert.equal(dayAt(zone, begin), day)
        },
      ),
      { numRuns: 200 },
    ))

  test('of another month is the last one where it is shorter', () => {
    assert.equal(addMonths('2026-03-31', -1), '2026-02-28')
    assert.equal(addMonths('2024-02-29', -12), '2023-02-28')
  })
})

describe('a period', () => {
  for (const [search, gives] of [
    [{}, '2026-11-01 2026-12-01'],
    [{ p: 'day' }, '2026-11-15 2026-11-16'],
    [{ p: 'week' }, '2026-11-09 2026-11-16'],
    [{ p: 'week', on: '2026-11-15' }, '2026-11-09 2026-11-16'],
    [{ p: 'month', on: '2026-02' }, '2026-02-01 2026-03-01'],
    [{ p: 'year', on: 2024 }, '2024-01-01 2025-01-01'],
    [{ p: 'span', on: '2026-11-03', to: '2026-11-05' }, '2026-11-03 2026-11-06'],
    [{ p: 'span', on: '2026-11-03', to: '2026-11-01' }, '2026-11-03 2026-11-04'],
    [{ p: 'month', on: 'rubbish' }, '2026-11-01 2026-12-01'],
    [{ p: 'month', on: '2026-13' }, '2026-11-01 2026-12-01'],
  ] as const) {
    test(`${JSON.stringify(search)} is ${gives}`, () => {
      const period = periodOf(search, today)
      assert.equal(text(period), gives)
      assert.deepEqual(periodOf(searchOf(period), today), period, 'the address holds it')
    })
  }

  for (const [search, before, year] of [
    [{ p: 'day' }, '2026-11-14 2026-11-15', '2025-11-16 2025-11-17'],
    [{ p: 'week' }, '2026-11-02 2026-11-09', '2025-11-10 2025-11-17'],
    [{ p: 'month', on: '2026-03' }, '2026-02-01 2026-03-01', '2025-03-01 2025-04-01'],
    [{ p: 'year', on: 2026 }, '2025-01-01 2026-01-01', '2025-01-01 2026-01-01'],
    [{ p: 'span', on: '2026-11-03', to: '2026-11-05' }, '2026-10-31 2026-11-03', '2025-11-03 2025-11-06'],
  ] as const) {
    test(`${JSON.stringify(search)} is compared with ${before}, and a year ago ${year}`, () => {
      const period = periodOf(search, today)
      assert.deepEqual([text(comparedWith(period, 'before')), text(comparedWith(period, 'year'))], [before, year])
      assert.deepEqual(stepped(stepped(period, -1), 1), period)
    })
  }

  test('that is running ends at the last complete quarter-hour, and is compared with the same part', () => {
    const period = periodOf({}, today)
    const shown = instantsOf('Europe/Kyiv', period, Date.parse('2026-11-15T12:17:00Z'))
    assert.deepEqual([iso(shown.from), iso(shown.till)], ['2026-10-31T22:00:00.000Z', '2026-11-15T12:00:00.000Z'])
    const other = samePart('Europe/Kyiv', period, shown, comparedWith(period, 'before'))
    // In October it was summer: two in the afternoon is an hour earlier.
    assert.deepEqual([iso(other.from), iso(other.till)], ['2026-09-30T21:00:00.000Z', '2026-10-15T11:00:00.000Z'])
  })

  test('of the 31st has no counterpart in a shorter month, which is used as a whole', () => {
    const period = periodOf({ p: 'month', on: '2026-03' }, today)
    const shown = instantsOf('UTC', period, Date.parse('2026-03-31T12:17:00Z'))
    const other = samePart('UTC', period, shown, comparedWith(period, 'before'))
    assert.deepEqual([iso(other.from), iso(other.till)], ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'])
  })
})
