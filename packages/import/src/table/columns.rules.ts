import { kindOfWord, plainWord, typeOfWord } from './type-words.rules.ts'

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

/** Columns of other spreadsheets: of several devices, and with other names. */
export const sheetColumns = [...csvColumns, 'divider', 'registers', 'unitId', 'deviceName'] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** Replacements of missing columns; null without any. */
const defaults: Readonly<Partial<Record<CsvColumn, string>>> = {
  registerKind: 'holding',
  valueType: 'u16',
  isTracked: 'true',
}

/** Words of other tables, in small letters and without anything but letters and digits. */
const synonyms: Readonly<Partial<Record<SheetColumn, readonly string[]>>> = {
  name_en: [
    'name',
    'parameter',
    'parametername',
    'designation',
    'quantity',
    'signal',
    'variable',
    'measurand',
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
    'regtype',
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
    'regaddr',
    'registernumber',
    'registerno',
    'startaddress',
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
  precision: ['decimals', 'digits', 'decimalplaces'],
  nanValues: ['nan', 'nanvalue', 'invalid', 'invalidvalue', 'notavailable'],
  bitPosition: ['bit', 'bitno', 'bitnumber'],
  divider: ['divisor', 'div', 'dzielnik', 'делитель', 'дільник'],
  registers: [
    'count',
    'length',
    'size',
    'words',
    'numberofregisters',
    'registercount',
    'noofregisters',
    'quantityofregisters',
  ],
  unitId: ['slave', 'slaveid', 'slaveaddress', 'modbusid', 'deviceaddress', 'deviceid', 'unitnumber', 'modbusunitid'],
  deviceName: ['device', 'meter', 'equipment', 'urządzenie', 'устройство', 'прибор', 'пристрій', 'прилад'],
  order: ['byteorder', 'wordorder', 'endianness'],
  category_en: ['category', 'group', 'section', 'grupa', 'группа', 'група'],
  enum_en: ['enum', 'codes', 'states', 'values', 'kody', 'коды', 'коди'],
  label: ['code', 'mnemonic', 'symbol', 'tag', 'kod', 'код'],
  isProgrammable: ['writable', 'write', 'rw', 'access', 'accessright', 'readwrite'],
  description_en: ['description', 'comment', 'remark', 'note', 'opis', 'описание', 'опис'],
}

const byWord = new Map<string, SheetColumn>([
  ...Object.entries(synonyms).flatMap(([column, words]) => words.map((word) => [word, column as SheetColumn] as const)),
  ...sheetColumns.map((column) => [plainWord(column), column] as const),
])
const ofService: ReadonlySet<string> = new Set(csvColumns)

/** Returns the most likely column of each heading of a spreadsheet, each once; null if it is unknown. */
export const guessedSheet = (headings: readonly string[]): (SheetColumn | null)[] => guessed(headings, () => true)

/** Returns the most likely column of each heading, each once; null if it is unknown. */
export const guessedColumns = (headings: readonly string[]): (CsvColumn | null)[] =>
  guessed(headings, (column) => ofService.has(column)) as (CsvColumn | null)[]

const guessed = (
  headings: readonly string[],
  isCandidate: (column: SheetColumn) => boolean,
): (SheetColumn | null)[] => {
  const taken = new Set<SheetColumn>()
  return headings.map((heading) => {
    // Units and remarks are in brackets: `Voltage (V)` is no known heading, `Scale (x)` is.
    const column = byWord.get(plainWord(heading)) ?? byWord.get(plainWord(heading.split(/[([]/, 1)[0] ?? '')) ?? null
    if (column === null || taken.has(column) || !isCandidate(column)) return null
    taken.add(column)
    return column
  })
}

/** Returns whether a table has the columns of the service already; such a table is sent unchanged. */
export const isOfService = (headings: readonly string[]): boolean => {
  const names = new Set(headings.map((heading) => heading.toLowerCase()))
  return (
    ['registerkind', 'address', 'valuetype'].every((name) => names.has(name)) &&
    (names.has('name_en') || names.has('name'))
  )
}

/** Converts a cell for the service. Unknown content stays unchanged and is reported by line and column. */
const cellOf = (column: CsvColumn, text: string): string => {
  if (column === 'address' && /^0x[0-9a-f]+$/i.test(text)) return String(Number.parseInt(text, 16))
  if (column === 'registerKind') return kindOfWord(text) ?? text
  if (column === 'valueType') return typeOfWord(text) ?? text
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
  const present = csvColumns.filter((column) => mapping.includes(column))
  const added = csvColumns.filter((column) => defaults[column] !== undefined && !present.includes(column))
  const columns = [...present, ...added]
  const rows = table.slice(1).map((cells) =>
    columns.map((column) => {
      const index = mapping.indexOf(column)
      return index === -1 ? (defaults[column] ?? '') : cellOf(column, cells[index] ?? '')
    }),
  )
  return { columns, rows, missing: (['name_en', 'address'] as const).filter((column) => !present.includes(column)) }
}

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvOf = ({ columns, rows }: MappedTable): string =>
  [columns, ...rows].map((cells) => `${cells.map(quoted).join(',')}\n`).join('')
