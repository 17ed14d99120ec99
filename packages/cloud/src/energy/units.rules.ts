import { type Decimal, toNumber } from '@busbar/modbus/decimal'
import type { Formula } from '../formula/parse.ts'

/** A unit; empty is a plain number, null is not known. */
export type Unit = string | null

const prefixes = ['', 'k', 'M', 'G', 'T']
const scalable = /^([kMGT]?)(Wh|varh|VAh|W|var|VA|J)$/

/** The unit of things of these units together. */
export const sharedUnit = (units: readonly Unit[]): Unit => {
  const [first = null] = units
  return units.every((unit) => unit === first) ? first : null
}

/** Units that cannot be added up if there is more than one of them. Plain numbers and unknown units go with any other. */
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

/** Of a sensor with a multiplier. A transformer ratio or a share keeps the unit; only a power of a thousand converts it. */
export const multipliedUnit = (unit: Unit, multiplier: number): Unit =>
  thousandths(multiplier) === null ? unit : scaledUnit(unit, multiplier)

/** What power comes to in time. */
export const energyUnit = (unit: Unit): Unit => (unit !== null && /^[kMGT]?(W|var|VA)$/.test(unit) ? `${unit}h` : null)

/** Of what a formula gives, by the units of its parameters. */
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

/** Of a plain number; what is worked out is no factor that a unit could follow. */
const factorOf = (formula: Formula): number => (formula.kind === 'number' ? numberOf(formula.value) : Number.NaN)

const numberOf = (value: Decimal): number => toNumber(value)
