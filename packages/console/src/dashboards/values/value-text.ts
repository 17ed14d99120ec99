import { decimalsOf, type Quantity } from '@busbar/ui/quantity'
import { type Format, useFormat } from '../../data/format/use-format.ts'
import type { BoardParam } from './board.ts'

const isNumber = (value: string | number): boolean => value !== '' && Number.isFinite(Number(value))

/** A value as widgets show it: the name of a state, a number with an SI prefix in its unit, or a text as it is. */
export const boardValueParts = (
  param: BoardParam,
  value: string | number,
  { quantityParts }: Pick<Format, 'quantityParts'>,
): Quantity => {
  const label = param.states?.[String(value)]
  if (label !== undefined) return { number: label, unit: '' }
  if (!isNumber(value)) return { number: String(value), unit: param.unitName ?? '' }
  return quantityParts(value, { unit: param.unitName, decimals: decimalsOf(param, Number(value)) })
}

/** The same with its unit after a space that does not break. */
export const useValueText = (): ((param: BoardParam, value: string | number) => string) => {
  const format = useFormat()
  return (param, value) => {
    const { number, unit } = boardValueParts(param, value, format)
    return unit === '' ? number : `${number}\u00a0${unit}`
  }
}

/** All digits in the unit of the parameter, for values that are written. */
export const useExactText = (): ((param: BoardParam, value: string | number) => string) => {
  const { decimal } = useFormat()
  return (param, value) => {
    const label = param.states?.[String(value)]
    if (label !== undefined || !isNumber(value)) return label ?? String(value)
    return decimal(value, decimalsOf(param, Number(value)), param.unitName)
  }
}
