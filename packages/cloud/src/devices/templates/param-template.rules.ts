import { formatProblem, type ValueFormat } from '@busbar/modbus'
import type { TemplateParam } from '../params/params.contract.ts'
import { counterProblem } from '../params/settings.rules.ts'

type TextsInput = TemplateParam['name']
type Texts = Exclude<TextsInput, string>

/** A parameter template as it is stored: every text by its language, nothing empty, decimals in one form. */
export type ParamTemplate = Omit<TemplateParam, 'name' | 'description' | 'category' | 'enum'> & {
  name: Texts
  description?: Texts
  category?: Texts
  enum?: Record<string, Texts>
}

/** Problem of a parameter in a list, counted from 0; `field` is the affected field. */
export interface ParamProblem {
  index: number
  field: string
  message: string
}

const problemsMax = 100

/** Puts a parameter into the form in which it is stored. Says nothing about whether it makes sense. */
export const tidyParam = (input: TemplateParam): ParamTemplate =>
  compact({
    ...input,
    name: tidyTexts(input.name),
    description: input.description && unlessEmpty(tidyTexts(input.description)),
    category: input.category && unlessEmpty(tidyTexts(input.category)),
    label: input.label?.trim() || undefined,
    unitName: input.unitName?.trim() || undefined,
    multiplier: input.multiplier === undefined ? undefined : tidyDecimal(input.multiplier),
    shift: input.shift === undefined ? undefined : tidyDecimal(input.shift),
    min: input.min === undefined ? undefined : tidyDecimal(input.min),
    max: input.max === undefined ? undefined : tidyDecimal(input.max),
    rolloverAt: input.rolloverAt === undefined ? undefined : tidyDecimal(input.rolloverAt),
    hourlyMax: input.hourlyMax === undefined ? undefined : tidyDecimal(input.hourlyMax),
    enum: input.enum && unlessEmpty(tidyEnum(input.enum)),
    nanValues: input.nanValues?.length === 0 ? undefined : input.nanValues,
    coding: input.coding && unlessEmpty(compact(input.coding)),
  }) as ParamTemplate

/** Everything that keeps parameters from being one device's, up to a hundred. */
export const paramProblems = (params: readonly ParamTemplate[]): ParamProblem[] => {
  const seen = { label: new Set<string>(), slug: new Set<string>() }
  const problems: ParamProblem[] = []
  for (const [index, param] of params.entries()) {
    const found = paramProblem(param) ?? duplicateProblem(param, seen)
    if (found !== null) problems.push({ index, ...found })
    if (problems.length === problemsMax) break
  }
  return problems
}

/** Returns the problem of a single parameter. */
const paramProblem = (param: ParamTemplate): Omit<ParamProblem, 'index'> | null => {
  for (const field of ['name', 'description', 'category'] as const) {
    if (param[field]?.en === '') return { field, message: `${field} must have a text in English.` }
  }
  if (Object.values(param.enum ?? {}).some(({ en }) => en === '')) {
    return { field: 'enum', message: 'enum must have a text in English for every number.' }
  }
  const message = formatProblem(param as ValueFormat, param.registerKind) ?? counterProblem(param)
  // A sentence about a format begins with the field's name.
  return message === null ? null : { field: message.split(/[ .]/, 1)[0] ?? '', message }
}

const duplicateProblem = (
  param: ParamTemplate,
  seen: Readonly<Record<'label' | 'slug', Set<string>>>,
): Omit<ParamProblem, 'index'> | null => {
  for (const field of ['label', 'slug'] as const) {
    const value = param[field]
    if (value === undefined) continue
    if (seen[field].has(value)) return { field, message: `${field} "${value}" belongs to another parameter.` }
    seen[field].add(value)
  }
  return null
}

const tidyTexts = (input: TextsInput): Texts => {
  if (typeof input === 'string') return { en: input.trim() }
  const { en, ...others } = input
  return {
    en: en.trim(),
    ...compact(Object.fromEntries(Object.entries(others).map(([lang, text]) => [lang, text?.trim() || undefined]))),
  }
}

const tidyEnum = (labels: Readonly<Record<string, TextsInput>>): Record<string, Texts> =>
  Object.fromEntries(Object.entries(labels).map(([number, texts]) => [number, tidyTexts(texts)]))

/** A number where a number says every digit, otherwise the text. */
const tidyDecimal = (value: number | string): number | string => {
  const text = typeof value === 'number' ? plainText(value) : value.trim()
  return plainText(Number(text)) === text ? Number(text) : text
}

/** A number without an exponent: 1e-7 is 0.0000001. */
export const plainText = (value: number): string => {
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const sign = value < 0 ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  const point = 1 + Number(exponent)
  return sign + (point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`)
}

const unlessEmpty = <T extends object>(value: T): T | undefined =>
  Object.values(value).some((inner) => inner !== '') ? value : undefined

const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T
