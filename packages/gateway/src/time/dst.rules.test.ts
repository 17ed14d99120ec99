import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { isDstAt } from './dst.rules.ts'
import { type ManualDst, ruleOf } from './dst-countries.ts'
import { localTime } from './local-time.rules.ts'

const ukrainian = { fwdMonth: 3, fwdWeek: 6, fwdDow: 7, fwdHour: 3, bwdMonth: 10, bwdWeek: 6, bwdDow: 7, bwdHour: 4 }
const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Offset from the time zone database of the system. */
const zone = (name: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  return (utcMs: number): string => format.format(utcMs).replace(',', '')
}

const shown = (utcMs: number, timeGmt: number, tsMode: number | null, manual: ManualDst = ukrainian): string => {
  const { date, time } = localTime(utcMs, timeGmt, ruleOf(tsMode, manual))
  return `${date} ${time}`
}

/** The instants at which a clock of that zone jumps, to the second. */
const jumpsOf = (name: string, fromYear: number, toYear: number): number[] => {
  const at = zone(name)
  const aheadMs = (utcMs: number): number => Date.parse(`${at(utcMs).replace(' ', 'T')}Z`) - utcMs
  const jumps: number[] = []
  for (let dayAt = Date.UTC(fromYear, 0, 1); dayAt < Date.UTC(toYear + 1, 0, 1); dayAt += dayMs) {
    const before = aheadMs(dayAt)
    if (before === aheadMs(dayAt + dayMs)) continue
    let [low, high] = [dayAt, dayAt + dayMs]
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000
      if (aheadMs(middle) === before) low = middle
      else high = middle
    }
    jumps.push(high)
  }
  return jumps
}

const stable = [2010, 2035] as const

describe('as in the table of time zones: each change, a second before and after, and every month', () => {
  for (const [name, tsMode, timeGmt, [from, to], jumpCount] of [
    ['Europe/London', 2, 0, stable, 52],
    ['Europe/Berlin', 3, 4, stable, 52],
    ['Europe/Athens', 4, 8, stable, 52],
    ['Europe/Rome', 6, 4, stable, 52],
    ['Europe/Warsaw', 8, 4, stable, 52],
    ['Europe/Lisbon', 9, 0, stable, 52],
    ['Atlantic/Azores', 9, -4, stable, 52],
    ['America/New_York', 10, -20, stable, 52],
    ['America/Los_Angeles', 10, -32, stable, 52],
    ['America/Anchorage', 10, -36, stable, 52],
    ['Europe/Kyiv', 12, 8, stable, 52],
    ['Europe/Helsinki', 13, 8, stable, 52],
    ['Europe/Paris', 14, 4, stable, 52],
    // Zones that abolished summer time, tested from the year after.
    ['America/Sao_Paulo', 1, -12, [2020, 2035], 0],
    ['Asia/Amman', 5, 12, [2023, 2035], 0],
    ['Africa/Windhoek', 7, 8, [2018, 2035], 0],
    ['Europe/Istanbul', 11, 12, [2017, 2035], 0],
    // And those that are not in the list, told by hand.
    [
      'Australia/Sydney',
      { fwdMonth: 10, fwdWeek: 1, fwdDow: 7, fwdHour: 2, bwdMonth: 4, bwdWeek: 1, bwdDow: 7, bwdHour: 3 },
      40,
      stable,
      52,
    ],
    [
      'America/Asuncion',
      { fwdMonth: 10, fwdWeek: 1, fwdDow: 7, fwdHour: 0, bwdMonth: 3, bwdWeek: 4, bwdDow: 7, bwdHour: 0 },
      -16,
      [2014, 2023],
      20,
    ],
    ['Europe/Kyiv', ukrainian, 8, stable, 52],
  ] as const) {
    test(`${name} ${from}-${to}`, () => {
      const at = zone(name)
      const ours = (utcMs: number): string =>
        typeof tsMode === 'number' ? shown(utcMs, timeGmt, tsMode) : shown(utcMs, timeGmt, 15, tsMode)
      const jumps = jumpsOf(name, from, to)
      assert.equal(jumps.length, jumpCount)
      const months = Array.from({ length: (to - from + 1) * 12 }, (_, i) => Date.UTC(from, i, 15, 12))
      for (const utcMs of jumps.flatMap((jumpMs) => [jumpMs - 1000, jumpMs, jumpMs + 1000])) months.push(utcMs)
      for (const utcMs of months) assert.equal(ours(utcMs), at(utcMs))
    })
  }
})

describe('manually', () => {
  const rule = (changes: Partial<ManualDst>): ManualDst => ({ ...ukrainian, ...changes })
  for (const [name, manual, utc, local, isDst] of [
    ['before the first hour of summer', rule({}), '2026-03-29T00:59:59Z', '2026-03-29 02:59:59', false],
    ['the first hour of summer', rule({}), '2026-03-29T01:00:00Z', '2026-03-29 04:00:00', true],
    ['the last second of summer', rule({}), '2026-10-25T00:59:59Z', '2026-10-25 03:59:59', true],
    ['that hour once more', rule({}), '2026-10-25T01:00:00Z', '2026-10-25 03:00:00', false],
    [
      'week 5 of four is the last',
      rule({ fwdWeek: 5, fwdMonth: 2 }),
      '2026-02-22T01:00:00Z',
      '2026-02-22 04:00:00',
      true,
    ],
    ['week 5 of five', rule({ fwdWeek: 5 }), '2026-03-29T01:00:00Z', '2026-03-29 04:00:00', true],
    ['week 4 of five', rule({ fwdWeek: 4 }), '2026-03-22T01:00:00Z', '2026-03-22 04:00:00', true],
    [
      'the first Monday, which is the 1st',
      rule({ fwdMonth: 6, fwdWeek: 1, fwdDow: 1 }),
      '2026-06-01T01:00:00Z',
      '2026-06-01 04:00:00',
      true,
    ],
    [
      'the second before it',
      rule({ fwdMonth: 6, fwdWeek: 1, fwdDow: 1 }),
      '2026-06-01T00:59:59Z',
      '2026-06-01 02:59:59',
      false,
    ],
    [
      'summer over the new year',
      rule({ fwdMonth: 9, bwdMonth: 4 }),
      '2026-12-31T22:30:00Z',
      '2027-01-01 01:30:00',
      true,
    ],
    ['and its end', rule({ fwdMonth: 9, bwdMonth: 4 }), '2027-06-01T00:00:00Z', '2027-06-01 02:00:00', false],
    [
      'on the first day of a year',
      rule({ fwdMonth: 1, fwdWeek: 1, fwdDow: 5, fwdHour: 0 }),
      '2026-12-31T22:00:00Z',
      '2027-01-01 01:00:00',
      true,
    ],
  ] as const) {
    test(`${name}: ${utc} is ${local}`, () => {
      const utcMs = Date.parse(utc)
      assert.equal(shown(utcMs, 8, 15, manual), local)
      assert.equal(localTime(utcMs, 8, ruleOf(15, manual)).isDst, isDst)
    })
  }
})

const moment = {
  month: fc.integer({ min: 1, max: 12 }),
  week: fc.integer({ min: 1, max: 6 }),
  dow: fc.integer({ min: 1, max: 7 }),
}
const yearly = fc.record({ ...moment, hour: fc.integer({ min: 0, max: 23 }) })
const anyRule = fc.record({
  forward: yearly,
  backward: yearly,
  hours: fc.constantFrom('utc' as const, 'local' as const),
})
const anyGmt = fc.integer({ min: -96, max: 96 })
const anyTime = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) })

test('local time is ahead by timeGmt, and by an hour more in summer', () => {
  fc.assert(
    fc.property(anyTime, anyGmt, anyRule, (utcMs, timeGmt, rule) => {
      const { date, time, daySec, isDst } = localTime(utcMs, timeGmt, rule)
      const wallMs = Date.parse(`${date}T${time}Z`)
      assert.equal(wallMs, Math.floor(utcMs / 1000) * 1000 + timeGmt * 900_000 + (isDst ? hourMs : 0))
      assert.equal(daySec, (wallMs % dayMs) / 1000)
      assert.equal(localTime(utcMs, timeGmt, null).isDst, false)
    }),
  )
})

test('a year has one summer, in the south too', () => {
  const inOtherMonths = anyRule.filter(({ forward, backward }) => forward.month !== backward.month)
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2099 }), anyGmt, inOtherMonths, (year, timeGmt, rule) => {
      const months = Array.from({ length: 12 }, (_, i) => Date.UTC(year, i, 15))
      const seasons = months.map((utcMs) => isDstAt(utcMs, timeGmt * 900_000, rule))
      assert.ok(seasons.filter((isDst, i) => isDst && !seasons.at(i - 1)).length <= 1, seasons.join())
    }),
  )
})

test('just before a change to summer it is winter, and just after it summer', () => {
  const apart = anyRule.filter(({ forward, backward }) => Math.abs(forward.month - backward.month) % 10 > 1)
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2099 }), anyGmt, apart, (year, timeGmt, rule) => {
      const standardMs = timeGmt * 900_000
      const is = (utcMs: number): boolean => isDstAt(utcMs, standardMs, rule)
      const { month } = rule.forward
      const startMs = Date.UTC(year, month - 1, 1) - 2 * dayMs
      const hours = Array.from({ length: 36 * 24 * 4 }, (_, i) => startMs + i * (hourMs / 4))
      const turnsAt = hours.findIndex(is)
      assert.ok(turnsAt > 0)
      assert.ok(hours.slice(turnsAt).every(is))
      const { date, time } = localTime((hours[turnsAt] ?? 0) - 1, timeGmt, rule)
      const before = new Date(Date.parse(`${date}T${time}Z`) + 1000)
      if (rule.hours === 'local') assert.equal(before.getUTCHours(), rule.forward.hour)
      if (rule.hours === 'local') assert.equal(before.getUTCDay() || 7, rule.forward.dow)
    }),
    { numRuns: 30 },
  )
})
