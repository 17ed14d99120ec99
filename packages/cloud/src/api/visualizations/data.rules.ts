import { parseDecimal, round, toNumber, toText } from '@busbar/modbus/decimal'
import { evaluate } from '../../energy/formula/evaluate.ts'
import { parseFormula } from '../../energy/formula/parse.ts'
import { plainNumber } from '../../readings/plain-number.ts'
import type { Language } from '../../texts/texts.ts'
import { formattedValue } from '../readings/format/formatted-value.ts'
import type { Binding, Rule } from './bindings.contract.ts'
import type { KnownParam } from './values.sql.ts'
import type { DataSource } from './visualizations.sql.ts'

/** Of a formula's result, unless given. */
const decimalsOfFormula = 6
const decimalsOfAngle = 3

interface Value {
  /** For people. */
  shown: string
  /** As it was read. */
  text: string
  /** Null for a text. */
  number: number | null
}

type KnownParams = ReadonlyMap<number, KnownParam>
/** An outcome that is one number, or two between which the value leads. */
type Along = number | readonly number[]

/** The data of a visualization: what its bindings give, and before that what was saved. */
export const visData = (
  { bindings, saved }: DataSource,
  known: KnownParams,
  lang: Language,
): Record<string, string> => ({
  ...Object.fromEntries(bindings.flatMap((binding) => bindingData(binding, known, lang))),
  ...saved,
})

const bindingData = (binding: Binding, known: KnownParams, lang: Language): [key: string, text: string][] => {
  const { code, rules = [] } = binding
  const value = binding.formula === undefined ? paramValue(binding, known, lang) : formulaValue(binding, known, lang)
  if (value === null) return [[code, '']]
  const { text, color, visible, rotate, fill } = outcome(rules, value)
  const others = { color, visible, rotate, fill }
  return [
    [code, text ?? value.shown],
    ...Object.entries(others).flatMap(([name, said]): [string, string][] =>
      said === undefined ? [] : [[`${code}.${name}`, said]],
    ),
  ]
}

const paramValue = ({ param = 0, format = {} }: Binding, known: KnownParams, lang: Language): Value | null => {
  const found = known.get(param)
  if (found?.last == null) return null
  const { value, number } = found.last
  const precision = format.decimals ?? found.precision ?? null
  const unitName = format.unit === false ? null : (found.unitName ?? null)
  return { shown: formattedValue(value, { ...found, precision, unitName }, lang), text: value, number }
}

/** Null when an input has no number, or when there is no result. */
const formulaValue = ({ formula = '', format = {} }: Binding, known: KnownParams, lang: Language): Value | null => {
  const parsed = parseFormula(formula)
  if ('error' in parsed) return null
  const result = evaluate(parsed, (id) => {
    const last = known.get(id)?.last ?? null
    return last === null || last.number === null ? null : parseDecimal(last.value)
  })
  if ('error' in result) return null
  const precision = format.decimals ?? null
  const text = toText(round(result.value, precision ?? decimalsOfFormula))
  return { shown: formattedValue(text, { valueType: 'f64', precision }, lang), text, number: toNumber(result.value) }
}

/** Of each kind, what the first rule says that holds and has one. */
const outcome = (rules: readonly Rule[], value: Value) => {
  const holding = rules.filter((rule) => holds(rule, value))
  const first = (name: keyof Rule['then']): Rule | undefined => holding.find(({ then }) => then[name] !== undefined)
  const said = (name: 'rotate' | 'fill'): string | undefined => {
    const rule = first(name)
    const along = rule?.then[name]
    return rule === undefined || along === undefined ? undefined : plainNumber(placeAlong(along, rule, value.number))
  }
  const visible = first('visible')?.then.visible
  return {
    text: first('text')?.then.text,
    color: first('color')?.then.color,
    visible: visible === undefined ? undefined : String(visible),
    rotate: said('rotate'),
    fill: said('fill'),
  }
}

const holds = ({ when: { from, till, equals } }: Rule, { text, number }: Value): boolean => {
  if (equals !== undefined && equals !== (typeof equals === 'string' ? text : number)) return false
  if (from === undefined && till === undefined) return true
  return number !== null && number >= (from ?? -Infinity) && number <= (till ?? Infinity)
}

const placeAlong = (along: Along, { when: { from = 0, till = 1 } }: Rule, number: number | null): number => {
  if (typeof along === 'number') return along
  const [first = 0, second = 0] = along
  const place = first + ((second - first) * ((number ?? from) - from)) / (till - from)
  return Number(place.toFixed(decimalsOfAngle))
}
