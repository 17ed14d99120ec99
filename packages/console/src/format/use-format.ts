import { useMemo } from 'react'
import { type Language, useLanguage } from '../state/preferences.ts'
import type { Decimals } from './decimals.rules.ts'

/** The zone in which all times are shown, by its name. */
export const zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone

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
  percent: (part: number) => string
  /** Date and time, in `zone`. */
  time: (iso: string) => string
  /** In a few words, in `zone`: the time of today, the day of this week, else the date. */
  moment: (iso: string, now: number) => string
  /** How long before or after `now`. */
  ago: (iso: string, now: number) => string
  /** 85 ms, 1.2 s. */
  duration: (ms: number) => string
  /** How long something went on: 42 sec, 2 hr 5 min. */
  span: (ms: number) => string
}

const withUnit = (text: string, unit: string | undefined): string =>
  unit === undefined || unit === '' ? text : `${text}\u00a0${unit}`

const createFormat = (language: Language): Format => {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 12 })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const
  const today = new Intl.DateTimeFormat(language, { ...clock, second: '2-digit' })
  const thisWeek = new Intl.DateTimeFormat(language, { ...clock, weekday: 'short' })
  const thisYear = new Intl.DateTimeFormat(language, { ...clock, day: 'numeric', month: 'short' })
  const longAgo = new Intl.DateTimeFormat(language, { ...clock, day: 'numeric', month: 'short', year: 'numeric' })
  const distances = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const withDecimals = new Map<string, Intl.NumberFormat>()
  const fixed = (min: number, max: number): Intl.NumberFormat => {
    const known = withDecimals.get(`${min} ${max}`)
    if (known !== undefined) return known
    const made = new Intl.NumberFormat(language, { minimumFractionDigits: min, maximumFractionDigits: max })
    withDecimals.set(`${min} ${max}`, made)
    return made
  }
  const unitOf = (unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  const [milliseconds, seconds] = [unitOf('millisecond'), unitOf('second')]
  const whole = steps.map(([unit, unitMs]) => [unitMs, unitOf(unit)] as const)
  return {
    number: (value, unit) => withUnit(numbers.format(value as number), unit),
    decimal: (value, { min, max }, unit) => withUnit(fixed(min, max).format(value as number), unit),
    percent: (part) => percents.format(part),
    time: (iso) => times.format(new Date(iso)),
    moment(iso, now) {
      const [on, current] = [new Date(iso), new Date(now)]
      if (on.toDateString() === current.toDateString()) return today.format(on)
      if (Math.abs(now - on.getTime()) < weekMs) return thisWeek.format(on)
      return (on.getFullYear() === current.getFullYear() ? thisYear : longAgo).format(on)
    },
    ago(iso, now) {
      const ms = Date.parse(iso) - now
      if (Math.abs(ms) < nearMs) return distances.format(0, 'second')
      const [unit, unitMs] = steps.find(([, oneMs]) => Math.abs(ms) >= oneMs) ?? ['second', 1000]
      return distances.format(Math.trunc(ms / unitMs), unit)
    },
    duration: (ms) => (ms < 1000 ? milliseconds.format(Math.round(ms)) : seconds.format(ms / 1000)),
    span(ms) {
      const at = whole.findIndex(([unitMs]) => ms >= unitMs)
      const [big, small] = at === -1 ? [whole.at(-1)] : [whole[at], whole[at + 1]]
      if (big === undefined) return ''
      const text = big[1].format(Math.trunc(ms / big[0]))
      const rest = small === undefined ? 0 : Math.trunc((ms % big[0]) / small[0])
      return small === undefined || rest === 0 ? text : `${text} ${small[1].format(rest)}`
    },
  }
}

/** How numbers and times look in the chosen language. */
export const useFormat = (): Format => {
  const language = useLanguage()
  return useMemo(() => createFormat(language), [language])
}
