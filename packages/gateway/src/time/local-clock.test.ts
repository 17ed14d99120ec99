import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocalClock, type LocalSettings } from './local-clock.ts'

const kyiv: LocalSettings = {
  timeGmt: 8,
  tsMode: 12,
  tsManual: { fwdMonth: 3, fwdWeek: 6, fwdDow: 7, fwdHour: 3, bwdMonth: 10, bwdWeek: 6, bwdDow: 7, bwdHour: 4 },
  astro: { latDeg: 50, latMin: 27, latSec: 0, longDeg: 30, longMin: 31, longSec: 24, quadrant: 0, sunZenithType: 0 },
}

const start = () => {
  let [utcMs, settings] = [0, kyiv]
  const clock = new LocalClock({ now: () => new Date(utcMs), settings: () => settings })
  return {
    at: (utc: string, others: Partial<LocalSettings> = {}): LocalClock => {
      utcMs = Date.parse(utc)
      if (Object.keys(others).length > 0) settings = { ...settings, ...others }
      return clock
    },
  }
}

test('returns local time in summer and in winter', () => {
  const { at } = start()
  const rest = { date: '2026-07-01', time: '12:00:00', daySec: 43_200, isDst: true }
  assert.deepEqual(at('2026-07-01T09:00:00.999Z').localNow(), { utcMs: Date.UTC(2026, 6, 1, 9, 0, 0, 999), ...rest })
  assert.equal(at('2026-12-31T22:30:00Z').localNow().date, '2027-01-01')
})

test("returns the sun's times in local time", () => {
  const { at } = start()
  const winter = at('2026-03-28T10:00:00Z').sun()
  const summer = at('2026-03-29T10:00:00Z').sun()
  const gained = (summer.sunriseSec ?? 0) - (winter.sunriseSec ?? 0)
  assert.ok(gained > 3300 && gained < 3600, `${gained}`)
  assert.equal(winter.sunriseSec === null ? null : Math.floor(winter.sunriseSec / 3600), 5)
})

test('the sun is reckoned once for a day and its settings', () => {
  const { at } = start()
  const first = at('2026-03-28T10:00:00Z').sun()
  assert.equal(at('2026-03-28T21:59:59Z').sun(), first)
  assert.notDeepEqual(at('2026-03-28T10:00:00Z', { timeGmt: 12 }).sun(), first)
  assert.notDeepEqual(at('2026-03-28T22:00:00Z').sun(), at('2026-03-29T22:00:00Z').sun())
})

test('at whatever hour it is asked, the day has the same sun, on the days of a change too', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-06-21']) {
    const midnightMs = Date.parse(`${day}T00:00:00Z`) - 3 * 3_600_000
    const suns = new Set<string>()
    for (let quarter = 0; quarter < 27 * 4; quarter++) {
      const clock = start().at(new Date(midnightMs + quarter * 900_000).toISOString())
      if (clock.localNow().date === day) suns.add(JSON.stringify(clock.sun()))
    }
    const seconds = [...suns].map((text) => (JSON.parse(text) as { sunriseSec: number }).sunriseSec)
    assert.ok(Math.max(...seconds) - Math.min(...seconds) <= 1, seconds.join())
  }
})
