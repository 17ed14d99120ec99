import { add, type Decimal, digitsAt, divide, multiply, subtract } from '@busbar/modbus/decimal'
import type { Formula, Operator } from './parse.ts'

/** Why a formula has no value. */
type NoValue = 'no-value' | 'division-by-zero' | 'bad-power' | 'too-large'
export type FormulaResult = { value: Decimal } | { error: NoValue }

/** Quotients have at least so many digits that count, the last rounded half away from zero. All else is exact. */
export const quotientDigits = 34
const powerMax = 100n
/** Digits of anything on the way. */
const digitsMax = 1000

/**
 * The value of a formula, given those of its parameters; null is a parameter without one. `a mod b` has the sign of `b`. Powers are whole, from
 * -100 to 100.
 */
export const evaluate = (formula: Formula, valueOf: (paramId: number) => Decimal | null): FormulaResult => {
  if (formula.kind === 'number') return { value: formula.value }
  if (formula.kind === 'param') {
    const value = valueOf(formula.id)
    return value === null ? { error: 'no-value' } : { value }
  }
  if (formula.kind === 'minus') {
    const of = evaluate(formula.of, valueOf)
    return 'error' in of ? of : { value: negative(of.value) }
  }
  // Sums and products lean to the left and may be long: they are walked, not nested.
  const chain: { kind: Operator; right: Formula }[] = []
  let first: Formula = formula
  while (isOperation(first)) {
    chain.push(first)
    first = first.left
  }
  let left = evaluate(first, valueOf)
  for (const { kind, right: operand } of chain.toReversed()) {
    if ('error' in left) return left
    const right = evaluate(operand, valueOf)
    if ('error' in right) return right
    left = bounded(operate(kind, left.value, right.value))
  }
  return left
}

const isOperation = (formula: Formula): formula is Extract<Formula, { left: Formula }> => 'left' in formula

const operate = (kind: Operator, a: Decimal, b: Decimal): FormulaResult => {
  if (kind === '+') return { value: add(a, b) }
  if (kind === '-') return { value: subtract(a, b) }
  if (kind === '*') return { value: multiply(a, b) }
  if (kind === '^') return power(a, trimmed(b))
  if (b.digits === 0n) return { error: 'division-by-zero' }
  return { value: kind === '/' ? trimmed(divide(a, b, quotientDigits)) : modulo(a, b) }
}

/** a - b x floor(a / b). */
const modulo = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  const divisor = digitsAt(b, scale)
  const rest = digitsAt(a, scale) % divisor
  const isOtherSign = rest !== 0n && rest < 0n !== divisor < 0n
  return { digits: isOtherSign ? rest + divisor : rest, scale }
}

const power = (base: Decimal, exponent: Decimal): FormulaResult => {
  const { digits: times, scale } = exponent
  if (scale > 0 || times > powerMax || times < -powerMax) return { error: 'bad-power' }
  const count = Number(times < 0n ? -times : times)
  const { digits, scale: places } = trimmed(base)
  if (Math.max(digits.toString().length, places) * count > digitsMax) return { error: 'too-large' }
  const raised = { digits: digits ** BigInt(count), scale: places * count }
  if (times >= 0n) return { value: raised }
  if (digits === 0n) return { error: 'division-by-zero' }
  return { value: trimmed(divide({ digits: 1n, scale: 0 }, raised, quotientDigits)) }
}

const bounded = (result: FormulaResult): FormulaResult => {
  if ('error' in result) return result
  const { digits, scale } = result.value
  return scale > digitsMax || digits.toString().length > digitsMax + 1 ? { error: 'too-large' } : result
}

const negative = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

/** Without zeros at the end of the fraction. */
const trimmed = ({ digits, scale }: Decimal): Decimal => {
  let [rest, places] = [digits, scale]
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n
    places -= 1
  }
  return { digits: rest, scale: places }
}
