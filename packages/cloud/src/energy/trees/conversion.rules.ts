import { type Decimal, parseDecimal } from '@busbar/modbus/decimal'
import { quarterMs, quartersPerDay } from '../stored/hold.rules.ts'
import type { SegmentSteps } from '../stored/steps.ts'
import type { Tariff } from '../tariffs/tariffs.contract.ts'

/** How amounts of one unit become those of another, by a factor that has its period. */
export interface Conversion {
  /** Metered unit, and the unit after the conversion. */
  unit: string
  to: string
  periods: readonly {
    /** First day, as a date of the place, and when it begins. */
    date: string
    from: number
    factor: Decimal
  }[]
}

/** Conversion of a tariff whose versions all convert to one unit; null where there is none. */
export const conversionOf = (tariff: Tariff | null, timeZone: string): Conversion | null => {
  if (tariff === null) return null
  const [first] = tariff.versions
  const to = first?.conversion?.unit
  if (to === undefined || tariff.versions.some(({ conversion }) => conversion?.unit !== to)) return null
  const periods = tariff.versions.flatMap(({ validFrom: date, conversion }) => {
    const factor = parseDecimal(conversion?.factor ?? '')
    return factor === null ? [] : [{ date, from: midnightOf(timeZone, date), factor }]
  })
  return { unit: tariff.unit, to, periods }
}

const midnightOf = (timeZone: string, date: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).startOfDay().epochMilliseconds

/** Steps by the period that they are in; those before the first have no factor, and are left out. */
export const stepsByPeriod = (
  { of, rows, lengths, counts }: SegmentSteps,
  { periods }: Conversion,
): { steps: SegmentSteps; factor: Decimal }[] =>
  periods.flatMap(({ date, from, factor }, at) => {
    const next = periods[at + 1]
    const isIn = (key: number, index: number): boolean => {
      if (of === 'days') {
        const day = dateOfHalf(key, index)
        return day >= date && (next === undefined || day < next.date)
      }
      const on = (key * quartersPerDay + index) * quarterMs
      return on >= from && (next === undefined || on < next.from)
    }
    const periodRows = new Map<number, Int32Array>()
    for (const [key, row] of rows) {
      const inPeriod = row.map((segment, index) => (segment >= 0 && isIn(key, index) ? segment : -1))
      if (inPeriod.some((segment) => segment >= 0)) periodRows.set(key, inPeriod)
    }
    return periodRows.size === 0 ? [] : [{ steps: { of, rows: periodRows, lengths, counts }, factor }]
  })

/** Days of a half-year, which is counted since the year 0. */
const dateOfHalf = (half: number, index: number): string =>
  new Date(Date.UTC(Math.floor(half / 2), half % 2 === 0 ? 0 : 6, 1 + index)).toISOString().slice(0, 10)
