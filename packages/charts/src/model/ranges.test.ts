import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityOf, momentAt, momentOfText, offsetText, wallOf, wallText } from '@busbar/ui/wall-time'
import * as fc from 'fast-check'
import { calendarRange, shiftMs, weeksOf } from './ranges.ts'

const zone = 'Europe/Kyiv'
const at = (text: string): number => Date.parse(text)
// A Sunday, half past four in the afternoon.
const now = at('2026-11-15T14:30Z')

for (const [name, from, till] of [
  ['today', '2026-11-14T22:00Z', null],
  ['yesterday', '2026-11-13T22:00Z', '2026-11-14T22:00Z'],
  ['this-week', '2026-11-08T22:00Z', null],
  ['last-week', '2026-11-01T22:00Z', '2026-11-08T22:00Z'],
  ['this-month', '2026-10-31T22:00Z', null],
  // Clocks went back on 25 October.
  ['last-month', '2026-09-30T21:00Z', '2026-10-31T22:00Z'],
  ['this-year', '2025-12-31T22:00Z', null],
] as const) {
  test(`${name} is of the calendar of the zone`, () => {
    const range = calendarRange(name, now, zone)
    assert.equal(range.till, till === null ? null : at(till))
    assert.equal((range.till ?? now) - range.spanMs, at(from))
  })
}

const hourMs = 3_600_000
const view = (from: string) => ({ from: at(from), till: at(from) + 6 * hourMs })

for (const [comparison, from, hours] of [
  ['period', '2026-11-15T00:00Z', 6],
  ['day', '2026-11-15T00:00Z', 24],
  // 00:00 of the day after the clocks went back is 25 hours later.
  ['day', '2026-10-25T22:00Z', 25],
  ['week', '2026-11-15T00:00Z', 168],
  ['month', '2026-11-15T00:00Z', 31 * 24 + 1],
  ['year', '2026-11-15T00:00Z', 365 * 24],
] as const) {
  test(`the ${comparison} before ${from} is ${hours} hours earlier`, () =>
    assert.equal(shiftMs(comparison, view(from), zone) / hourMs, hours))
}

test('a wall clock and a moment lead to each other, in every zone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('1990-01-01'), max: at('2040-01-01') }),
      fc.constantFrom('Europe/Kyiv', 'Europe/Warsaw', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'),
      (ms, where) => {
        const wall = wallOf(ms, where)
        const back = momentAt(wall, where)
        assert.deepEqual(wallOf(back, where), wall)
        // Twice a year a time is there twice.
        assert.ok(Math.abs(back - ms) < 60_000 || Math.abs(back - ms) <= hourMs + 60_000)
        assert.equal(momentOfText(wallText(ms, where), where), back)
      },
    ),
  )
})

test('a time that the spring leaves out is later, and what is no time is none', () => {
  assert.equal(momentOfText('2026-03-29T03:30', zone), at('2026-03-29T01:30Z'))
  assert.equal(momentOfText('yesterday', zone), null)
})

test('zones are called as people do', () => {
  assert.equal(cityOf('America/Argentina/Buenos_Aires'), 'Buenos Aires')
  assert.equal(cityOf('Europe/Kiev'), 'Kyiv')
  assert.deepEqual(
    [zone, 'America/St_Johns', 'UTC'].map((one) => offsetText(now, one)),
    ['+2', '−3:30', '+0'],
  )
})

test('a month is in weeks from Monday on', () => {
  const weeks = weeksOf(2026, 11)
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, 1])
  assert.deepEqual(weeks.at(-1), [30, null, null, null, null, null, null])
  assert.equal(weeks.flat().filter((day) => day !== null).length, 30)
})
