import { add, type Decimal, decimalOf, subtract } from '@busbar/modbus/decimal'
import type { Condition } from '../alert.ts'
import type { ReadValue } from '../alert-state.ts'

/**
 * More than all rounding on the way: of four decimals to doubles and of three differences, as a share of their sizes. Doubles next to
 * zero have fewer bits, and their own least rounding.
 */
const roundingShare = 2 ** -50
const roundingLeast = 2 ** -1070

/** Decimals of up to 15 digits and doubles name each other one to one. */
const unitsInOne = 1e6
const unitsMax = 1e15

/** How many millionths a number is, when it is a whole number of them; else NaN. */
const unitsOf = (value: number): number => {
  const units = Math.round(value * unitsInOne)
  return units / unitsInOne === value && Math.abs(units) <= unitsMax ? units : Number.NaN
}

const exactOf = (value: ReadValue): Decimal => {
  if (typeof value === 'number') return decimalOf(value)
  const [whole = '', fraction = ''] = value.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

const signOf = ({ digits }: Decimal): number => (digits < 0n ? -1 : Number(digits > 0n))

/** Negative when `one` is less than `other`, 0 when they are the same decimal. Doubles and their shortest decimals have one order. */
export function compareValues(one: ReadValue, other: ReadValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one < other ? -1 : Number(one > other)
  return signOf(subtract(exactOf(one), exactOf(other)))
}

/** The sign of `(value - base) - (limit - slack)`, all of them decimals: 0.7 is as far below 0.8 as 0.1 is above 0. */
export function compareWithBand(value: ReadValue, base: ReadValue, limit: number, slack: number): number {
  if (base === 0 && slack === 0) return compareValues(value, limit)
  if (typeof value === 'number' && typeof base === 'number') {
    const size = Math.abs(value) + Math.abs(base) + Math.abs(limit) + Math.abs(slack)
    const rest = value - base - (limit - slack)
    if (Math.abs(rest) > size * roundingShare + roundingLeast) return Math.sign(rest)
    const units = unitsOf(value) - unitsOf(base) - (unitsOf(limit) - unitsOf(slack))
    if (!Number.isNaN(units)) return units < 0 ? -1 : Number(units > 0)
  }
  const change = subtract(exactOf(value), exactOf(base))
  return signOf(add(subtract(change, exactOf(limit)), exactOf(slack)))
}

/** Returns true if `bit` of a value is set, in two's complement. */
export function hasBit(value: ReadValue, bit: number): boolean {
  if (typeof value === 'number') return Math.floor(value / 2 ** bit) % 2 !== 0
  const { digits, scale } = exactOf(value)
  const unit = 10n ** BigInt(scale)
  const rest = digits % unit
  const integer = (digits - rest) / unit - (rest < 0n ? 1n : 0n)
  return ((integer >> BigInt(bit)) & 1n) === 1n
}

/** Compares a value, or the change from `base` to it, with the limit. `wasTrue`: the deadband keeps the condition. */
export function isMetBy(
  { kind, value: limit, deadband }: Condition,
  value: ReadValue,
  wasTrue: boolean,
  base: ReadValue = 0,
): boolean {
  const slack = wasTrue ? deadband : 0
  switch (kind) {
    case 'g':
    case 'change-over':
      return compareWithBand(value, base, limit, slack) > 0
    case 'ge':
      return compareWithBand(value, base, limit, slack) >= 0
    case 'l':
      return compareWithBand(value, base, limit, -slack) < 0
    case 'le':
      return compareWithBand(value, base, limit, -slack) <= 0
    case 'eq':
      return isWithin(value, limit, deadband)
    case 'neq':
      return !isWithin(value, limit, deadband)
    case 'bit-set':
      return hasBit(value, limit)
    case 'bit-clear':
      return !hasBit(value, limit)
    case 'reading-error':
    case 'no-data':
    case 'net-down':
      return wasTrue
  }
}

const isWithin = (value: ReadValue, limit: number, deadband: number): boolean =>
  compareWithBand(value, 0, limit, deadband) >= 0 && compareWithBand(value, 0, limit, -deadband) <= 0
