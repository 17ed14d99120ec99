import { numberMarks } from './number-marks.ts'
import { parseNumber } from './parse-number.ts'

/** Does not break, is narrower than a space, and is never a decimal separator: 1 154. */
const group = '\u202f'
const minus = '\u2212'

/** A decimal in a language, with every digit of its text, thousands grouped. Text that is no plain decimal stays as it is. */
export function formatDecimal(text: string, locale: string): string {
  const [, sign, whole = '', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (sign === undefined) return text
  const { decimal, hasPairs } = numberMarks(locale)
  const ends = hasPairs ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g
  const shown = `${sign === '' ? '' : minus}${whole.replaceAll(ends, group)}`
  return fraction === undefined ? shown : `${shown}${decimal}${fraction}`
}

/** A stored number as it stands in a text field: with the decimal separator of the language, without groups. */
export function editableDecimal(text: string, locale: string): string {
  const stored = parseNumber(text, 'en')
  return stored.kind === 'number' ? stored.value.replace('.', numberMarks(locale).decimal) : ''
}
