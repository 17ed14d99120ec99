import { type Clock, clockForm, type Locale, localeOf } from '@busbar/ui/locale'
import { createQuantityFormat, numberText, type QuantityFormat } from '@busbar/ui/quantity'
import { useMemo } from 'react'
import { useClock, useLanguage, useOwnZone } from '../state/preferences.ts'

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const
const nearMs = 10_000
const weekMs = 6 * 86_400_000

interface Format extends QuantityFormat {
  /** Formats a share from 0 to 1 as percent, with a non-breaking space; whole numbers by default. */
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

interface FormatOptions {
  /** BCP 47 tag, with region if known: determines the format of dates and numbers. */
  locale: string
  clock: Clock
  /** An IANA name. */
  zone: string
}

export const createFormat = ({ locale, clock: choice, zone: timeZone }: FormatOptions): Format => {
  const quantities = createQuantityFormat(locale)
  const clock = { ...clockForm(locale, choice), timeZone }
  const { hourCycle } = clock
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle, timeZone })
  const today = new Intl.DateTimeFormat(locale, { ...clock, second: '2-digit' })
  const thisWeek = new Intl.DateTimeFormat(locale, { ...clock, weekday: 'short' })
  const thisYear = new Intl.DateTimeFormat(locale, { ...clock, day: 'numeric', month: 'short' })
  const longAgo = new Intl.DateTimeFormat(locale, { ...clock, day: 'numeric', month: 'short', year: 'numeric' })
  const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const unitOf = (unit: string) =>
    numberText(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  const [milliseconds, seconds] = [unitOf('millisecond'), unitOf('second')]
  const whole = steps.map(([unit, unitMs]) => [unitMs, unitOf(unit)] as const)
  const exact = exactIn(timeZone)
  return {
    ...quantities,
    percent: (part, decimals = 0) => quantities.decimal(part * 100, { min: 0, max: decimals }, '%'),
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

export type { Format }

/** How numbers and times look in the chosen language, in the browser's region, by the chosen clock, in the person's time zone. */
export const useFormat = (): Format => {
  const language = useLanguage()
  const clock = useClock()
  const zone = useOwnZone()
  return useMemo(
    () => createFormat({ locale: localeOf(language, navigator.languages), clock, zone }),
    [language, clock, zone],
  )
}

/** How dates are written that are no moments of a value. */
export const useLocale = (): Locale => {
  const language = useLanguage()
  const clock = useClock()
  return useMemo(() => {
    const locale = localeOf(language, navigator.languages)
    return { locale, clock: clockForm(locale, clock) }
  }, [language, clock])
}
