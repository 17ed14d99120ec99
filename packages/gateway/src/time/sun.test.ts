import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { localTime } from './local-time.rules.ts'
import { crossings, zenithAt } from './sun.rules.ts'
import { type AstroSettings, sunDay } from './sun-day.rules.ts'

const sexagesimal = (degrees: number) => {
  const seconds = Math.round(Math.abs(degrees) * 3600)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60] as const
}

const astroOf = (lat: number, long: number, sunZenithType = 0): AstroSettings => {
  const [[latDeg, latMin, latSec], [longDeg, longMin, longSec]] = [sexagesimal(lat), sexagesimal(long)]
  const quadrant = (lat < 0 ? 2 : 0) + (long < 0 ? 1 : 0)
  return { latDeg, latMin, latSec, longDeg, longMin, longSec, quadrant, sunZenithType }
}

const sunOn = (date: string, astro: AstroSettings, timeGmt: number) =>
  sunDay(Date.parse(`${date}T12:00:00Z`) - timeGmt * 900_000, astro, (utcMs) => localTime(utcMs, timeGmt, null))

const secondsOf = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

/** `-` is none, `?` is not known. */
const isNear = (actual: number | null, text: string, withinSec: number): void => {
  if (text === '?') return
  if (actual === null || text === '-') return assert.equal(actual === null ? '-' : actual, text)
  const wrongSec = actual - secondsOf(text)
  assert.ok(Math.abs(wrongSec) <= withinSec, `${wrongSec} s from ${text}`)
}

const golden = ['2003-10-17 06:12:43 ?', '2015-01-02 07:21:55 16:47:43', '2015-08-02 05:00:27 ?']
// Sunsets there are reckoned for the day at Greenwich, which has begun: they are those of the day before.
const goldenEvenings = ['2003-10-16 ? 17:20:19', '2015-08-01 ? 19:13:58']
const tromso = ['2014-04-01 04:50 18:49', '2014-04-30 02:29 20:58', '2014-05-17 00:29 23:06']
const tromsoEdges = ['2014-05-18 00:13 -', '2014-07-25 - 23:20']
const london = ['2015-01-01 08:06 16:02', '2015-12-01 07:43 15:55', '2015-12-12 07:57 15:51', '2015-12-25 08:05 15:56']
const londonCivil = ['2015-12-01 07:04 16:34', '2015-12-12 07:17 16:31', '2015-12-25 07:25 16:36']
const londonNautical = ['2015-12-01 06:22 17:16', '2015-12-12 06:34 17:14', '2015-12-25 06:42 17:19']

describe('published sunrises and sunsets', () => {
  for (const [place, astro, timeGmt, withinSec, rows] of [
    // NREL's Solar Position Algorithm gives seconds, the US Naval Observatory and timeanddate.com minutes.
    ['Golden', astroOf(39.742476, -105.1786), -28, 20, [...golden, ...goldenEvenings]],
    ['35 S', astroOf(-35, 1 / 3600), 0, 20, ['1996-07-05 07:08:15 17:01:04', '2004-12-04 04:38:57 19:02:03']],
    ['Troms\u00f8', astroOf(69.5, 19), 4, 75, [...tromso, ...tromsoEdges]],
    ['London', astroOf(51.5, -7 / 60), 0, 60, london],
    ['London, civil', astroOf(51.5, -7 / 60, 1), 0, 60, londonCivil],
    ['London, nautical', astroOf(51.5, -7 / 60, 2), 0, 60, londonNautical],
    ['London, astronomical', astroOf(51.5, -7 / 60, 3), 0, 90, ['2016-01-06 06:02 18:10']],
  ] as const) {
    for (const row of rows) {
      test(`${place} ${row}`, () => {
        const [date = '', sunrise = '', sunset = ''] = row.split(' ')
        const sun = sunOn(date, astro, timeGmt)
        isNear(sun.sunriseSec, sunrise, withinSec)
        isNear(sun.sunsetSec, sunset, withinSec)
        assert.deepEqual([sun.isPolarDay, sun.isPolarNight], [false, false])
      })
    }
  }
})

test('a sunset after midnight is of the day that has begun; of two on one day the last counts', () => {
  const reykjavik = astroOf(64.15, -21.94)
  const midsummer = sunOn('2026-06-21', reykjavik, 0)
  isNear(midsummer.sunsetSec, '00:04', 60)
  isNear(midsummer.sunriseSec, '02:55', 60)
  const fromMs = Date.UTC(2026, 5, 29)
  const sunsets = crossings(fromMs, fromMs + 86_400_000, { lat: 64.15, long: -21.94 }, 90 + 50 / 60)
  assert.deepEqual(
    sunsets.map(({ isRise }) => isRise),
    [false, true, false],
  )
  isNear(sunOn('2026-06-29', reykjavik, 0).sunsetSec, '23:59', 60)
})

test('the height of the sun, as NREL has it', () => {
  // 2003-10-17 12:30:30 at Golden; refraction taken off.
  const zenith = zenithAt(Date.UTC(2003, 9, 17, 19, 30, 30), { lat: 39.742476, long: -105.1786 })
  assert.ok(Math.abs(zenith - (90 - 39.872046)) < 0.01)
})

describe('at a place without sunrise or sunset', () => {
  const none = { sunriseSec: null, sunsetSec: null }
  const day = { ...none, isPolarDay: true, isPolarNight: false }
  const night = { ...none, isPolarDay: false, isPolarNight: true }
  const unknown = { ...none, isPolarDay: false, isPolarNight: false }
  for (const [name, astro, date, expected] of [
    ['Troms\u00f8 in summer', astroOf(69.5, 19), '2014-06-21', day],
    ['the first day of it', astroOf(69.5, 19), '2014-05-19', day],
    ['Troms\u00f8 in winter', astroOf(69.5, 19), '2014-12-21', night],
    ['the South Pole in December', astroOf(-90, 0), '2026-12-21', day],
    ['the South Pole in June', astroOf(-90, 0), '2026-06-21', night],
    ['London never gets dark in June', astroOf(51.5, -0.1, 3), '2026-06-21', day],
    ['91 degrees north', astroOf(91, 10), '2026-06-21', unknown],
    ['90 degrees and a second', { ...astroOf(90, 10), latSec: 1 }, '2026-06-21', unknown],
    ['nobody has said where', astroOf(0, 0), '2026-06-21', unknown],
    ['nor with a quadrant', { ...astroOf(0, 0), quadrant: 3 }, '2026-06-21', unknown],
  ] as const) {
    test(name, () => assert.deepEqual(sunOn(date, astro, 4), expected))
  }
})

const dates = fc
  .integer({ min: 0, max: 36_500 })
  .map((day) => new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10))
const latitudes = fc.integer({ min: -64 * 3600, max: 64 * 3600 }).map((seconds) => seconds / 3600)
const longitudes = fc.integer({ min: -179 * 3600, max: 179 * 3600 }).map((seconds) => seconds / 3600)
/** Clocks that show about noon when it is. */
const zoneOf = (long: number): number => Math.round(long / 3.75)

test('short of the polar circles it rises before noon and sets after it, and the zeniths follow each other', () => {
  fc.assert(
    fc.property(dates, latitudes, longitudes, (date, lat, long) => {
      fc.pre(lat !== 0 || long !== 0)
      const { sunriseSec, sunsetSec, isPolarDay, isPolarNight } = sunOn(date, astroOf(lat, long), zoneOf(long))
      assert.deepEqual([isPolarDay, isPolarNight], [false, false])
      assert.ok(sunriseSec !== null && sunsetSec !== null)
      const noonSec = (sunriseSec + sunsetSec) / 2
      assert.ok(sunriseSec < sunsetSec && Math.abs(noonSec - 43_200) < 30 * 60, `${noonSec}`)
      const civil = sunOn(date, astroOf(lat, long, 1), zoneOf(long))
      if (civil.sunriseSec !== null && civil.sunriseSec < 36_000) assert.ok(civil.sunriseSec < sunriseSec)
      if (civil.sunsetSec !== null && civil.sunsetSec > 50_400) assert.ok(civil.sunsetSec > sunsetSec)
    }),
    { numRuns: 60 },
  )
})

test('half of the world away it rises when it sets here, but for what its disk and the air do', () => {
  fc.assert(
    fc.property(dates, fc.double({ min: -60, max: 60, noNaN: true }), longitudes, (date, lat, long) => {
      const fromMs = Date.parse(date)
      const here = crossings(fromMs, fromMs + 86_400_000, { lat, long }, 90)
      const there = crossings(fromMs, fromMs + 86_400_000, { lat: -lat, long: long + 180 }, 90)
      assert.equal(here.length, there.length)
      for (const [i, { atMs, isRise }] of here.entries()) {
        assert.ok(Math.abs(atMs - (there[i]?.atMs ?? 0)) < 1000)
        assert.notEqual(isRise, there[i]?.isRise)
      }
    }),
    { numRuns: 60 },
  )
})

test('at any place the sun rises or sets, or it is polar day or polar night', () => {
  const everywhere = fc.integer({ min: -90 * 3600, max: 90 * 3600 }).map((seconds) => seconds / 3600)
  const zone = fc.integer({ min: -96, max: 96 })
  fc.assert(
    fc.property(dates, everywhere, longitudes, zone, fc.constantFrom(0, 1, 2, 3), (date, lat, long, timeGmt, type) => {
      fc.pre(lat !== 0 || long !== 0)
      const { sunriseSec, sunsetSec, isPolarDay, isPolarNight } = sunOn(date, astroOf(lat, long, type), timeGmt)
      const kinds = [sunriseSec !== null || sunsetSec !== null, isPolarDay, isPolarNight]
      assert.equal(kinds.filter(Boolean).length, 1)
      for (const sec of [sunriseSec, sunsetSec]) assert.ok(sec === null || (sec >= 0 && sec < 86_400))
    }),
    { numRuns: 150 },
  )
})
