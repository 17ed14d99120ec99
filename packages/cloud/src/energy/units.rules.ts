import { decimalUnitOf } from '@busbar/kit/decimal-unit'
import { type Decimal, toNumber } from '@busbar/modbus/decimal'
import type { Formula } from '../formula/parse.ts'

/** A unit; empty is a plain number, null is not known. */
export type Unit = string | null

const prefixes = ['', 'k', 'M', 'G', 'T']
const scalable = /^([kMGT]?)(Wh|varh|VAh|W|var|VA|J)$/

/** Returns the power of ten that converts amounts of one unit to another exactly, or null if none does. */
export const unitFactor = (from: Unit, to: Unit): Decimal | null => {
  if (from === null || to === null) return null
  if (from === to) return { digits: 1n, scale: 0 }
  const [given, wanted] = [decimalUnitOf(from), decimalUnitOf(to)]
  if (given === null || wanted === null || given.base !== wanted.base) return null
  const power = given.exponent - wanted.exponent
  return power < 0 ? { digits: 1n, scale: -power } : { digits: 10n ** BigInt(power), scale: 0 }
}

/** The unit of things of these units together. */
export const sharedUnit = (units: readonly Unit[]): Unit => {
  const [first = null] = units
  return units.every((unit) => unit === first) ? first : null
}

/**
 * Returns the unit of a sum of these units: the one that all have, or the largest if all convert to it exactly. The order of the units does not
 * change the result. Null if there is no such unit or if one of several is unknown.
 */
export const sumUnit = (units: readonly Unit[]): Unit => {
  const shared = sharedUnit(units)
  if (shared !== null) return shared
  const [largest = null] = distinctUnits(units).toSorted(
    (a, b) => (decimalUnitOf(b)?.exponent ?? 0) - (decimalUnitOf(a)?.exponent ?? 0) || (a < b ? -1 : 1),
  )
  return units.every((unit) => unitFactor(unit, largest) !== null) ? largest : null
}

/** Returns the distinct units if they cannot be added up in this unit, otherwise an empty list. */
export const mixedUnitsIn = (units: readonly Unit[], sum: Unit): string[] => {
  const distinct = distinctUnits(units)
  return distinct.length < 2 || units.every((unit) => unitFactor(unit, sum) !== null) ? [] : distinct
}

/** The known units, each once. Plain numbers and unknown units can be added to any single unit. */
export const distinctUnits = (units: readonly Unit[]): string[] => [
  ...new Set(units.flatMap((unit) => (unit === null || unit === '' ? [] : [unit]))),
]

/** How many times a factor is a thousandth, such as 1 for 0.001; null if it is not a power of a thousand. */
const thousandths = (factor: number): number | null => {
  const size = Math.abs(factor)
  const count = Math.round(-Math.log10(size) / 3)
  return Math.abs(size * 1000 ** count - 1) > 1e-12 ? null : count
}

/** Times a factor: a thousandth of Wh is Wh by thousands, which is kWh. Any other factor makes a unit without a name. */
export const scaledUnit = (unit: Unit, factor: number): Unit => {
  if (Math.abs(factor) === 1 || unit === null) return unit
  const [, prefix = '', base = ''] = scalable.exec(unit) ?? []
  const steps = thousandths(factor)
  const next = steps === null ? undefined : prefixes[prefixes.indexOf(prefix) + steps]
  return base === '' || next === undefined ? null : next + base
}

/**
 * Unit of a sensor with a multiplier. A transformer ratio or a share keeps the unit; only a power of a thousand
 * converts it.
 */
export const multipliedUnit = (unit: Unit, multiplier: number): Unit =>
  thousandths(multiplier) === null ? unit : scaledUnit(unit, multiplier)

/** Unit of power integrated over time. */
export const energyUnit = (unit: Unit): Unit => (unit !== null && /^[kMGT]?(W|var|VA)$/.test(unit) ? `${unit}h` : null)

/** Unit of a formula's result, from the units of its parameters. */
export const formulaUnit = (formula: Formula, unitOf: (paramId: number) => Unit): Unit => {
  if (formula.kind === 'number') return ''
  if (formula.kind === 'param') return unitOf(formula.id)
  if (formula.kind === 'minus') return formulaUnit(formula.of, unitOf)
  const [left, right] = [formulaUnit(formula.left, unitOf), formulaUnit(formula.right, unitOf)]
  if (left === null || right === null) return null
  if (formula.kind === '+' || formula.kind === '-') return sharedUnit([left, right])
  const factor = factorOf(formula.right)
  if (formula.kind === '/' && left === right) return ''
  if (formula.kind === '*' && left === '') return scaledUnit(right, factorOf(formula.left))
  if (right !== '') return null
  if (formula.kind === '*') return scaledUnit(left, factor)
  if (formula.kind === '/') return scaledUnit(left, 1 / factor)
  return left === '' ? '' : null
}

/** Value of a plain number; a computed value is no factor that a unit could follow. */
const factorOf = (formula: Formula): number => (formula.kind === 'number' ? numberOf(formula.value) : Number.NaN)

const numberOf = (value: Decimal): number => toNumber(value)
