import { editableDecimal } from './format-decimal.ts'
import { parseNumber } from './parse-number.ts'

/** Stands for input that is not one number. No rule and no service accepts it as a number. */
export const notANumber = 'NaN'

export interface NumberLimits {
  min?: number | undefined
  max?: number | undefined
  isWhole?: boolean | undefined
  required?: boolean | undefined
}

export type NumberProblem =
  | { name: 'missing' | 'invalid' | 'ambiguous' | 'not-whole' }
  | { name: 'below' | 'above'; limit: number }

export interface NumberReading {
  /** Plain decimal text, `` where nothing was typed, or `NaN`. */
  value: string
  /** The numbers to choose from where the input is ambiguous. */
  readings: readonly string[]
  problem: NumberProblem | null
}

/**
 * Returns the content of a number field, and why it cannot be used. A field of whole numbers has no ambiguous input:
 * 1,500 can only be 1500.
 */
export function readNumber(text: string, locale: string, limits: NumberLimits = {}): NumberReading {
  const parsed = parseNumber(text, locale)
  if (parsed.kind === 'ambiguous') {
    const candidates: readonly string[] = limits.isWhole ? parsed.readings.filter(isWholeText) : parsed.readings
    const [only, other] = candidates
    if (only !== undefined && other === undefined) return checked(only, limits)
    return { value: notANumber, readings: parsed.readings, problem: { name: 'ambiguous' } }
  }
  if (parsed.kind === 'invalid') return { value: notANumber, readings: [], problem: { name: 'invalid' } }
  if (parsed.kind === 'empty') return { value: '', readings: [], problem: limits.required ? { name: 'missing' } : null }
  return checked(parsed.value, limits)
}

const isWholeText = (value: string): boolean => !value.includes('.')

function checked(value: string, { min, max, isWhole }: NumberLimits): NumberReading {
  const number = Number(value)
  const problem: NumberProblem | null =
    isWhole && !isWholeText(value)
      ? { name: 'not-whole' }
      : min !== undefined && number < min
        ? { name: 'below', limit: min }
        : max !== undefined && number > max
          ? { name: 'above', limit: max }
          : null
  return { value, readings: [], problem }
}

/** The text in a number field, and what the field reported for it. */
export interface TypedNumber {
  text: string
  value: string
  /** The value of the field when the text was typed. */
  before: string
}

export interface ShownNumber extends NumberReading {
  text: string
}

/** Returns the text that a number field shows. A value that was changed elsewhere replaces the typed text. */
export function shownNumber(
  current: string,
  typed: TypedNumber | null,
  locale: string,
  limits: NumberLimits,
): ShownNumber {
  if (typed !== null && (typed.value === current || typed.before === current))
    return { text: typed.text, ...readNumber(typed.text, locale, limits) }
  const text = editableDecimal(current, locale)
  if (current === notANumber) return { text, value: notANumber, readings: [], problem: { name: 'invalid' } }
  return { text, ...readNumber(text, locale, limits) }
}
