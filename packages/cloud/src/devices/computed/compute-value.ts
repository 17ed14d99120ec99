import { plainNumber } from '@busbar/kit'
import { type Decimal, decimalOf, parseDecimal, round, toText } from '@busbar/modbus/decimal'
import type { Reason } from '@busbar/polling'
import { evaluate, type FormulaResult } from '../../formula/evaluate.ts'
import type { Formula } from '../../formula/parse.ts'

/** A value that was worked out: the nearest double, and the digits where it does not hold them all. Or why there is none. */
export type ComputedValue = { number: number; text: string | null } | { err: Reason }

/** Value of an input, or the reason why it has none. */
export type InputValue = { value: Decimal } | { err: string }

/** A quotient may go on without end: what is longer than this is the double that is nearest. */
const textCharsMax = 30

const reasonOf: Readonly<Record<Exclude<Extract<FormulaResult, { error: unknown }>['error'], 'no-value'>, Reason>> = {
  'division-by-zero': 'DivisionByZero',
  'bad-power': 'OutOfRange',
  'too-large': 'OutOfRange',
}

/** Works out one formula. The first input without a value gives the reason why the result has none. */
export const computeValue = (
  formula: Formula,
  inputs: readonly number[],
  precision: number | null,
  inputOf: (paramId: number) => InputValue,
): ComputedValue => {
  const values = new Map<number, Decimal>()
  for (const id of inputs) {
    const input = inputOf(id)
    if ('err' in input) return { err: input.err as Reason }
    values.set(id, input.value)
  }
  const result = evaluate(formula, (id) => values.get(id) ?? null)
  if ('error' in result) return { err: result.error === 'no-value' ? 'InputGone' : reasonOf[result.error] }
  return toComputedValue(precision === null ? result.value : round(result.value, precision))
}

const toComputedValue = (value: Decimal): ComputedValue => {
  const text = toText(value)
  const number = Number(text)
  if (!Number.isFinite(number)) return { err: 'OutOfRange' }
  return { number, text: text.length <= textCharsMax && text !== plainNumber(number) ? text : null }
}

/** A reading as the formula takes it: the digits where they are known, otherwise the shortest decimal that is this double. */
export const decimalValue = (number: number, text: string | undefined): Decimal =>
  (text === undefined ? null : parseDecimal(text)) ?? decimalOf(number)
