import { at } from '@busbar/kit'
import { add, type Decimal } from '@busbar/modbus/decimal'
import { cutSpan, localText, segmentStart } from '../calendar.ts'
import { dayMs, quarterMs, quartersPerDay } from './hold.rules.ts'
import { type EnergyStep, emptyStep } from './packed.ts'

/** A day by the calendar of a place. */
export interface LocalDay {
  from: number
  till: number
  /** Half-years since the year 0. */
  half: number
  /** In its half-year, from 0. */
  index: number
}

/** From a midnight to a midnight; null when there are too many. */
export const localDays = (timeZone: string, from: number, till: number): LocalDay[] | null => {
  const edges = cutSpan(timeZone, 'day', from, till)
  if (edges === null) return null
  return edges.slice(1).map((end, place) => {
    const begin = at(edges, place)
    const [year = 0, month = 0, day = 0] = localText(timeZone, begin).slice(0, 10).split('-').map(Number)
    const isSecond = month > 6
    const index = (Date.UTC(year, month - 1, day) - Date.UTC(year, isSecond ? 6 : 0)) / dayMs
    return { from: begin, till: end, half: year * 2 + Number(isSecond), index }
  })
}

let last: { key: string; days: LocalDay[] } = { key: '', days: [] }

/** The days of a place that a span touches, whole. Of one time zone after the other the same span is asked for again and again. */
export const daysTouched = (timeZone: string, from: number, till: number): LocalDay[] => {
  const key = `${timeZone} ${from} ${till}`
  if (last.key !== key) {
    const start = segmentStart(timeZone, 'day', from)
    const days = localDays(timeZone, start, till + 2 * dayMs) ?? []
    last = { key, days: days.filter((day) => day.from < till) }
  }
  return last.days
}

/** A day's quarter-hours together: those that begin in it. */
export const sumDay = (
  { from, till }: LocalDay,
  stepsOf: (day: number) => readonly EnergyStep[] | undefined,
): EnergyStep => {
  let amount: Decimal | null = null
  let coverage = 0
  let count = 0
  for (let quarter = Math.ceil(from / quarterMs); quarter * quarterMs < till; quarter += 1) {
    const step = stepsOf(Math.floor(quarter / quartersPerDay))?.[quarter % quartersPerDay] ?? emptyStep
    if (step.amount !== null) amount = amount === null ? step.amount : add(amount, step.amount)
    coverage += step.coverage
    count += 1
  }
  return { amount, coverage: coverage / count }
}
