import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '@busbar/ui/locale'
import { isHalfDay, localeOf } from '@busbar/ui/locale'
import { createFormat } from './use-format.ts'

const now = Date.UTC(2026, 10, 16, 12, 36, 2)
const iso = new Date(now).toISOString()
const zone = 'Europe/Kyiv'
/** As it is read: which space it is, is not seen. */
const seen = (text: string): string => text.replaceAll(/\s/gu, ' ')

for (const [locale, number, today, week, date] of [
  ['en-GB', '−1 154.25', '14:36:02', 'Fri 14:36', '2 Nov, 14:36'],
  ['en-US', '−1 154.25', '2:36:02 PM', 'Fri 2:36 PM', 'Nov 2, 2:36 PM'],
  ['pl', '−1 154,25', '14:36:02', 'pt., 14:36', '2 lis, 14:36'],
  ['ru', '−1 154,25', '14:36:02', 'пт 14:36', '2 нояб., 14:36'],
  ['uk', '−1 154,25', '14:36:02', 'пт 14:36', '2 лист., 14:36'],
] as const) {
  test(`numbers and times of ${locale}`, () => {
    const format = createFormat({ locale, clock: 'browser', zone })
    const before = (days: number): string => new Date(now - days * 86_400_000).toISOString()
    assert.equal(seen(format.number('-1154.25')), number)
    assert.equal(seen(format.moment(iso, now)), today)
    assert.deepEqual([seen(format.moment(before(3), now)), seen(format.moment(before(14), now))], [week, date])
  })
}

for (const [locale, clock, text] of [
  ['en-US', '24', '14:36:02'],
  ['en-GB', '12', '2:36:02 pm'],
  ['pl', '12', '2:36:02 PM'],
  ['uk', '24', '14:36:02'],
] as const satisfies readonly (readonly [string, Clock, string])[]) {
  test(`${clock} hours in ${locale}`, () =>
    assert.equal(seen(createFormat({ locale, clock, zone }).moment(iso, now)), text))
}

test('thousands have a thin space, which does not break, before a unit too', () => {
  const { number, decimal, percent } = createFormat({ locale: 'en-US', clock: 'browser', zone })
  assert.equal(number(1_234_567.5, 'kWh'), '1\u202f234\u202f567.5\u00a0kWh')
  assert.equal(decimal('-14.06', { min: 1, max: 1 }, '°C'), '\u221214.1\u00a0°C')
  assert.equal(number('0.123456789012'), '0.123456789012')
  assert.deepEqual([percent(0.5), percent(0.3879, 1)], ['50\u00a0%', '38.8\u00a0%'])
})

test('exactly: ISO, with the offset and the name of the zone', () => {
  const { exact } = createFormat({ locale: 'uk', clock: '12', zone })
  assert.equal(exact(iso), '2026-11-16T14:36:02+02:00 Europe/Kyiv')
  assert.equal(exact('2026-07-16T00:00:00Z'), '2026-07-16T03:00:00+03:00 Europe/Kyiv')
  assert.equal(createFormat({ locale: 'en', clock: '24', zone: 'UTC' }).exact(iso), '2026-11-16T12:36:02+00:00 UTC')
})

for (const [language, tags, locale, isHalf] of [
  ['en', ['en-US', 'en'], 'en-US', true],
  ['en', ['pl-PL', 'pl'], 'en-GB', false],
  ['en', ['en'], 'en-GB', false],
  ['pl', ['en-US', 'pl-PL'], 'pl-PL', false],
  ['uk', ['ru-UA'], 'uk', false],
] as const) {
  test(`${language} in a browser of ${tags.join(', ')} is as in ${locale}`, () => {
    assert.equal(localeOf(language, tags), locale)
    assert.equal(isHalfDay(locale, 'browser'), isHalf)
  })
}
