import { type ByteOrder, isBitKind, type RegisterKind, type ValueType } from '@busbar/modbus'
import type { DeviceDraft, ParamDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { decimalsOf } from '../../plan/fields.ts'
import { decimalAt, integerAt, listAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'

interface TelegrafType {
  valueType: ValueType
  bitPosition?: number
  bitsAmount?: number
}

const plain: Readonly<Record<string, TelegrafType>> = {
  INT16: { valueType: 's16' },
  UINT16: { valueType: 'u16' },
  INT32: { valueType: 's32' },
  UINT32: { valueType: 'u32' },
  INT64: { valueType: 's64' },
  UINT64: { valueType: 'u64' },
  UINT8L: { valueType: 'u16', bitPosition: 0, bitsAmount: 8 },
  UINT8H: { valueType: 'u16', bitPosition: 8, bitsAmount: 8 },
  'FLOAT32-IEEE': { valueType: 'f32' },
  'FLOAT64-IEEE': { valueType: 'f64' },
}
/** Value types by number of registers. */
const signed: Readonly<Record<number, ValueType>> = { 1: 's16', 2: 's32', 4: 's64' }
const unsigned: Readonly<Record<number, ValueType>> = { 1: 'u16', 2: 'u32', 4: 'u64' }

/**
 * A type where registers are listed by their addresses. A name without `-IEEE` is a fixed-point number there: FLOAT32 is an unsigned whole
 * number of as many registers as are listed.
 */
const registerType = (type: string, registers: number): TelegrafType | null => {
  if (type === 'STRING') return { valueType: 'string', bitsAmount: 16 * registers }
  const found = plain[type]
  if (found !== undefined) return found
  const valueType =
    type === 'FIXED' ? signed[registers] : ['UFIXED', 'FLOAT32'].includes(type) ? unsigned[registers] : undefined
  return valueType === undefined ? null : { valueType }
}

/** A type of a field of a request or metric. */
const fieldType = (type: string, length: number | null): TelegrafType | null => {
  if (type === 'STRING') return length === null ? null : { valueType: 'string', bitsAmount: 16 * length }
  if (type === 'FLOAT32' || type === 'FLOAT64') return plain[`${type}-IEEE`] ?? null
  return plain[type] ?? null
}

const orders: Readonly<Record<string, ByteOrder>> = {
  AB: 'ABCD',
  BA: 'DCBA',
  ABCD: 'ABCD',
  DCBA: 'DCBA',
  BADC: 'BADC',
  CDAB: 'CDAB',
  ABCDEFGH: 'ABCD',
  HGFEDCBA: 'DCBA',
  BADCFEHG: 'BADC',
  GHEFCDAB: 'CDAB',
}

const orderOf = (text: string): ByteOrder | null => (Object.hasOwn(orders, text) ? (orders[text] ?? null) : null)

const kinds: Readonly<Record<string, RegisterKind>> = {
  coil: 'coil',
  discrete: 'discrete-input',
  holding: 'holding',
  input: 'input',
}

const scaleOf = (tree: Tree): Pick<ParamDraft, 'multiplier' | 'precision'> => {
  const multiplier = decimalAt(tree, 'scale')
  if (multiplier === null || multiplier === '1' || multiplier === '0') return {}
  return { multiplier, ...(decimalsOf(multiplier) > 0 && { precision: decimalsOf(multiplier) }) }
}

const noteRest = (draft: Draft, tree: Tree, known: readonly string[]): void => {
  for (const option of tree.keys()) {
    if (!known.includes(option))
      draft.note(tree, 'left-out', 'option-left-out', { option, value: shownValue(tree.get(option)) })
  }
}

/** Type and order of what stands in registers; null with a note where they have no counterpart. */
const formatOf = (
  draft: Draft,
  tree: Tree,
  name: string,
  type: string,
  found: TelegrafType | null,
  byteOrder: string,
) => {
  const order = orderOf(byteOrder)
  if (found === null || order === null) {
    draft.note(tree, 'left-out', 'type-left-out', { name, type: order === null ? byteOrder : type })
    return null
  }
  const scale = found.valueType === 'string' ? {} : scaleOf(tree)
  return { ...found, ...(order !== 'ABCD' && { order }), ...scale }
}

/** A register of the style in which addresses are listed. */
export const readRegister = (
  draft: Draft,
  device: DeviceDraft,
  tree: Tree,
  registerKind: RegisterKind,
  periodMs: number | null,
): void => {
  const name = textAt(tree, 'name') ?? ''
  noteRest(draft, tree, ['name', 'measurement', 'byte_order', 'data_type', 'scale', 'address', 'bit'])
  const addresses = listAt(tree, 'address').map((one) => Number(one.text ?? Number.NaN))
  const [address = -1] = addresses
  if (!addresses.every((one, at) => one === address + at)) {
    return draft.note(tree, 'left-out', 'address-left-out', { name, address: addresses.join(', ') })
  }
  const category = textAt(tree, 'measurement')
  const basics = { name, registerKind, address, ...(category !== undefined && { category }) }
  if (isBitKind(registerKind)) return device.add(tree, { ...basics, valueType: 'bit' }, periodMs)
  const type = textAt(tree, 'data_type') ?? ''
  if (type === 'BIT')
    return device.add(tree, { ...basics, valueType: 'bit', bitPosition: integerAt(tree, 'bit') ?? 0 }, periodMs)
  const format = formatOf(
    draft,
    tree,
    name,
    type,
    registerType(type, addresses.length),
    textAt(tree, 'byte_order') ?? 'ABCD',
  )
  if (format !== null) device.add(tree, { ...basics, ...format }, periodMs)
}

/** A field of a request, whose table is the request's, or of a metric, which has its own. */
export const readField = (
  draft: Draft,
  device: DeviceDraft,
  request: Tree,
  tree: Tree,
  periodMs: number | null,
): void => {
  // Read there only to make requests longer.
  if (textAt(tree, 'omit') === 'true') return
  const name = textAt(tree, 'name') ?? ''
  noteRest(draft, tree, ['name', 'measurement', 'register', 'address', 'type', 'scale', 'length', 'bit', 'omit'])
  const table = textAt(tree, 'register') ?? textAt(request, 'register') ?? 'holding'
  const registerKind = kinds[table]
  if (registerKind === undefined) return draft.note(tree, 'left-out', 'table-left-out', { name, table })
  const category = textAt(tree, 'measurement') ?? textAt(request, 'measurement')
  const basics = {
    name,
    registerKind,
    address: integerAt(tree, 'address') ?? -1,
    ...(category !== undefined && { category }),
  }
  if (isBitKind(registerKind)) return device.add(tree, { ...basics, valueType: 'bit' }, periodMs)
  const type = textAt(tree, 'type') ?? ''
  if (type === 'BIT')
    return device.add(tree, { ...basics, valueType: 'bit', bitPosition: integerAt(tree, 'bit') ?? 0 }, periodMs)
  const format = formatOf(
    draft,
    tree,
    name,
    type,
    fieldType(type, integerAt(tree, 'length')),
    textAt(request, 'byte_order') ?? 'ABCD',
  )
  if (format !== null) device.add(tree, { ...basics, ...format }, periodMs)
}
