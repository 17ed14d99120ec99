import { add, compare, type Decimal, divide, multiply, round, subtract, toNumber } from '@busbar/modbus/decimal'

/** A local day, complete or in part. */
export interface DayUse {
  /** 1 is Monday. */
  weekday: number
  isInMonth: boolean
  /** Use from the available data; null without data. */
  use: Decimal | null
  /** True if the day has ended and has complete data. */
  isComplete: boolean
}

export interface Forecast {
  /** Use from the available data. */
  soFar: Decimal | null
  /** Expected use of the month; null with too little data. */
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
 * Forecasts a month from the same weekdays of the last four weeks: each future or incomplete day counts as the mean of
 * the complete days of its weekday, or of all complete days if there are none. `days` are the last 28 and those of the
 * month up to today; `weekdaysLeft` are the weekdays after today.
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

/** Notifications that were sent about a month. */
export interface BudgetState {
  /** A month such as `2026-11`; null before the first evaluation. */
  month: string | null
  /** Number of notifications in all months. */
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
 * Returns the due notifications, one for each crossing of a limit: that the month is expected to exceed the plan, again
 * only after it was back within it; and that the plan is used up. While the budget is muted, nothing is sent or marked
 * as sent.
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

/** Returns the percentage above the plan, negative below it; null without a plan. */
export const percentAbove = (value: Decimal, plan: Decimal): number | null => {
  if (plan.digits === 0n) return null
  const share = divide(multiply(subtract(value, plan), { digits: 100n, scale: 0 }), plan, precision)
  return toNumber(round(share, 0))
}
