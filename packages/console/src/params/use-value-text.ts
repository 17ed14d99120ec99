import type { AnswerOf } from '../api/api-query.ts'
import { decimalsOf } from '../format/decimals.rules.ts'
import { useFormat } from '../format/use-format.ts'
import type { ParamState } from './quality.rules.ts'

type Param = AnswerOf<'devices', 'params'>[number]

/** Types whose values are numbers, and no states, bits, texts or times. */
const numbers: ReadonlySet<string> = new Set(['u16', 's16', 'u32', 's32', 'u64', 's64', 'f32', 'f64', 'bcd16', 'bcd32'])

/** How the last value of a parameter is written: a number with its own decimals in the user's language, all else as the service writes it. */
export const useValueText = (): ((param: Param, state: ParamState) => string) => {
  const { decimal } = useFormat()
  return (param, { value, formattedValue }) => {
    const isNumber =
      numbers.has(param.valueType) && param.enum === undefined && Number.isFinite(Number(value ?? 'none'))
    if (value === undefined || !isNumber) return formattedValue ?? '—'
    return decimal(value, decimalsOf(param, Number(value)), param.unitName)
  }
}
