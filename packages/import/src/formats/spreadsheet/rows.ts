import { byteOrders, isBitKind } from '@busbar/modbus'
import type { ParamDraft } from '../../plan/device-draft.ts'
import type { Draft, SourceLine } from '../../plan/draft.ts'
import { decimalText, parseInteger, product, quotient } from '../../plan/fields.ts'
import { enumEntries, flagOf, unguarded } from '../../table/cells.rules.ts'
import type { SheetColumn } from '../../table/columns.rules.ts'
import { kindOfWord, typeOfWord } from '../../table/type-words.rules.ts'
import { type AddressStyle, addressIn } from './addresses.rules.ts'

export type Cells = ReadonlyMap<SheetColumn, string>

export interface RowRules {
  style: AddressStyle
  isCommaDecimal: boolean
}

/** A line of a spreadsheet as a parameter, or null with a note why not. */
export const paramOfRow = (
  draft: Draft,
  source: SourceLine,
  cells: Cells,
  { style, isCommaDecimal }: RowRules,
): ParamDraft | null => {
  const cell = (column: SheetColumn): string => unguarded(cells.get(column) ?? '').trim()
  const name = cell('name_en') || cell('label') || cell('address')
  const leaveOut = (problem: string): null => {
    draft.note(source, 'left-out', 'format-left-out', { name, problem })
    return null
  }
  const at = addressIn(cell('address'), style)
  if (at === null) {
    draft.note(source, 'left-out', 'address-left-out', { name, address: cell('address') })
    return null
  }
  const registerKind = cell('registerKind') === '' ? (at.registerKind ?? 'holding') : kindOfWord(cell('registerKind'))
  if (registerKind === null) {
    draft.note(source, 'left-out', 'table-left-out', { name, table: cell('registerKind') })
    return null
  }
  const registers = parseInteger(cell('registers'))
  const usual = isBitKind(registerKind) || at.bit !== null ? 'bit' : 'u16'
  const valueType = cell('valueType') === '' ? usual : typeOfWord(cell('valueType'), registers)
  if (valueType === null) {
    draft.note(source, 'left-out', 'type-left-out', { name, type: cell('valueType') })
    return null
  }
  const order = cell('order') === '' ? undefined : byteOrders.find((one) => one === cell('order').toUpperCase())
  if (order === undefined && cell('order') !== '') return leaveOut(`order must be one of ${byteOrders.join(', ')}.`)
  const scale = scaleOf(draft, source, cells, name, isCommaDecimal)
  if (scale === null) return null
  const decimals = decimalsOf(cells, isCommaDecimal)
  if (typeof decimals === 'string') return leaveOut(`${decimals} must be a number.`)
  const integers = integersOf(cells)
  if (typeof integers === 'string') return leaveOut(`${integers} must be a whole number.`)
  const labels = cell('enum_en') === '' ? null : enumEntries(cell('enum_en'))
  if (labels !== null && 'err' in labels) return leaveOut(`enum ${labels.err}.`)
  const isProgrammable = accessOf(cell('isProgrammable'))
  if (isProgrammable === null)
    return leaveOut(`"${cell('isProgrammable')}" says neither that it can be written nor that it cannot.`)
  const isTracked = cell('isTracked') === '' ? true : flagOf(cell('isTracked'))
  if (isTracked === null) return leaveOut(`"${cell('isTracked')}" is neither true nor false.`)
  const textBits =
    valueType === 'string' && registers !== null && integers.bitsAmount === undefined
      ? { bitsAmount: 16 * registers }
      : {}
  return {
    name,
    ...textsOf(cells),
    registerKind,
    address: at.address,
    valueType,
    ...(order !== undefined && { order }),
    ...(at.bit !== null && { bitPosition: at.bit }),
    ...integers,
    ...textBits,
    ...scale,
    ...decimals,
    ...(labels !== null && { enum: Object.fromEntries(labels.ok.map(([number, en]) => [number, { en }])) }),
    ...(cell('nanValues') !== '' && {
      nanValues: cell('nanValues')
        .split(/[;,\s]+/)
        .filter(Boolean),
    }),
    isProgrammable,
    isTracked,
  }
}

const textsOf = (cells: Cells): Partial<ParamDraft> => {
  const text = (column: SheetColumn): string => unguarded(cells.get(column) ?? '').trim()
  return {
    ...(text('label') !== '' && { label: text('label') }),
    ...(text('category_en') !== '' && { category: text('category_en') }),
    ...(text('description_en') !== '' && { description: text('description_en') }),
    ...(text('unitName') !== '' && { unitName: text('unitName') }),
  }
}

const decimalIn = (text: string, isCommaDecimal: boolean): string | null =>
  decimalText(isCommaDecimal ? text.replace(',', '.') : text)

/** The multiplier of `scale` and `divider` together; null with a note where it is no decimal. */
const scaleOf = (draft: Draft, source: SourceLine, cells: Cells, name: string, isCommaDecimal: boolean) => {
  const [factor, divider] = [cells.get('multiplier') ?? '', cells.get('divider') ?? '']
  if (factor === '' && divider === '') return {}
  const fraction = /^1\s*\/\s*(\S+)$/.exec(factor)
  const times =
    factor === ''
      ? '1'
      : fraction === null
        ? decimalIn(factor, isCommaDecimal)
        : quotient('1', decimalIn(fraction[1] ?? '', isCommaDecimal) ?? '')
  const through = divider === '' ? '1' : quotient('1', decimalIn(divider, isCommaDecimal) ?? '')
  const multiplier = times === null || through === null ? null : product(times, through)
  if (multiplier === null || multiplier === '0') {
    draft.note(source, 'left-out', 'scale-left-out', { name, scale: [factor, divider].filter(Boolean).join(' / ') })
    return null
  }
  return multiplier === '1' ? {} : { multiplier }
}

const decimalColumns = ['shift', 'min', 'max', 'rolloverAt', 'hourlyMax'] as const

/** The numbers of a line by their columns, or the column that holds none. */
const decimalsOf = (
  cells: Cells,
  isCommaDecimal: boolean,
): Partial<Record<(typeof decimalColumns)[number], string>> | string => {
  const found: Partial<Record<(typeof decimalColumns)[number], string>> = {}
  for (const column of decimalColumns) {
    const text = unguarded(cells.get(column) ?? '').trim()
    if (text === '') continue
    const decimal = decimalIn(text, isCommaDecimal)
    if (decimal === null) return column
    if (column !== 'shift' || decimal !== '0') found[column] = decimal
  }
  return found
}

const integerColumns = ['precision', 'bitPosition', 'bitsAmount'] as const

const integersOf = (cells: Cells): Partial<Record<(typeof integerColumns)[number], number>> | string => {
  const found: Partial<Record<(typeof integerColumns)[number], number>> = {}
  for (const column of integerColumns) {
    const text = cells.get(column) ?? ''
    if (text === '') continue
    const integer = parseInteger(text)
    if (integer === null) return column
    found[column] = integer
  }
  return found
}

/** Returns whether a text such as `RW`, `read only` or `yes` means writable; null if it means neither. */
const accessOf = (text: string): boolean | null => {
  const word = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (['', 'r', 'ro', 'read', 'readonly'].includes(word)) return false
  if (['rw', 'wr', 'w', 'wo', 'write', 'readwrite', 'writeonly'].includes(word)) return true
  return flagOf(word)
}
