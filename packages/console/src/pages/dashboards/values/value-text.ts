import { decimalsOf } from '../../../format/decimals.rules.ts'
import { type Format, useFormat } from '../../../format/use-format.ts'
import type { BoardParam } from './board.ts'

/** A value for people, without its unit: a state by its name, a number with its decimals, a text as it is. */
export const boardValueText = (param: BoardParam, value: string | number, { decimal }: Format): string => {
  const label = param.states?.[String(value)]
  if (label !== undefined) return label
  const number = Number(value)
  return value === '' || !Number.isFinite(number) ? String(value) : decimal(value, decimalsOf(param, number))
}

/** The same with its unit after a space that does not break. */
export const useValueText = (): ((param: BoardParam, value: string | number) => string) => {
  const format = useFormat()
  return (param, value) => {
    const text = boardValueText(param, value, format)
    return param.unitName === undefined || param.states?.[String(value)] !== undefined
      ? text
      : `${text}\u00a0${param.unitName}`
  }
}
