import { decimalsOf } from '@busbar/ui/quantity'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import type { Language } from '../../data/state/preferences.ts'
import type { ParamState } from './quality.rules.ts'

type ParamText = AnswerOf<'devices', 'params'>[number]['name']

/** A text of a parameter in the user's language, or in English. */
export const paramText = (text: ParamText, language: Language): string =>
  typeof text === 'string' ? text : (text[language] ?? text.en)

type Param = AnswerOf<'devices', 'params'>[number]

/** Types whose values are numbers, and no states, bits, texts or times. */
const numbers: ReadonlySet<string> = new Set(['u16', 's16', 'u32', 's32', 'u64', 's64', 'f32', 'f64', 'bcd16', 'bcd32'])

const isNumber = ({ valueType, enum: states }: Param, value: string | undefined): value is string =>
  numbers.has(valueType) && states === undefined && value !== undefined && Number.isFinite(Number(value))

/** Formats the last value of a parameter with all its digits. Texts, states and times come formatted from the service. */
export const useValueText = (): ((param: Param, state: ParamState) => string) => {
  const { decimal } = useFormat()
  return (param, { value, formattedValue }) =>
    isNumber(param, value) ? decimal(value, decimalsOf(param, Number(value)), param.unitName) : (formattedValue ?? '—')
}

/** The same for tiles: with an SI prefix and significant digits. */
export const useTileText = (): ((param: Param, state: ParamState) => string) => {
  const { quantity } = useFormat()
  return (param, { value, formattedValue }) =>
    isNumber(param, value)
      ? quantity(value, { unit: param.unitName, decimals: decimalsOf(param, Number(value)) })
      : (formattedValue ?? '—')
}
