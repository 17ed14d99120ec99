import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { PlannedWindow, WindowRule } from '../holds.ts'
import { nextOccurrences, windowTill } from './maintenance.rules.ts'

const minuteMs = 60_000
const windowOf = (timeZone: string, rule: WindowRule): PlannedWindow => ({
  id: 1,
  name: 'Service',
  reason: null,
  timeZone,
  rule,
})
const weekly = (days: number[], from: number, till: number): WindowRule => ({
  kind: 'weekly',
  days,
  fromMinute: from * 60,
  tillMinute: till * 60,
})
const monthly = (nth: number, day: number, from: number, till: number): WindowRule => ({
  kind: 'monthly',
  nth,
  day,
  fromMinute: from * 60,
  tillMinute: till * 60,
})
const iso = (on: number): string => new Date(on).toISOString().replace(':00.000Z', 'Z')

test('the next three times are by the clocks of the place', () => {
  const rows: [string, WindowRule, string, string[]][] = [
    // In Kyiv the clocks go back in the night to the 25th of October 2026: three hours of winter time, one of them twice.
    [
      'Europe/Kyiv',
      weekly([6, 7], 2, 5),
      '2026-10-23T00:00Z',
      ['2026-10-23T23:00Z/02:00', '2026-10-24T23:00Z/03:00', '2026-10-31T00:00Z/03:00'],
    ],
    // The window spans the 29th of March, when the clock skips an hour.
    [
      'Europe/Kyiv',
      weekly([7], 3, 5),
      '2026-03-27T00:00Z',
      ['2026-03-29T01:00Z/02:00', '2026-04-05T00:00Z/02:00', '2026-04-12T00:00Z/02:00'],
    ],
    [
      'UTC',
      weekly([1], 22, 6),
      '2026-11-17T05:00Z',
      ['2026-11-16T22:00Z/06:00', '2026-11-23T22:00Z/06:00', '2026-11-30T22:00Z/06:00'],
    ],
    [
      'UTC',
      monthly(2, 2, 8, 10),
      '2026-11-16T00:00Z',
      ['2026-12-08T08:00Z/10:00', '2027-01-12T08:00Z/10:00', '2027-02-09T08:00Z/10:00'],
    ],
    // The last Saturday of a month may go on into the next.
    [
      'UTC',
      monthly(-1, 6, 22, 2),
      '2026-10-31T23:00Z',
      ['2026-10-31T22:00Z/02:00', '2026-11-28T22:00Z/02:00', '2026-12-26T22:00Z/02:00'],
    ],
  ]
  for (const [zone, rule, on, expected] of rows) {
    const found = nextOccurrences(windowOf(zone, rule), Date.parse(on), 3)
    assert.deepEqual(
      found.map(({ from, till }) => `${iso(from)}/${iso(till).slice(11, 16)}`),
      expected,
    )
  }
  const once: WindowRule = { kind: 'once', from: 1000, till: 2000 }
  assert.deepEqual(nextOccurrences(windowOf('UTC', once), 1500, 3), [{ from: 1000, till: 2000 }])
  assert.deepEqual(nextOccurrences(windowOf('UTC', once), 2000, 3), [])
})

/** Returns a function that checks if a window starts on a day, by searching each month once. */
const daysOf = (rule: Exclude<WindowRule, { kind: 'once' }>) => {
  const known = new Map<string, boolean>()
  const isDay = (date: Temporal.PlainDate): boolean => {
    if (rule.kind === 'weekly') return rule.days.includes(date.dayOfWeek)
    if (date.dayOfWeek !== rule.day) return false
    const same = Array.from({ length: date.daysInMonth }, (_, place) => place + 1).filter(
      (day) => date.with({ day }).dayOfWeek === rule.day,
    )
    return (rule.nth === -1 ? same.at(-1) : same[rule.nth - 1]) === date.day
  }
  return (date: Temporal.PlainDate): boolean => {
    const name = date.toString()
    const is = known.get(name) ?? isDay(date)
    known.set(name, is)
    return is
  }
}

/** The reference: the local time of each minute, and the literal rule. */
function isWithinPlainly(
  zone: string,
  { fromMinute, tillMinute }: Exclude<WindowRule, { kind: 'once' }>,
  isBegunOn: (date: Temporal.PlainDate) => boolean,
  on: number,
): boolean {
  const shown = Temporal.Instant.fromEpochMilliseconds(on).toZonedDateTimeISO(zone)
  const minute = shown.hour * 60 + shown.minute
  const today = shown.toPlainDate()
  if (tillMinute > fromMinute) return isBegunOn(today) && minute >= fromMinute && minute < tillMinute
  if (minute >= fromMinute) return isBegunOn(today)
  return minute < tillMinute && isBegunOn(today.subtract({ days: 1 }))
}

/** Around settings of the clocks: by an hour, by half of one, at midnight; and where they are never set. */
const places = [
  ['Europe/Kyiv', '2026-03-27T20:00Z'],
  ['Europe/Kyiv', '2026-10-23T20:00Z'],
  ['America/New_York', '2026-10-31T00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T12:00Z'],
  ['America/Havana', '2026-03-07T00:00Z'],
  ['Asia/Kathmandu', '2026-02-27T00:00Z'],
] as const

test('windows are what the clocks show, minute by minute, whenever these are set', () => {
  const minute = fc.oneof(fc.constantFrom(0, 60, 90, 120, 150, 180), fc.nat(1439))
  const hours = { fromMinute: minute, tillMinute: fc.oneof(minute, fc.constant(1440)) }
  const rule = fc.oneof(
    fc.record({
      kind: fc.constant('weekly' as const),
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      ...hours,
    }),
    fc.record({
      kind: fc.constant('monthly' as const),
      nth: fc.constantFrom(1, 2, 3, 4, -1),
      day: fc.integer({ min: 1, max: 7 }),
      ...hours,
    }),
  )
  const agrees = (
    [zone, start]: readonly [string, string],
    given: typeof rule extends fc.Arbitrary<infer R> ? R : never,
  ) => {
    const window = windowOf(zone, given)
    const from = Date.parse(start)
    const isBegunOn = daysOf(given)
    const plainly = Array.from({ length: 3 * 1440 }, (_, place) =>
      isWithinPlainly(zone, given, isBegunOn, from + place * minuteMs),
    )
    for (let place = 0; place < 2 * 1440; place += 37) {
      const on = from + place * minuteMs + 30_000
      const till = windowTill(window, on)
      assert.equal(till !== null, plainly[place], iso(on - 30_000))
      const end = plainly.indexOf(false, place)
      if (till !== null && end !== -1) assert.equal(iso(till), iso(from + end * minuteMs))
    }
    const [first] = nextOccurrences(window, from, 1)
    const begins = plainly.indexOf(true)
    if (begins > 0) assert.equal(iso(first?.from ?? 0), iso(from + begins * minuteMs))
    else if (begins === -1) assert.ok((first?.from ?? 0) >= from + plainly.length * minuteMs)
  }
  fc.assert(fc.property(fc.constantFrom(...places), rule, agrees), { numRuns: 30 })
})
