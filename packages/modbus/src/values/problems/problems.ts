import { isBitKind, type RegisterKind } from '../../tables.ts'
import { compare, type Decimal, settingOf } from '../decimal.ts'
import { byteOrders, type ValueFormat, type ValueType, valueTypes } from '../format.ts'
import { fieldOf, registerCount } from '../shape.ts'
import { codingProblem, nanValuesProblem } from './coding-problems.ts'

const stringBitsMax = 16 * 125
const precisionMax = 12

const fieldTypes: readonly ValueType[] = ['u16', 'u32', 'enum', 'bitmask']
const unscaledTypes: readonly ValueType[] = ['enum', 'bitmask', 'string']

type Rule = (format: ValueFormat) => string | null

/** Returns the problem of a format for a table, as a sentence that names the field, or null. */
export function formatProblem(format: ValueFormat, kind: RegisterKind): string | null {
  return shapeProblem(format) ?? (isBitKind(kind) ? bitTable(format) : null)
}

/** Returns the problem of a format in any table, or null. */
export function shapeProblem(format: ValueFormat): string | null {
  for (const rule of rules) {
    const problem = rule(format)
    if (problem !== null) return problem
  }
  return null
}

const known: Rule = ({ valueType, order = 'ABCD' }) => {
  if (!valueTypes.includes(valueType)) return `valueType must be one of ${valueTypes.join(', ')}.`
  return byteOrders.includes(order) ? null : `order must be one of ${byteOrders.join(', ')}.`
}

const wholeNumbers: Rule = ({ bitPosition = 0, bitsAmount = 1, precision = 0 }) => {
  if (!isWithin(bitPosition, 0, 31)) return 'bitPosition must be a whole number from 0 to 31.'
  if (!isWithin(bitsAmount, 1, stringBitsMax)) return `bitsAmount must be a whole number from 1 to ${stringBitsMax}.`
  return isWithin(precision, 0, precisionMax) ? null : `precision must be a whole number from 0 to ${precisionMax}.`
}

const bits: Rule = (format) => {
  const { valueType, bitPosition = 0, bitsAmount } = format
  if (valueType === 'string') return stringBits(format)
  if (valueType === 'bit') {
    if (bitsAmount !== undefined && bitsAmount !== 1) return 'bitsAmount of a bit can only be 1.'
    return bitPosition < 16 ? null : 'bitPosition of a bit must be from 0 to 15.'
  }
  if (!fieldTypes.includes(valueType)) {
    if (bitsAmount !== undefined) return `bitsAmount has no meaning for ${valueType}.`
    return bitPosition === 0 ? null : `bitPosition has no meaning for ${valueType}.`
  }
  if (bitPosition > 0 && bitsAmount === undefined) return 'bitsAmount must be given where bitPosition is.'
  const field = fieldOf(format)
  const width = 16 * registerCount(format)
  if (field.position + field.bits <= width) return null
  return `bitPosition and bitsAmount must lie within the ${width} bits of ${valueType}.`
}

const stringBits: Rule = ({ bitPosition = 0, bitsAmount }) => {
  if (bitPosition !== 0) return 'bitPosition has no meaning for string.'
  if (bitsAmount === undefined) return 'bitsAmount must be given for string: 16 for each register.'
  return bitsAmount % 16 === 0 ? null : 'bitsAmount of a string must be a multiple of 16.'
}

const scale: Rule = ({ valueType, multiplier = 1, shift = 0 }) => {
  const factor = settingOf(multiplier)
  const summand = settingOf(shift)
  if (!factor) return notDecimal('multiplier')
  if (!summand) return notDecimal('shift')
  if (factor.digits === 0n) return 'multiplier must not be 0.'
  if (!unscaledTypes.includes(valueType)) return null
  if (compare(factor, { digits: 1n, scale: 0 }) !== 0) return `multiplier has no meaning for ${valueType}.`
  return summand.digits === 0n ? null : `shift has no meaning for ${valueType}.`
}

const bounds: Rule = ({ valueType, min, max }) => {
  const ends: Decimal[] = []
  for (const [name, value] of Object.entries({ min, max })) {
    if (value === undefined) continue
    if (valueType === 'string') return `${name} has no meaning for string.`
    const end = settingOf(value)
    if (!end) return notDecimal(name)
    ends.push(end)
  }
  const [low, high] = ends
  return low && high && compare(low, high) > 0 ? 'min must not be above max.' : null
}

const labels: Rule = (format) => {
  if (format.valueType !== 'enum') return null
  const numbers = Object.keys(format.enum ?? {})
  if (numbers.length === 0) return 'enum must name at least one number.'
  const highest = 2 ** fieldOf(format).bits - 1
  const odd = numbers.find((number) => !/^(?:0|[1-9]\d{0,4})$/.test(number) || Number(number) > highest)
  return odd === undefined ? null : `enum must name whole numbers from 0 to ${highest}, not "${odd.slice(0, 20)}".`
}

const rules: readonly Rule[] = [known, wholeNumbers, bits, scale, bounds, labels, nanValuesProblem, codingProblem]

const bitTable: Rule = ({ valueType, bitPosition = 0, order = 'ABCD' }) => {
  if (valueType !== 'bit') return 'valueType must be bit in a table of bits.'
  if (bitPosition !== 0) return 'bitPosition has no meaning in a table of bits.'
  return order === 'ABCD' ? null : 'order has no meaning in a table of bits.'
}

const isWithin = (value: number, from: number, till: number): boolean =>
  Number.isInteger(value) && value >= from && value <= till

const notDecimal = (name: string): string => `${name} must be a plain decimal number of at most 64 characters.`
