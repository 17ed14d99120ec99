import { parseDecimal, round, toNumber, toText } from '@busbar/modbus/decimal'
import { evaluate } from '../../energy/formula/evaluate.ts'
import { parseFormula } from '../../energy/formula/parse.ts'
import type { Language } from '../../texts/texts.ts'
import { formattedValue } from '../readings/format/formatted-value.ts'
import type { Binding } from './bindings.contract.ts'
import { inputsOf } from './inputs.rules.ts'
import { outcomeOf, type RuleValue } from './outcome.rules.ts'
import { qualityOf, worstOf } from './quality.rules.ts'
import type { KnownParam } from './values.sql.ts'

/** Of a formula's result, unless given. */
const decimalsOfFormula = 6

export type KnownParams = ReadonlyMap<number, KnownParam>
export type ShownBinding = ReturnType<typeof shownBindings>[string]

/** What each binding shows, by its code: text, what rules say, and how good the reading is. */
export const shownBindings = (bindings: readonly Binding[], params: KnownParams, lang: Language, now: number) => {
  const values = new Map(bindings.map((binding) => [binding.code, valueOf(binding, params, lang)]))
  return Object.fromEntries(
    bindings.map((binding) => {
      const { code, rules = [] } = binding
      const value = values.get(code) ?? null
      const outcome = value === null ? {} : outcomeOf(rules, value, (of) => values.get(of) ?? null)
      const inputs = inputsOf(binding).map((id) => qualityOf(params.get(id), binding.staleAfterSec, now))
      const [paramId] = inputsOf(binding)
      return [
        code,
        {
          ...outcome,
          text: outcome.text ?? value?.shown ?? '',
          ...(value !== null && value.number !== null && { number: value.number }),
          ...worstOf(value === null ? [...inputs, { quality: 'none' }] : inputs),
          ...(paramId !== undefined && { paramId }),
        },
      ]
    }),
  )
}

const valueOf = (binding: Binding, params: KnownParams, lang: Language): RuleValue | null => {
  if (binding.arg !== undefined) return null
  return binding.formula === undefined ? paramValue(binding, params, lang) : formulaValue(binding, params, lang)
}

const paramValue = ({ param = 0, format = {} }: Binding, params: KnownParams, lang: Language): RuleValue | null => {
  const found = params.get(param)
  if (found?.last == null) return null
  const { value, number } = found.last
  const precision = format.decimals ?? found.precision ?? null
  const unitName = format.unit === false ? null : (found.unitName ?? null)
  return { shown: formattedValue(value, { ...found, precision, unitName }, lang), text: value, number }
}

/** Null when an input has no number, or when there is no result. */
const formulaValue = (
  { formula = '', format = {} }: Binding,
  params: KnownParams,
  lang: Language,
): RuleValue | null => {
  const parsed = parseFormula(formula)
  if ('error' in parsed) return null
  const result = evaluate(parsed, (id) => {
    const last = params.get(id)?.last ?? null
    return last === null || last.number === null ? null : parseDecimal(last.value)
  })
  if ('error' in result) return null
  const precision = format.decimals ?? null
  const text = toText(round(result.value, precision ?? decimalsOfFormula))
  return { shown: formattedValue(text, { valueType: 'f64', precision }, lang), text, number: toNumber(result.value) }
}
