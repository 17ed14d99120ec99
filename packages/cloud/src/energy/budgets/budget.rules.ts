import { add, compare, type Decimal, divide, multiply, round, subtract, toNumber } from '@busbar/modbus/decimal'

/** A day by the calendar of the place, of which all or a part is over. */
export interface DayUse {
  /** 1 is Monday. */
  weekday: number
  isInMonth: boolean
  /** Of what is known; null where nothing is. */
  use: Decimal | null
  /** It is over, and was read all the time. */
  isComplete: boolean
}

export interface Forecast {
  /** Of what is known. */
  soFar: Decimal | null
  /** What the month will come to; null where too little is known. */
  expected: Decimal | null
}

/** How the month of a budget stands, and what it will come to. */
export interface BudgetReading extends Forecast {
  month: string
  unit: string
  plan: Decimal
}

const zero: Decimal = { digits: 0n, scale: 0 }
const precision = 20
/** Fewer complete days say nothing of a month. */
const completeMin = 3

const sumOf = (all: readonly Decimal[]): Decimal => all.reduce(add, zero)
const meanOf = (all: readonly Decimal[]): Decimal =>
  divide(sumOf(all), { digits: BigInt(all.length), scale: 0 }, precision)

/**
 * What a month will come to, by the same weekdays of the last four weeks: each day that is to come, or was not read all the time, counts as the
 * mean of the complete days of its weekday; without one of those, of all complete days. Days are the last 28 and those of the month up to today;
 * `weekdaysLeft` are the weekdays of the days after today.
 */
export const forecastOf = (days: readonly DayUse[], weekdaysLeft: readonly number[]): Forecast => {
  const complete = days
    .slice(-29)
    .flatMap(({ weekday, use, isComplete }) => (isComplete && use !== null ? [{ weekday, use }] : []))
  const inMonth = days.filter(({ isInMonth }) => isInMonth)
  const knownUses = inMonth.flatMap(({ use }) => (use === null ? [] : [use]))
  const soFar = knownUses.length === 0 ? null : sumOf(knownUses)
  if (complete.length < completeMin) return { soFar, expected: null }
  const all = meanOf(complete.map(({ use }) => use))
  const usual = (weekday: number): Decimal => {
    const same = complete.filter((day) => day.weekday === weekday).map(({ use }) => use)
    return same.length === 0 ? all : meanOf(same)
  }
  const past = inMonth.map(({ weekday, use, isComplete }) => {
    if (isComplete && use !== null) return use
    const mean = usual(weekday)
    return use !== null && compare(use, mean) > 0 ? use : mean
  })
  return { soFar, expected: sumOf([...past, ...weekdaysLeft.map(usual)]) }
}

/** What people were told of a month. */
export interface BudgetState {
  /** Such as `2026-11`; null before anything was looked at. */
  month: string | null
  /** Counts what was told, over all months. */
  episode: number
  isForecastTold: boolean
  isExceededTold: boolean
}

export const freshState: BudgetState = { month: null, episode: 0, isForecastTold: false, isExceededTold: false }

export interface BudgetFacts extends Forecast {
  month: string
  plan: Decimal
  tolerancePercent: number
  isMuted: boolean
}

export type BudgetEvent = 'forecast' | 'exceeded'

/**
 * What is to be told now, once for each time that a limit is crossed: that a month will end above plan, again only after it was back within it; and that
 * the plan is used up. While it is muted nothing is told, nor taken for told.
 */
export const judgeBudget = (
  before: BudgetState,
  { month, plan, soFar, expected, tolerancePercent, isMuted }: BudgetFacts,
): { state: BudgetState; news: BudgetEvent | null } => {
  const current = before.month === month ? before : { ...freshState, month, episode: before.episode }
  const isWithin = expected !== null && compare(expected, plan) <= 0
  const state = isWithin ? { ...current, isForecastTold: false } : current
  if (isMuted) return { state, news: null }
  if (soFar !== null && compare(soFar, plan) > 0 && !state.isExceededTold) {
    const notified = { ...state, isForecastTold: true, isExceededTold: true, episode: state.episode + 1 }
    return { state: notified, news: 'exceeded' }
  }
  const limit = multiply(plan, { digits: BigInt(100 + tolerancePercent), scale: 2 })
  if (expected !== null && compare(expected, limit) > 0 && !state.isForecastTold && !state.isExceededTold) {
    return { state: { ...state, isForecastTold: true, episode: state.episode + 1 }, news: 'forecast' }
  }
  return { state, news: null }
}

/** By how many percent it is above plan, or below, with a minus; null where there is no plan to speak of. */
export const percentAbove = (value: Decimal, plan: Decimal): number | null => {
  if (plan.digits === 0n) return null
  const share = divide(multiply(subtract(value, plan), { digits: 100n, scale: 0 }), plan, precision)
  return toNumber(round(share, 0))
}
