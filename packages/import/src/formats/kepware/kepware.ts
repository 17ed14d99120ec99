import { type ByteOrder, isBitKind, type ValueType } from '@busbar/modbus'
import { DeviceDraft, type ParamDraft } from '../../plan/device-draft.ts'
import type { Draft, SourceLine } from '../../plan/draft.ts'
import { decimalText, difference, product, quotient } from '../../plan/fields.ts'
import { askNetwork, askUnit } from '../../plan/network-question.ts'
import { ImportProblem, type SourceFile } from '../../plan/plan.ts'
import { readCsv } from '../../table/csv.ts'
import { textOf } from '../given-text.ts'
import { type AddressStyle, addressIn } from '../spreadsheet/addresses.rules.ts'

const types: Readonly<Record<string, ValueType>> = {
  word: 'u16',
  short: 's16',
  dword: 'u32',
  long: 's32',
  float: 'f32',
  double: 'f64',
  llong: 's64',
  qword: 'u64',
  bcd: 'bcd16',
  lbcd: 'bcd32',
}

interface TagAddress {
  bit: number | null
  textLength: number | null
  isBit: boolean
}

/** Value types by the type of a tag; null without a counterpart. */
const kepwareType = (
  name: string,
  { bit, textLength, isBit }: TagAddress,
): { valueType: ValueType; bitPosition?: number; bitsAmount?: number } | null => {
  const type = name.trim().toLowerCase()
  if (isBit) return type === 'boolean' || type === '' ? { valueType: 'bit' } : null
  if (type === 'boolean') return { valueType: 'bit', bitPosition: bit ?? 0 }
  if (bit !== null) return null
  if (type === 'string')
    return textLength === null ? null : { valueType: 'string', bitsAmount: 16 * Math.ceil(textLength / 2) }
  const valueType = Object.hasOwn(types, type) ? types[type] : undefined
  return valueType === undefined ? null : { valueType }
}

type Cells = ReadonlyMap<string, string>

interface Rules {
  style: AddressStyle
  order: ByteOrder
}

const styles = ['prefixed', 'prefixed-zero'] as const
const orders = ['CDAB', 'ABCD', 'BADC', 'DCBA'] as const
const known = new Set([
  'tag name',
  'address',
  'data type',
  'client access',
  'scan rate',
  'scaling',
  'raw low',
  'raw high',
  'scaled low',
  'scaled high',
  'scaled data type',
  'clamp low',
  'clamp high',
  'eng units',
  'description',
])

export const isKepware = (text: string): boolean => {
  const [head = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  return /tag name/i.test(head) && /respect data type|client access/i.test(head)
}

/** Reads tags as KEPServerEX writes them: one device a file. */
export const readKepware = (draft: Draft, files: readonly SourceFile[]): void => {
  for (const [at, file] of files.entries()) readTags(draft, file.name, String(at + 1), textOf(file))
}

const readTags = (draft: Draft, file: string, key: string, text: string): void => {
  const table = readCsv(text)
  if ('message' in table) throw new ImportProblem(`${file}:${table.line}: ${table.message}`)
  const [head, ...rows] = table.rows
  const headings = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  if (!headings.includes('tag name') || !headings.includes('address'))
    throw new ImportProblem(`${file}: it has no columns "Tag Name" and "Address"`)
  const lines = rows.map(({ line, cells }) => ({
    source: { file, line, path: '' },
    cells: new Map(headings.map((heading, at) => [heading, (cells[at] ?? '').trim()] as const)),
  }))
  noteColumns(
    draft,
    file,
    headings,
    lines.map(({ cells }) => cells),
  )
  const name = file.replace(/^.*\//, '').replace(/\.[^.]+$/, '')
  const rules = askRules(draft, key)
  const net = askNetwork(draft, key, name, null)
  const unit = askUnit(draft, key, name)
  if (net === null || unit === null) return
  draft.networks.push(net)
  const device = new DeviceDraft(draft, { file, line: head?.line ?? 1, path: '' }, { net: net.key, name, unit })
  for (const { source, cells } of lines) {
    const param = tagOf(draft, source, cells, rules)
    const scanRate = Number(cells.get('scan rate') ?? '')
    if (param !== null) device.add(source, param, scanRate > 0 ? scanRate : null)
  }
  device.finish()
}

/** An unknown column is ignored, with a note if it has content. */
const noteColumns = (draft: Draft, file: string, headings: readonly string[], lines: readonly Cells[]): void => {
  for (const column of headings) {
    if (known.has(column)) continue
    const set = lines.filter(
      (cells) => !['', '0', 'false', 'none'].includes((cells.get(column) ?? '').toLowerCase()),
    ).length
    if (set > 0) draft.note({ file, line: 1, path: column }, 'left-out', 'column-left-out', { column }, set)
  }
}

const askRules = (draft: Draft, key: string): Rules => {
  const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const style = draft.ask({
    id: `addresses:${key}`,
    code: 'addresses',
    choices: choicesOf(styles),
    default: 'prefixed',
  })
  const order = draft.ask({ id: `word-order:${key}`, code: 'word-order', choices: choicesOf(orders), default: 'CDAB' })
  return {
    style: styles.find((one) => one === style) ?? 'prefixed',
    order: orders.find((one) => one === order) ?? 'CDAB',
  }
}

const tagOf = (draft: Draft, source: SourceLine, cells: Cells, { style, order }: Rules): ParamDraft | null => {
  const cell = (column: string): string => cells.get(column) ?? ''
  const name = cell('tag name')
  const typeName = cell('data type')
  // A text has its length behind the address: 400100.20H.
  const [, address = '', length] =
    /^([0-9]+(?:\.\d{1,2}(?![0-9HLhl]))?)(?:\.(\d{1,3})[HLhl]?)?$/.exec(cell('address')) ?? []
  const at = addressIn(address, style)
  if (at === null || at.registerKind === null) {
    draft.note(source, 'left-out', 'address-left-out', { name, address: cell('address') })
    return null
  }
  const type = kepwareType(typeName, {
    bit: at.bit,
    textLength: length === undefined ? null : Number(length),
    isBit: isBitKind(at.registerKind),
  })
  if (type === null) {
    draft.note(source, 'left-out', 'type-left-out', { name, type: typeName })
    return null
  }
  const isScaled = !['bit', 'string'].includes(type.valueType)
  const scale = isScaled ? scaleOf(draft, source, cells, name) : {}
  if (scale === null) return null
  const isWide = !['bit', 'u16', 's16', 'bcd16', 'string'].includes(type.valueType)
  return {
    name,
    ...(cell('description') !== '' && { description: cell('description') }),
    ...(cell('eng units') !== '' && { unitName: cell('eng units') }),
    registerKind: at.registerKind,
    address: at.address,
    ...type,
    ...(isWide && order !== 'ABCD' && { order }),
    ...scale,
    isProgrammable: /w/i.test(cell('client access')),
  }
}

/** Linear scaling as a multiplier and a shift; null with a note where it is something else. */
const scaleOf = (draft: Draft, source: SourceLine, cells: Cells, name: string): Partial<ParamDraft> | null => {
  const kind = cells.get('scaling') ?? ''
  if (['', 'none'].includes(kind.toLowerCase())) return {}
  const number = (column: string): string => decimalText(cells.get(column) ?? '') ?? ''
  const [rawLow, rawHigh, low, high] = [
    number('raw low'),
    number('raw high'),
    number('scaled low'),
    number('scaled high'),
  ]
  const multiplier =
    kind.toLowerCase() === 'linear' ? quotient(difference(high, low) ?? '', difference(rawHigh, rawLow) ?? '') : null
  const moved = multiplier === null ? null : product(rawLow, multiplier)
  const shift = moved === null ? null : difference(low, moved)
  if (multiplier === null || multiplier === '0' || shift === null) {
    draft.note(source, 'left-out', 'scale-left-out', {
      name,
      scale: `${kind} ${rawLow}..${rawHigh} -> ${low}..${high}`,
    })
    return null
  }
  const isClamped = (column: string): boolean => ['1', 'true', 'yes'].includes((cells.get(column) ?? '').toLowerCase())
  return {
    ...(multiplier !== '1' && { multiplier }),
    ...(shift !== '0' && { shift }),
    ...(isClamped('clamp low') && { min: low }),
    ...(isClamped('clamp high') && { max: high }),
  }
}
