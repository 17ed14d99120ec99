import type { RegisterKind } from '@busbar/modbus'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import type { Language } from '../../data/state/preferences.ts'

type Param = AnswerOf<'devices', 'params'>[number]
type ParamChanges = Omit<RequestOf<'params', 'change'>, 'paramId'>

/** What was typed, by the names of fields; a box that is not ticked is missing. */
export type FormValues = ReadonlyMap<string, string>

/** Chosen from lists. */
export type Register = Pick<Param, 'valueType' | 'order'> & { registerKind: RegisterKind }

/** What the form asks to be changed. An empty field takes away what may be missing; a name in another language than English leaves the rest. */
export const changesOf = (typed: FormValues, { name: before, nanValues }: Param, language: Language): ParamChanges => {
  const text = (name: string): string => (typed.get(name) ?? '').trim()
  const orNull = (name: string): string | null => (text(name) === '' ? null : text(name))
  return {
    name: renamed(before, text('name'), language),
    label: orNull('label'),
    unitName: orNull('unitName'),
    precision: text('precision') === '' ? null : Number(text('precision')),
    ...(text('multiplier') !== '' && { multiplier: text('multiplier') }),
    ...(text('shift') !== '' && { shift: text('shift') }),
    min: orNull('min'),
    max: orNull('max'),
    ...nanValuesOf(text('nanValues'), nanValues),
    rolloverAt: orNull('rolloverAt'),
    hourlyMax: orNull('hourlyMax'),
    address: Number(text('address')),
    isTracked: typed.has('isTracked'),
    isProgrammable: typed.has('isProgrammable'),
  }
}

/** `0xFFFF, 32767`. Where nothing was said and nothing is typed, nothing is said: the template may still do so. */
const nanValuesOf = (text: string, before: Param['nanValues']): Pick<ParamChanges, 'nanValues'> => {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  if (words.length > 0) return { nanValues: words }
  return before === undefined ? {} : { nanValues: null }
}

/** A name in one language leaves the others as they are. */
export const renamed = (before: Param['name'], name: string, language: Language): Param['name'] => {
  if (typeof before !== 'string') return { ...before, [language]: name }
  return language === 'en' || name === before ? name : { en: before, [language]: name }
}
