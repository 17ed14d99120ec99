import type { ChartFormat } from '@busbar/charts/bar-model'
import type { Locale } from '@busbar/ui/locale'
import { useMemo } from 'react'
import { useFormat, useLocale } from '../../data/format/use-format.ts'
import type { Cadence, Period } from './period.rules.ts'
import { addDays } from './period.rules.ts'

/** How dates and times of a place are written. */
export interface DateFormat {
  period: (period: Period) => string
  /** Below a column: as short as it gets. */
  short: (on: number, cadence: Cadence) => string
  /** In a tip: all of it. */
  long: (from: number, till: number, cadence: Cadence) => string
  moment: (on: number) => string
  day: (on: number) => string
  /** To the second. */
  exact: (on: number) => string
  isWeekend: (on: number) => boolean
}

const datesOf = ({ locale, clock }: Locale, timeZone: string): DateFormat => {
  const make = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const plain = {
    day: make({ ...date, weekday: 'short' }, 'UTC'),
    date: make(date, 'UTC'),
    month: make({ month: 'long', year: 'numeric' }, 'UTC'),
    year: make({ year: 'numeric' }, 'UTC'),
  }
  const [hour, dayNumber, month] = [make(clock), make({ day: 'numeric' }), make({ month: 'short' })]
  const dayMonth = make({ day: 'numeric', month: 'short' })
  const [day, monthYear] = [make({ ...date, weekday: 'short' }), make({ month: 'long', year: 'numeric' })]
  const moment = make({ day: 'numeric', month: 'short', weekday: 'short', ...clock })
  const exact = make({ ...date, ...clock, second: '2-digit' })
  const weekday = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' })
  return {
    period({ kind, from, till }) {
      const [first, last] = [new Date(from), new Date(addDays(till, -1))]
      if (kind === 'day') return plain.day.format(first)
      if (kind === 'month') return plain.month.format(first)
      if (kind === 'year') return plain.year.format(first)
      return plain.date.formatRange(first, last)
    },
    short(on, cadence) {
      if (cadence === 'hour' || cadence === 'quarter-hour') return hour.format(on)
      if (cadence === 'month') return month.format(on)
      return cadence === 'week' ? dayMonth.format(on) : dayNumber.format(on)
    },
    long(from, till, cadence) {
      if (cadence === 'month') return monthYear.format(from)
      if (cadence === 'day') return day.format(from)
      if (cadence === 'week') return day.formatRange(from, till - 1)
      return `${day.format(from)}, ${hour.format(from)}–${hour.format(till)}`
    },
    moment: (on) => moment.format(on),
    day: (on) => day.format(on),
    exact: (on) => exact.format(on),
    isWeekend: (on) => weekday.format(on).startsWith('S'),
  }
}

export const useDates = (timeZone: string): DateFormat => {
  const locale = useLocale()
  return useMemo(() => datesOf(locale, timeZone), [locale, timeZone])
}

/** Four digits or more; what is before the point is never cut. */
const decimalsFor = (value: number): number => {
  const size = Math.abs(value)
  return size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
}

export const dash = '–'

/** How amounts and shares are written. */
export const useAmount = (): ChartFormat => {
  const { quantity, quantityParts, percent, ticks } = useFormat()
  return useMemo(
    () => ({
      ticks,
      amount(value, unit, scale) {
        if (value === null || value === undefined) return dash
        const options = { unit, decimals: { min: 0, max: decimalsFor(value) }, ...(scale && { scale }) }
        return unit === null || unit === undefined ? quantityParts(value, options).number : quantity(value, options)
      },
      percent: (share, decimals = 1) => (share === null ? dash : percent(share, decimals)),
    }),
    [quantity, quantityParts, percent, ticks],
  )
}
