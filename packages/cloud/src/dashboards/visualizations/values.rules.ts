import type { Language } from '@busbar/messaging/texts'
import { parseDecimal, round, toNumber, toText } from '@busbar/modbus/decimal'
import { formattedValue } from '../../fields/formatted-value.ts'
import { isoTime } from '../../fields/iso-time.ts'
import { evaluate } from '../../formula/evaluate.ts'
import { parseFormula } from '../../formula/parse.ts'
import type { Binding } from './bindings.contract.ts'
import { inputsOf } from './inputs.rules.ts'
import { outcomeOf, type RuleValue } from './outcome.rules.ts'
import type { KnownParam } from './values.sql.ts'

/** From best to worst. */
const order = ['good', 'stale', 'failed', 'none'] as const
type Quality = (typeof order)[number]

interface ReadingQuality {
  quality: Quality
  /** In milliseconds since 1970. */
  readOn?: number
  reason?: string
}

/** A value is old when so many times it could have been read were missed, and a little more. */
const missedMax = 3
const graceMs = 10_000

/** A failure counts only without a later good reading. A device that reports "no value" has not failed. */
const qualityOf = (param: KnownParam | undefined, staleAfterSec: number | undefined, now: number): ReadingQuality => {
  if (param === undefined) return { quality: 'none' }
  const { last, error, updatePeriodSec } = param
  const readOn = last === null ? {} : { readOn: last.readOn }
  if (error !== null && (last === null || error.on > last.readOn)) {
    return { quality: error.reason === 'NoValue' ? 'none' : 'failed', reason: error.reason, ...readOn }
  }
  if (last === null) return { quality: 'none' }
  const oldMs = staleAfterSec === undefined ? missedMax * updatePeriodSec * 1000 + graceMs : staleAfterSec * 1000
  return { quality: now - last.readOn > oldMs ? 'stale' : 'good', ...readOn }
}

/** Returns the worst quality and the oldest time. A binding without parameters is good. */
const worstOf = (all: readonly ReadingQuality[]): { quality: Quality; readOn?: string; reason?: string } => {
  const worst = all.toSorted((a, b) => order.indexOf(b.quality) - order.indexOf(a.quality))[0]
  const times = all.flatMap(({ readOn }) => readOn ?? [])
  return {
    quality: worst?.quality ?? 'good',
    ...(times.length > 0 && { readOn: isoTime(Math.min(...times)) }),
    ...(worst?.reason !== undefined && { reason: worst.reason }),
  }
}

/** Default decimals of a formula's result. */
const decimalsOfFormula = 6

export type KnownParams = ReadonlyMap<number, KnownParam>
export type ShownBinding = ReturnType<typeof shownBindings>[string]

/** Returns the text, the rules' results and the quality of each binding by code. */
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
