import type { Clock } from '../state/preferences.ts'
import type { Decimals } from './decimals.rules.ts'
import { clockForm } from './locale.rules.ts'
import { numberText } from './numbers.ts'

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const
const nearMs = 10_000
const weekMs = 6 * 86_400_000

export interface Format {
  /** With all digits that a text has; the unit after a space that does not break. */
  number: (value: number | string, unit?: string) => string
  /** With so many decimals, whatever the text has; the unit after a space that does not break. */
  decimal: (value: number | string, decimals: Decimals, unit?: string) => string
  /** Of a part from 0 to 1, the sign after a space that does not break, as units are; whole unless told. */
  percent: (part: number, decimals?: number) => string
  /** Date and time, in the zone. */
  time: (iso: string) => string
  /** The same for programs and disputes: ISO 8601 with the zone's name. */
  exact: (iso: string) => string
  /** In a few words, in the zone: the time of today, the day of this week, else the date. */
  moment: (iso: string, now: number) => string
  /** How long before or after `now`. */
  ago: (iso: string, now: number) => string
  /** 85 ms, 1.2 s. */
  duration: (ms: number) => string
  /** How long something went on: 42 sec, 2 hr 5 min. */
  span: (ms: number) => string
}

export interface FormatOptions {
  /** With a region where one is known: it says how dates and numbers look. */
  locale: string
  clock: Clock
  /** An IANA name. */
  zone: string
}

const withUnit = (text: string, unit: string | undefined): string =>
  unit === undefined || unit === '' ? text : `${text}\u00a0${unit}`

export const createFormat = ({ locale, clock: choice, zone: timeZone }: FormatOptions): Format => {
  const numbers = numberText(locale, { maximumFractionDigits: 12 })
  const clock = { ...clockForm(locale, choice), timeZone }
  const { hourCycle } = clock
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle, timeZone })
  const today = new Intl.DateTimeFormat(locale, { ...clock, second: '2-digit' })
  const thisWeek = new Intl.DateTimeFormat(locale, { ...clock, weekday: 'short' })
  const thisYear = new Intl.DateTimeFormat(locale, { ...clock, day: 'numeric', month: 'short' })
  const longAgo = new Intl.DateTimeFormat(locale, { ...clock, day: 'numeric', month: 'short', year: 'numeric' })
  const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const withDecimals = new Map<string, ReturnType<typeof numberText>>()
  const fixed = (min: number, max: number): ReturnType<typeof numberText> => {
    const known = withDecimals.get(`${min} ${max}`)
    if (known !== undefined) return known
    const made = numberText(locale, { minimumFractionDigits: min, maximumFractionDigits: max })
    withDecimals.set(`${min} ${max}`, made)
    return made
  }
  const unitOf = (unit: string) =>
    numberText(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  const [milliseconds, seconds] = [unitOf('millisecond'), unitOf('second')]
  const whole = steps.map(([unit, unitMs]) => [unitMs, unitOf(unit)] as const)
  const exact = exactIn(timeZone)
  return {
    number: (value, unit) => withUnit(numbers(value), unit),
    decimal: (value, { min, max }, unit) => withUnit(fixed(min, max)(value), unit),
    percent: (part, decimals = 0) => withUnit(fixed(0, decimals)(part * 100), '%'),
    time: (iso) => times.format(new Date(iso)),
    exact,
    moment(iso, now) {
      const [on, current] = [new Date(iso), new Date(now)]
      const [day, ofToday] = [days.format(on), days.format(current)]
      if (day === ofToday) return today.format(on)
      if (Math.abs(now - on.getTime()) < weekMs) return thisWeek.format(on)
      return (day.slice(0, 4) === ofToday.slice(0, 4) ? thisYear : longAgo).format(on)
    },
    ago(iso, now) {
      const ms = Date.parse(iso) - now
      if (Math.abs(ms) < nearMs) return distances.format(0, 'second')
      const [unit, unitMs] = steps.find(([, oneMs]) => Math.abs(ms) >= oneMs) ?? ['second', 1000]
      return distances.format(Math.trunc(ms / unitMs), unit)
    },
    duration: (ms) => (ms < 1000 ? milliseconds(Math.round(ms)) : seconds(ms / 1000)),
    span(ms) {
      const at = whole.findIndex(([unitMs]) => ms >= unitMs)
      const [big, small] = at === -1 ? [whole.at(-1)] : [whole[at], whole[at + 1]]
      if (big === undefined) return ''
      const text = big[1](Math.trunc(ms / big[0]))
      const rest = small === undefined ? 0 : Math.trunc((ms % big[0]) / small[0])
      return small === undefined || rest === 0 ? text : `${text} ${small[1](rest)}`
    },
  }
}

/** 2026-11-16T14:36:02+02:00 Europe/Kyiv */
const exactIn = (timeZone: string): ((iso: string) => string) => {
  const form = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const shift = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (iso) => {
    const on = new Date(iso)
    const offset = shift
      .formatToParts(on)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.slice('GMT'.length)
    return `${form.format(on).replace(' ', 'T')}${offset || '+00:00'} ${timeZone}`
  }
}
