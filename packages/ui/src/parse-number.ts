import { numberMarks } from './number-marks.ts'

export type ParsedNumber =
  /** Plain decimal text, `-?digits[.digits]`, with every digit of the input and no redundant zeros. */
  | { kind: 'number'; value: string }
  /** The separator groups thousands in one reading and marks decimals in the other. */
  | { kind: 'ambiguous'; readings: readonly [grouped: string, decimal: string] }
  | { kind: 'empty' }
  | { kind: 'invalid' }

const textCharsMax = 100
/** A double needs no larger exponent; the plain text of a larger one would be mostly zeros. */
const exponentMax = 400

const invalid: ParsedNumber = { kind: 'invalid' }
const typedText = /^([-+\u2212]?)(.*?)(?:e([-+\u2212]?)(\d{1,3}))?$/i
const spaces = ' \\u00a0\\u2009\\u202f'
const groupMarks = [`[${spaces}]`, "['\\u2019]", ',', '\\.']
const decimalMarks = [',', '\\.']

/**
 * Reads a number as typed in a language. Accepts both signs, spaces and apostrophes between thousands, an exponent, and hexadecimal
 * integers such as `0x1F`. The decimal separator of the language always marks decimals; any other point or comma that may also group
 * thousands makes the input ambiguous: `1,500` in English, `1.500` in Polish. Never throws.
 */
export function parseNumber(text: string, locale: string): ParsedNumber {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  if (trimmed.length > textCharsMax) return invalid
  if (/^0x[0-9a-f]+$/i.test(trimmed)) return { kind: 'number', value: String(BigInt(trimmed)) }
  const [, sign = '', digits = '', exponentSign = '', exponent = '0'] = typedText.exec(trimmed) ?? []
  const shift = Number(exponent) * (isMinus(exponentSign) ? -1 : 1)
  if (Math.abs(shift) > exponentMax) return invalid
  const [first, second] = readingsOf(digits, locale).map((reading) => plainDecimal(reading, shift, isMinus(sign)))
  if (first === undefined) return invalid
  return second === undefined || second === first
    ? { kind: 'number', value: first }
    : { kind: 'ambiguous', readings: [first, second] }
}

const isMinus = (sign: string): boolean => sign === '-' || sign === '\u2212'

/** The possible meanings of unsigned text as `digits[.digits]`: the grouped one first. */
function readingsOf(text: string, locale: string): string[] {
  const { decimal, hasPairs } = numberMarks(locale)
  const own = withoutGroups(text, `\\${decimal}`)
  if (own !== null) return [own]
  // Groups of two below the thousands, as in India: 12,34,567.
  const groupSizes = hasPairs ? ['3', '2'] : ['3']
  const grouped = groupMarks.flatMap((group) =>
    decimalMarks
      .filter((mark) => mark !== group)
      .flatMap((mark) => groupSizes.map((size) => withGroups(text, group, mark, size))),
  )
  const plain = decimalMarks.map((mark) => withoutGroups(text, mark))
  return [...new Set([...grouped, ...plain].filter((one) => one !== null))]
}

function withoutGroups(text: string, mark: string): string | null {
  const found = new RegExp(`^(\\d*)(?:${mark}(\\d*))?$`).exec(text)
  return found === null ? null : joined(found[1], found[2])
}

function withGroups(text: string, group: string, mark: string, size: string): string | null {
  // A group never begins with a zero: 0,500 can only be a half.
  const whole = `([1-9]\\d{0,${Number(size) - 1}}(?:${group}\\d{${size}})*${group}\\d{3})`
  const found = new RegExp(`^${whole}(?:${mark}(\\d*))?$`).exec(text)
  return found === null ? null : joined(found[1]?.replaceAll(/\D/g, ''), found[2])
}

const joined = (whole = '', fraction = ''): string | null =>
  whole === '' && fraction === '' ? null : `${whole}.${fraction}`

/** `digits.digits` with the point moved by the exponent, without redundant zeros. */
function plainDecimal(reading: string, shift: number, isNegative: boolean): string {
  const [whole = '', fraction = ''] = reading.split('.')
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`
  const point = Math.max(0, -shift) + whole.length + shift
  const wholeText = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0'
  const fractionText = digits.slice(point).replace(/0+$/, '')
  const plain = fractionText === '' ? wholeText : `${wholeText}.${fractionText}`
  return isNegative && plain !== '0' ? `-${plain}` : plain
}
