import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActiveHours } from '../alert.ts'
import { activeFrom, isActiveAt } from './active-hours.rules.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Clocks that are set by an hour, by half of one, at midnight or a minute after, for a month of fasting, over a day, or never. */
const zones: [timeZone: string, fromYear: number, tillYear: number][] = [
  ['Europe/Kyiv', 2026, 2027],
  ['Europe/London', 2026, 2027],
  ['America/New_York', 2026, 2027],
  ['America/Sao_Paulo', 2018, 2019],
  ['Australia/Lord_Howe', 2026, 2027],
  ['Asia/Tehran', 2021, 2022],
  ['Africa/Casablanca', 2026, 2027],
  ['Pacific/Apia', 2011, 2012],
  ['America/St_Johns', 2010, 2011],
  ['UTC', 2026, 2027],
]

/** Returns a function from a time to the local time: minutes since 1970, as if the local clock were UTC. */
function clockOf(timeZone: string): (on: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (on) => Date.parse(`${format.format(on).replace(' ', 'T')}Z`) / minuteMs
}

/** The first minutes after the clocks were set. */
function settingsOf(clock: (on: number) => number, fromYear: number, tillYear: number): number[] {
  const found: number[] = []
  const isEven = (from: number, till: number): boolean => clock(till) - clock(from) === (till - from) / minuteMs
  for (let day = Date.UTC(fromYear, 0); day < Date.UTC(tillYear, 0); day += dayMs) {
    if (isEven(day, day + dayMs)) continue
    let on = day
    while (isEven(on, on + hourMs)) on += hourMs
    while (isEven(on, on + minuteMs)) on += minuteMs
    found.push(on + minuteMs)
  }
  return found
}

const weekdayOf = (minute: number): number => ((Math.floor(minute / 1440) + 3) % 7) + 1

/** The definition: true if a local minute is in a span, which belongs to the day of its start. */
function showsActive({ spans }: ActiveHours, minute: number): boolean {
  const ofDay = minute % 1440
  return spans.some(({ days, fromMinute, tillMinute }) => {
    const isOverMidnight = tillMinute <= fromMinute
    const begunToday = days.includes(weekdayOf(minute)) && ofDay >= fromMinute && (isOverMidnight || ofDay < tillMinute)
    const begunBefore = isOverMidnight && days.includes(weekdayOf(minute - 1440)) && ofDay < tillMinute
    return begunToday || begunBefore
  })
}

/** Spans that begin or end about what the clocks show when they are set, and one far from it. */
function hoursAbout(timeZone: string, shown: number): ActiveHours[] {
  const minutes = [-30, 0, 30].map((offset) => (((shown + offset) % 1440) + 1440) % 1440)
  const days = [weekdayOf(shown - 1440), weekdayOf(shown)]
  const hours: ActiveHours[] = []
  for (const day of days) {
    for (const fromMinute of [22 * 60, ...minutes]) {
      for (const tillMinute of minutes) {
        hours.push({ timeZone, spans: [{ days: [day], fromMinute, tillMinute }] })
      }
    }
  }
  return hours
}

/** Range around a clock change in which every minute is checked, and the distance of the minutes to ask from. */
const beforeMs = 14 * hourMs
const afterMs = 14 * hourMs
const stepMinutes = 95

for (const [timeZone, fromYear, tillYear] of zones) {
  test(`${timeZone}: active hours are what its clocks show, minute by minute, when they are set and before`, () => {
    const clock = clockOf(timeZone)
    const settings = settingsOf(clock, fromYear, tillYear)
    assert.equal(settings.length > 0, timeZone !== 'UTC')
    for (const setOn of settings.length > 0 ? settings : [Date.UTC(fromYear, 5)]) {
      const from = setOn - beforeMs
      const shown = Array.from({ length: (beforeMs + afterMs) / minuteMs }, (_, place) =>
        clock(from + place * minuteMs),
      )
      for (const hours of hoursAbout(timeZone, clock(setOn))) {
        const active = shown.map((minute) => showsActive(hours, minute))
        for (let place = 0; place < active.length; place += stepMinutes) {
          const on = from + place * minuteMs
          const why = `${new Date(on).toISOString()} ${JSON.stringify(hours.spans)}`
          assert.equal(isActiveAt(hours, on), active[place], why)
          if (active[place]) continue
          const next = active.indexOf(true, place)
          const found = activeFrom(hours, on)
          if (next >= 0)
            assert.equal(new Date(found).toISOString(), new Date(from + next * minuteMs).toISOString(), why)
          else assert.ok(found >= setOn + afterMs && found <= on + 7 * dayMs, why)
        }
      }
    }
  })
}

test('a night watch is not mute for a week when the clocks go back during it', () => {
  // In the night to the 25th of October 2026 Kyiv has 03:00 till 04:00 twice, from 00:00 UTC.
  const night = { timeZone: 'Europe/Kyiv', spans: [{ days: [6], fromMinute: 22 * 60, tillMinute: 3 * 60 + 30 }] }
  const rows: [string, string | null][] = [
    ['2026-10-24T18:59:00Z', '2026-10-24T19:00:00.000Z'],
    ['2026-10-25T00:29:00Z', null],
    ['2026-10-25T00:30:20Z', '2026-10-25T01:00:00.000Z'],
    ['2026-10-25T01:29:00Z', null],
    ['2026-10-25T01:30:00Z', '2026-10-31T20:00:00.000Z'],
  ]
  for (const [text, next] of rows) {
    const on = Date.parse(text)
    assert.equal(isActiveAt(night, on), next === null, text)
    if (next !== null) assert.equal(new Date(activeFrom(night, on)).toISOString(), next, text)
  }
})

test('hours that the clocks leave out are waited for a week at a time', () => {
  const left = { timeZone: 'Europe/Kyiv', spans: [{ days: [7], fromMinute: 3 * 60, tillMinute: 3 * 60 + 30 }] }
  const on = Date.parse('2026-03-22T01:30:00Z')
  assert.equal(activeFrom(left, on), on + 7 * dayMs)
  assert.equal(new Date(activeFrom(left, on + 7 * dayMs)).toISOString(), '2026-04-05T00:00:00.000Z')
})
