import { compare, decimalOf, parseDecimal } from '@busbar/modbus/decimal'
import type { Control } from './items.contract.ts'

/** Why a control does not allow a value; null where it does. What the parameter itself allows is looked at when it is written. */
export const controlProblem = ({ kind, on = '1', off = '0', min, max }: Control, value: string): string | null => {
  if (kind === 'button') return value === on ? null : `the button writes ${on}`
  if (kind === 'switch') return value === on || value === off ? null : `the switch writes ${on} or ${off}`
  if (min === undefined && max === undefined) return null
  const decimal = parseDecimal(value)
  if (decimal === null) return 'must be a decimal number'
  if (min !== undefined && compare(decimal, decimalOf(min)) < 0) return `must not be below ${min}`
  return max !== undefined && compare(decimal, decimalOf(max)) > 0 ? `must not be above ${max}` : null
}
