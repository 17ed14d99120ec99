import type { CalendarFunction, Comparison } from '../parse/syntax.ts'
import { Fault } from '../running/fault.ts'
import type { Machine } from '../running/machine.ts'

export type NumberEvaluator = (machine: Machine) => number
export type ConditionEvaluator = (machine: Machine) => boolean
export type TextEvaluator = (machine: Machine) => string

/** Rejects infinite results and NaN, which a device may send and which cannot be used in calculations. */
export const finite = (value: number): number => {
  if (!Number.isFinite(value)) throw new Fault('EXC_RESULT_INFINITY')
  return value
}

const dayMs = 86_400_000

/** The date's UTC fields are the local ones. */
export const calendar: Readonly<Record<CalendarFunction, NumberEvaluator>> = {
  YEAR: ({ localNow }) => localNow.getUTCFullYear(),
  MONTH: ({ localNow }) => localNow.getUTCMonth() + 1,
  DAY: ({ localNow }) => localNow.getUTCDate(),
  /** Monday is 1. */
  WEEKDAY: ({ localNow }) => localNow.getUTCDay() || 7,
  HOUR: ({ localNow }) => localNow.getUTCHours(),
  MINUTE: ({ localNow }) => localNow.getUTCMinutes(),
  SECOND: ({ localNow }) => localNow.getUTCSeconds(),
  DAYSEC: ({ localNow }) => Math.floor((localNow.getTime() % dayMs) / 1000),
  SUNRISE: ({ sun }) => sun.sunriseSec ?? -1,
  SUNSET: ({ sun }) => sun.sunsetSec ?? -1,
}

export function emitArithmetic(
  op: '+' | '-' | '*' | '/' | 'MOD',
  left: NumberEvaluator,
  right: NumberEvaluator,
): NumberEvaluator {
  switch (op) {
    case '+':
      return (machine) => finite(left(machine) + right(machine))
    case '-':
      return (machine) => finite(left(machine) - right(machine))
    case '*':
      return (machine) => finite(left(machine) * right(machine))
    // Division by zero is not finite either.
    case '/':
      return (machine) => finite(left(machine) / right(machine))
    case 'MOD':
      return (machine) => finite(left(machine) % right(machine))
  }
}

/** TON: the condition has been true for the time. TOF: it is true, or was within the time. */
export function emitTimer(
  op: 'TON' | 'TOF',
  of: ConditionEvaluator,
  seconds: NumberEvaluator,
  state: number,
): ConditionEvaluator {
  return (machine) => {
    const { timers } = machine.memory
    const [is, delayMs] = [of(machine), seconds(machine) * 1000]
    const sinceMs = timers[state] ?? Number.NaN
    if (op === 'TOF') {
      if (is) timers[state] = machine.nowMs
      return is || machine.nowMs - sinceMs < delayMs
    }
    if (!is) timers[state] = Number.NaN
    else if (Number.isNaN(sinceMs)) timers[state] = machine.nowMs
    return is && machine.nowMs - (timers[state] ?? machine.nowMs) >= delayMs
  }
}

export function emitCompare<T extends number | string>(
  test: Comparison,
  left: (machine: Machine) => T,
  right: (machine: Machine) => T,
): ConditionEvaluator {
  switch (test) {
    case '=':
      return (machine) => left(machine) === right(machine)
    case '<>':
      return (machine) => left(machine) !== right(machine)
    case '<':
      return (machine) => left(machine) < right(machine)
    case '<=':
      return (machine) => left(machine) <= right(machine)
    case '>':
      return (machine) => left(machine) > right(machine)
    case '>=':
      return (machine) => left(machine) >= right(machine)
  }
}
