import { byteOrders, formatProblem, registerKinds, type ValueFormat, valueTypes } from '@busbar/modbus'
import { editableDecimal, readNumber } from '@busbar/ui'
import type { Language } from '../../data/state/preferences.ts'
import type { ParamTemplate } from './variants.rules.ts'

/** Columns of a register map; each is a field of a parameter. */
export const cellFields = [
  'address',
  'name',
  'label',
  'registerKind',
  'valueType',
  'order',
  'multiplier',
  'unitName',
  'precision',
  'isTracked',
  'isProgrammable',
  'min',
  'max',
  'enum',
  'nanValues',
  'shift',
  'bitPosition',
  'bitsAmount',
  'rolloverAt',
  'hourlyMax',
  'category',
  'description',
] as const
export type CellField = (typeof cellFields)[number]

type CellKind = 'text' | 'whole' | 'decimal' | 'flag' | 'texts' | 'codes' | 'list' | 'choice'
export const kindOfCell: Readonly<Record<CellField, CellKind>> = {
  address: 'whole',
  name: 'texts',
  label: 'text',
  registerKind: 'choice',
  valueType: 'choice',
  order: 'choice',
  multiplier: 'decimal',
  unitName: 'text',
  precision: 'whole',
  isTracked: 'flag',
  isProgrammable: 'flag',
  min: 'decimal',
  max: 'decimal',
  enum: 'codes',
  nanValues: 'list',
  shift: 'decimal',
  bitPosition: 'whole',
  bitsAmount: 'whole',
  rolloverAt: 'decimal',
  hourlyMax: 'decimal',
  category: 'texts',
  description: 'texts',
}

export const choicesOf = (field: CellField): readonly string[] =>
  field === 'registerKind'
    ? registerKinds
    : field === 'valueType'
      ? valueTypes
      : field === 'order'
        ? byteOrders
        : ['true', 'false']

/** Placeholders of empty cells. */
const cellDefaults: Readonly<Partial<Record<CellField, string>>> = {
  order: 'ABCD',
  isTracked: 'true',
  isProgrammable: 'false',
}

/** A line of the table: what is typed, and the parameter that it began as, which may know more than cells show. */
export interface MapRow {
  key: number
  cells: Readonly<Record<CellField, string>>
  from: ParamTemplate | null
}

export type CellProblem =
  | { kind: 'missing' | 'number' | 'whole' | 'choice' | 'codes' | 'taken' }
  | { kind: 'range'; from: number; till: number }
  | { kind: 'ambiguous'; readings: readonly string[] }
  | { kind: 'format'; says: string }

type LocalizedText = ParamTemplate['name']

/** A text in the language, else in English. */
const shownText = (texts: LocalizedText | undefined, language: Language): string =>
  texts === undefined ? '' : typeof texts === 'string' ? texts : (texts[language] ?? texts.en)

/** A changed text takes the place of the one that was shown; others stay. */
const changedText = (before: LocalizedText | undefined, text: string, language: Language): LocalizedText => {
  if (before === undefined || typeof before === 'string') return text
  return before[language] === undefined ? { ...before, en: text } : { ...before, [language]: text }
}

const cellText = (param: ParamTemplate, field: CellField, language: Language): string => {
  const kind = kindOfCell[field]
  if (kind === 'texts') return shownText(param[field as 'name' | 'category' | 'description'], language)
  if (kind === 'codes') return codesText(param.enum ?? {}, language)
  if (kind === 'list') return (param.nanValues ?? []).join(' ')
  const value = param[field] as string | number | boolean | undefined
  if (kind === 'decimal') return editableDecimal(String(value ?? ''), language)
  return value === undefined ? (cellDefaults[field] ?? '') : String(value)
}

/** `0=off; 1=on`. A semicolon inside a label has a backslash before it. */
const codesText = (labels: NonNullable<ParamTemplate['enum']>, language: Language): string =>
  Object.entries(labels)
    .map(([number, texts]) => `${number}=${shownText(texts, language).replaceAll(/[\\;]/g, String.raw`\$&`)}`)
    .join('; ')

const codesOf = (text: string): Map<string, string> | null => {
  const found = new Map<string, string>()
  for (const [part] of text.matchAll(/(?:\\[^]|[^\\;]|\\$)+/g)) {
    if (part.trim() === '') continue
    const [, number, label] = /^\s*(\d{1,10})\s*=\s*(.*?)\s*$/s.exec(part) ?? []
    if (number === undefined || label === undefined || label === '' || found.has(number)) return null
    found.set(number, label.replaceAll(/\\([^])/g, '$1'))
  }
  return found
}

export const rowOf = (param: ParamTemplate, key: number, language: Language): MapRow => ({
  key,
  cells: Object.fromEntries(cellFields.map((field) => [field, cellText(param, field, language)])) as MapRow['cells'],
  from: param,
})

export const emptyRow = (key: number, after?: MapRow): MapRow => ({
  key,
  cells: {
    ...(Object.fromEntries(cellFields.map((field) => [field, cellDefaults[field] ?? ''])) as MapRow['cells']),
    registerKind: after?.cells.registerKind ?? 'holding',
    valueType: after?.cells.valueType ?? 'u16',
    order: after?.cells.order ?? 'ABCD',
    address: after === undefined ? '0' : nextAddress(after),
  },
  from: null,
})

/** Returns the address after the value of a row. */
const nextAddress = ({ cells: { address, valueType, registerKind } }: MapRow): string => {
  const now = Number(address)
  if (!Number.isInteger(now)) return ''
  const isBit = registerKind === 'coil' || registerKind === 'discrete-input'
  const size = isBit ? 1 : valueType.endsWith('64') ? 4 : valueType.endsWith('32') ? 2 : 1
  return String(Math.min(65_535, now + size))
}

const limits: Readonly<Partial<Record<CellField, readonly [number, number]>>> = {
  address: [0, 65_535],
  precision: [0, 12],
  bitPosition: [0, 63],
  bitsAmount: [1, 2000],
}

const decimalCharsMax = 64

/** Returns the problem of a single cell. */
const problemOfCell = (field: CellField, input: string, language: Language): CellProblem | null => {
  const text = input.trim()
  if (text === '') return ['address', 'name', 'registerKind', 'valueType'].includes(field) ? { kind: 'missing' } : null
  const kind = kindOfCell[field]
  if (kind === 'decimal') {
    const { value, readings, problem } = readNumber(text, language)
    if (problem?.name === 'ambiguous') return { kind: 'ambiguous', readings }
    return problem === null && value.length <= decimalCharsMax ? null : { kind: 'number' }
  }
  if (kind === 'choice' || kind === 'flag') return choicesOf(field).includes(text) ? null : { kind: 'choice' }
  if (kind === 'codes') return codesOf(text) === null ? { kind: 'codes' } : null
  if (kind !== 'whole') return null
  const [from, till] = limits[field] ?? [0, 65_535]
  const { problem } = readNumber(text, language, { isWhole: true, min: from, max: till })
  if (problem === null) return null
  return problem.name === 'below' || problem.name === 'above' ? { kind: 'range', from, till } : { kind: 'whole' }
}

/** The parameter of a row whose cells are right by themselves. */
const paramOf = ({ cells, from }: MapRow, language: Language): ParamTemplate => {
  const before = from ?? { name: '', address: 0, registerKind: 'holding', valueType: 'u16' }
  const param: Record<string, unknown> = { ...before }
  for (const field of cellFields) {
    const text = cells[field].trim()
    if (from !== null && cellText(from, field, language) === cells[field]) continue
    if (text === '') delete param[field]
    else param[field] = valueOf(field, text, before, language)
  }
  return param as ParamTemplate
}

const valueOf = (field: CellField, text: string, before: ParamTemplate, language: Language): unknown => {
  switch (kindOfCell[field]) {
    case 'whole':
      return Number(readNumber(text, language, { isWhole: true }).value)
    case 'decimal':
      return readNumber(text, language).value
    case 'flag':
      return text === 'true'
    case 'list':
      return text.split(/[;,\s]+/).filter(Boolean)
    case 'texts':
      return changedText(before[field as 'name'], text, language)
    case 'codes':
      return Object.fromEntries(
        [...(codesOf(text) ?? [])].map(([number, label]) => [
          number,
          changedText(before.enum?.[number], label, language),
        ]),
      )
    case 'text':
    case 'choice':
      return text
  }
}

export interface ParsedMap {
  params: ParamTemplate[]
  /** Valid parameters by the key of their row. */
  byKey: ReadonlyMap<number, ParamTemplate>
  /** Problems by the key of the row, then by field. */
  problems: ReadonlyMap<number, Partial<Record<CellField, CellProblem>>>
}

/** Parses a table into parameters and problems by cell. */
export const readRows = (rows: readonly MapRow[], language: Language): ParsedMap => {
  const problems = new Map<number, Partial<Record<CellField, CellProblem>>>()
  const params: ParamTemplate[] = []
  const byKey = new Map<number, ParamTemplate>()
  const labels = new Set<string>()
  for (const row of rows) {
    const found: Partial<Record<CellField, CellProblem>> = {}
    for (const field of cellFields) {
      const problem = problemOfCell(field, row.cells[field], language)
      if (problem !== null) found[field] = problem
    }
    const label = row.cells.label.trim()
    if (label !== '' && labels.has(label)) found.label = { kind: 'taken' }
    labels.add(label)
    if (Object.keys(found).length === 0) {
      const param = paramOf(row, language)
      params.push(param)
      const says = formatProblem(param as ValueFormat, param.registerKind)
      // The sentence begins with the name of its field.
      const named = cellFields.find((field) => says?.startsWith(field) === true)
      if (says === null) byKey.set(row.key, param)
      else found[named ?? 'valueType'] = { kind: 'format', says }
    }
    if (Object.keys(found).length > 0) problems.set(row.key, found)
  }
  return { params, byKey, problems }
}
