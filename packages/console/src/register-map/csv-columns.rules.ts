import { registerKinds, valueTypes } from '@busbar/modbus'

/** Columns that the service knows; those that a parameter must have come first. */
export const csvColumns = [
  'name_en',
  'registerKind',
  'address',
  'valueType',
  'unitName',
  'multiplier',
  'shift',
  'precision',
  'order',
  'min',
  'max',
  'label',
  'description_en',
  'bitPosition',
  'bitsAmount',
  'isTracked',
  'isProgrammable',
  'category_en',
  'enum_en',
  'nanValues',
  'rolloverAt',
  'hourlyMax',
] as const
export type CsvColumn = (typeof csvColumns)[number]

/** What stands for a column that a table does not have; null: there is nothing that could. */
const defaults: Readonly<Partial<Record<CsvColumn, string>>> = {
  registerKind: 'holding',
  valueType: 'u16',
  isTracked: 'true',
}

/** Words of other tables, in small letters and without anything but letters and digits. */
const synonyms: Readonly<Partial<Record<CsvColumn, readonly string[]>>> = {
  name_en: [
    'name',
    'parameter',
    'parametername',
    'designation',
    'quantity',
    'nazwa',
    'parametr',
    'название',
    'имя',
    'параметр',
    'назва',
  ],
  registerKind: [
    'kind',
    'registertype',
    'function',
    'fc',
    'functioncode',
    'table',
    'area',
    'rodzaj',
    'функция',
    'функція',
  ],
  address: [
    'addr',
    'register',
    'reg',
    'registeraddress',
    'modbusaddress',
    'offset',
    'adres',
    'rejestr',
    'адрес',
    'регистр',
    'адреса',
    'регістр',
  ],
  valueType: ['type', 'datatype', 'format', 'dataformat', 'typ', 'тип', 'формат'],
  unitName: ['unit', 'units', 'uom', 'jednostka', 'единица', 'ед', 'одиниця', 'од'],
  multiplier: [
    'scale',
    'factor',
    'gain',
    'scalefactor',
    'scaling',
    'mnożnik',
    'множитель',
    'коэффициент',
    'множник',
    'коефіцієнт',
  ],
  shift: ['bias', 'przesunięcie', 'смещение', 'зсув'],
  precision: ['decimals', 'digits'],
  order: ['byteorder', 'wordorder', 'endianness'],
  category_en: ['category', 'group', 'section', 'grupa', 'группа', 'група'],
  enum_en: ['enum', 'codes', 'states', 'values', 'kody', 'коды', 'коди'],
  label: ['code', 'mnemonic', 'symbol', 'tag', 'kod', 'код'],
  isProgrammable: ['writable', 'write', 'rw', 'access'],
  description_en: ['description', 'comment', 'remark', 'note', 'opis', 'описание', 'опис'],
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const byWord = new Map<string, CsvColumn>([
  ...Object.entries(synonyms).flatMap(([column, words]) => words.map((word) => [word, column as CsvColumn] as const)),
  ...csvColumns.map((column) => [plain(column), column] as const),
])

/** Which column each heading most likely means, each once; null where nobody can tell. */
export const guessedColumns = (headings: readonly string[]): (CsvColumn | null)[] => {
  const taken = new Set<CsvColumn>()
  return headings.map((heading) => {
    const column = byWord.get(plain(heading)) ?? null
    if (column === null || taken.has(column)) return null
    taken.add(column)
    return column
  })
}

/** Whether a table has the columns of the service already, and perhaps more than can be chosen here: it is sent as it is. */
export const isOfService = (headings: readonly string[]): boolean => {
  const names = new Set(headings.map((heading) => heading.toLowerCase()))
  return (
    ['registerkind', 'address', 'valuetype'].every((name) => names.has(name)) &&
    (names.has('name_en') || names.has('name'))
  )
}

const kindWords: Readonly<Record<string, string>> = {
  '1': 'coil',
  '2': 'discrete-input',
  '3': 'holding',
  '4': 'input',
  holdingregister: 'holding',
  holdingregisters: 'holding',
  inputregister: 'input',
  inputregisters: 'input',
  coils: 'coil',
  discrete: 'discrete-input',
  discreteinput: 'discrete-input',
}
const typeWords: Readonly<Record<string, string>> = {
  float: 'f32',
  float32: 'f32',
  real: 'f32',
  double: 'f64',
  float64: 'f64',
  uint16: 'u16',
  word: 'u16',
  int16: 's16',
  int: 's16',
  short: 's16',
  uint32: 'u32',
  dword: 'u32',
  int32: 's32',
  long: 's32',
  uint64: 'u64',
  int64: 's64',
  bool: 'bit',
  boolean: 'bit',
}

/** A cell as the service takes it; what is not known stays as it is, and is told of by line and column. */
const cellOf = (column: CsvColumn, text: string): string => {
  if (column === 'address' && /^0x[0-9a-f]+$/i.test(text)) return String(Number.parseInt(text, 16))
  if (column === 'registerKind' && !registerKinds.some((kind) => kind === text))
    return kindWords[plain(text).replace(/^(?:fc|f)0*(?=\d)|^0+/, '')] ?? text
  if (column === 'valueType' && !valueTypes.some((type) => type === text)) return typeWords[plain(text)] ?? text
  return text
}

export interface MappedTable {
  columns: CsvColumn[]
  rows: string[][]
  /** Columns without which there is no parameter. */
  missing: CsvColumn[]
}

/** A table in the columns of the service. What it does not have, and can be taken for granted, is added. */
export const mappedTable = (table: readonly string[][], mapping: readonly (CsvColumn | null)[]): MappedTable => {
  const given = csvColumns.filter((column) => mapping.includes(column))
  const added = csvColumns.filter((column) => defaults[column] !== undefined && !given.includes(column))
  const columns = [...given, ...added]
  const rows = table.slice(1).map((cells) =>
    columns.map((column) => {
      const place = mapping.indexOf(column)
      return place === -1 ? (defaults[column] ?? '') : cellOf(column, cells[place] ?? '')
    }),
  )
  return { columns, rows, missing: (['name_en', 'address'] as const).filter((column) => !given.includes(column)) }
}

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvOf = ({ columns, rows }: MappedTable): string =>
  [columns, ...rows].map((cells) => `${cells.map(quoted).join(',')}\n`).join('')
