import type { RegisterKind } from '@busbar/modbus'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import type { Language } from '../../data/state/preferences.ts'

type Param = AnswerOf<'devices', 'params'>[number]
type ParamChanges = Omit<RequestOf<'params', 'change'>, 'paramId'>

/** Input by field name; unchecked boxes are missing. */
export type FormValues = ReadonlyMap<string, string>

/** Chosen from lists. */
export type Register = Pick<Param, 'valueType' | 'order'> & { registerKind: RegisterKind }

/**
 * Returns the changes of the form. An empty field removes an optional value; a name in a language other than English
 * leaves the others unchanged.
 */
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

type Reading = AnswerOf<'readings', 'get'>[number]
type Gap = AnswerOf<'readings', 'gaps'>[string][number]

/** A reading, or a run of those that failed. */
export type ReadingRow =
  | { kind: 'value'; on: string; value: number }
  | { kind: 'gap'; on: string; from: string; polls: number; reason: string }

/** Readings with what failed between them, newest first. Of a page that is not the newest, gaps after its last reading are on another. */
export const readingRows = (readings: readonly Reading[], gaps: readonly Gap[], isNewest: boolean): ReadingRow[] => {
  const [oldest, newest] = [readings[0]?.[0], readings.at(-1)?.[0]]
  const isHere = ({ till }: Gap): boolean =>
    (oldest === undefined || till >= oldest) && (isNewest || newest === undefined || till <= newest)
  return [
    ...readings.map(([on, value]): ReadingRow => ({ kind: 'value', on, value })),
    ...gaps
      .filter(isHere)
      .map(({ from, till, polls, reason }): ReadingRow => ({ kind: 'gap', on: till, from, polls, reason })),
  ].toSorted((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
}
