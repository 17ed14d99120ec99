import {
  type CsvRow,
  type Delimiter,
  enumEntries,
  enumText,
  flagOf,
  guarded,
  jsonOf,
  readCsv,
  unguarded,
  writeCsv,
} from '@busbar/import'
import { languages } from '@busbar/templates'
import { templateParam } from '../params/params.contract.ts'
import { type ParamTemplate, paramProblems, plainText, tidyParam } from './param-template.rules.ts'

/** A mistake in a table, where a person finds it. */
export interface TableError {
  line: number
  column: string
  message: string
}

type Kind = 'text' | 'integer' | 'decimal' | 'flag' | 'texts' | 'enum' | 'list' | 'json'
type Field = keyof ParamTemplate

const paramsMax = 2000
const errorsMax = 100

/** Every field with what its cells hold, in the order of the columns. `texts` and `enum` have a column for each language. */
const fields: Readonly<Record<Field, Kind>> = {
  label: 'text',
  name: 'texts',
  category: 'texts',
  description: 'texts',
  slug: 'text',
  registerKind: 'text',
  address: 'integer',
  valueType: 'text',
  order: 'text',
  bitPosition: 'integer',
  bitsAmount: 'integer',
  multiplier: 'decimal',
  shift: 'decimal',
  precision: 'integer',
  min: 'decimal',
  max: 'decimal',
  rolloverAt: 'decimal',
  hourlyMax: 'decimal',
  unitName: 'text',
  enum: 'enum',
  nanValues: 'list',
  coding: 'json',
  isTracked: 'flag',
  isProgrammable: 'flag',
  untried: 'flag',
}
const requiredColumns = ['name_en', 'registerKind', 'address', 'valueType']

interface Column {
  name: string
  field: Field
  kind: Kind
  lang: keyof ParamTemplate['name']
}

const columns: readonly Column[] = Object.entries(fields).flatMap(([name, kind]): Column[] => {
  const field = name as Field
  if (kind !== 'texts' && kind !== 'enum') return [{ name, field, kind, lang: 'en' }]
  return languages.map((lang) => ({ name: `${name}_${lang}`, field, kind, lang }))
})

/** Columns by lower-case name; a text column without a language is English. */
const columnsByName: ReadonlyMap<string, Column> = new Map([
  ...columns.map((column) => [column.name.toLowerCase(), column] as const),
  ...columns.filter(({ name, field }) => name === `${field}_en`).map((column) => [column.field, column] as const),
])

/** Parameters as a table for a spreadsheet: a line of names, then one parameter a line. */
export const writeParams = (params: readonly ParamTemplate[]): string => {
  const used = columns.filter(
    (column) => requiredColumns.includes(column.name) || params.some((param) => cellOf(param, column) !== ''),
  )
  const lines = params.map((param) => used.map((column) => guarded(cellOf(param, column))))
  return writeCsv([used.map(({ name }) => name), ...lines])
}

const cellOf = (param: ParamTemplate, { field, kind, lang }: Column): string => {
  if (kind === 'texts') return (param[field] as ParamTemplate['name'] | undefined)?.[lang] ?? ''
  if (kind === 'enum') return enumText(param.enum ?? {}, lang)
  if (kind === 'list') return (param.nanValues ?? []).join(';')
  const value = param[field]
  if (kind === 'json') return value === undefined ? '' : JSON.stringify(value)
  if (typeof value === 'number') return plainText(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

/** Reads a table, also one written by hand; up to a hundred errors are reported at once. */
export const readParams = (text: string): { params: ParamTemplate[] } | { errors: TableError[] } => {
  const table = readCsv(text)
  if ('message' in table) return { errors: [{ line: table.line, column: `${table.cell + 1}`, message: table.message }] }
  const [head, ...lines] = table.rows
  if (head === undefined || lines.length === 0)
    return { errors: [{ line: 1, column: '', message: 'nothing is in it' }] }
  if (lines.length > paramsMax) {
    return { errors: [{ line: lines[paramsMax]?.line ?? 1, column: '', message: `at most ${paramsMax} parameters` }] }
  }
  const header = readHeader(head)
  if ('errors' in header) return header
  const rows = lines.map((row) => readRow(row, header.columns, table.delimiter))
  const errors = rows.flatMap((row) => ('errors' in row ? row.errors : []))
  if (errors.length > 0) return { errors: errors.slice(0, errorsMax) }
  const params = rows.flatMap((row) => ('param' in row ? [row.param] : []))
  const problems = paramProblems(params).map(({ index, field, message }) => ({
    line: lines[index]?.line ?? 0,
    column: columnOf(field),
    message,
  }))
  return problems.length > 0 ? { errors: problems } : { params }
}

const readHeader = ({ line, cells }: CsvRow): { columns: Column[] } | { errors: TableError[] } => {
  const found: Column[] = []
  const errors: TableError[] = []
  for (const [at, cell] of cells.entries()) {
    const name = unguarded(cell.trim())
    const column = columnsByName.get(name.toLowerCase())
    const shown = name.slice(0, 50) || `${at + 1}`
    if (column === undefined) errors.push({ line, column: shown, message: 'there is no such column' })
    else if (found.includes(column)) errors.push({ line, column: shown, message: 'this column is there twice' })
    else found.push(column)
  }
  for (const name of requiredColumns) {
    if (errors.length === 0 && !found.some((column) => column.name === name)) {
      errors.push({ line, column: name, message: 'this column is missing' })
    }
  }
  return errors.length > 0 ? { errors } : { columns: found }
}

const readRow = (
  { line, cells }: CsvRow,
  header: readonly Column[],
  delimiter: Delimiter,
): { param: ParamTemplate } | { errors: TableError[] } => {
  const input: Record<string, unknown> = {}
  const errors: TableError[] = []
  for (const [at, cell] of cells.entries()) {
    const text = unguarded(cell.trim()).trim()
    if (text === '') continue
    const column = header[at]
    const message = column === undefined ? 'there is no column for it' : putCell(input, column, text, delimiter)
    if (message !== null) errors.push({ line, column: column?.name ?? `${at + 1}`, message })
  }
  for (const field of fieldsWithoutEnglish(input)) {
    errors.push({ line, column: columnOf(field), message: 'must have a text in English' })
  }
  if (errors.length > 0) return { errors }
  const parsed = templateParam.safeParse(input)
  if (parsed.success) return { param: tidyParam(parsed.data) }
  return {
    errors: parsed.error.issues.map(({ path, message }) => ({
      line,
      column: columnOf(path[0]),
      message: input[String(path[0])] === undefined ? 'is missing' : message,
    })),
  }
}

const fieldsWithoutEnglish = (input: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(input).filter((field) => {
    const kind = fields[field as Field]
    if (kind === 'enum') return Object.values(input[field] as object).some(({ en }) => en === '')
    return kind === 'texts' && (input[field] as { en: string }).en === ''
  })

const columnOf = (field: unknown): string => columns.find((column) => column.field === field)?.name ?? ''

/** Puts what a cell says into its field; gives what is wrong with it, or null. */
const putCell = (input: Record<string, unknown>, column: Column, text: string, delimiter: Delimiter): string | null => {
  const { field, kind, lang } = column
  if (kind === 'texts') {
    input[field] = { en: '', ...(input[field] as object | undefined), [lang]: text }
    return null
  }
  if (kind === 'enum') {
    const entries = enumEntries(text)
    if ('err' in entries) return entries.err
    const labels = (input[field] ??= {}) as Record<string, object>
    for (const [number, label] of entries.ok) labels[number] = { en: '', ...labels[number], [lang]: label }
    return null
  }
  if (kind === 'flag') {
    input[field] = flagOf(text)
    return input[field] === null ? 'must be true or false' : null
  }
  if (kind === 'list') {
    input[field] = text.split(/[;\s]+/).filter(Boolean)
    return null
  }
  if (kind === 'json') {
    input[field] = jsonOf(text)
    return input[field] === undefined ? 'must be like {"negativeFrom":10000}' : null
  }
  if (kind === 'integer') {
    if (!/^\d{1,9}$/.test(text)) return 'must be a whole number'
    input[field] = Number(text)
    return null
  }
  // The comma is the decimal separator if semicolons delimit cells.
  input[field] = kind === 'decimal' && delimiter === ';' ? text.replace(',', '.') : text
  return null
}
