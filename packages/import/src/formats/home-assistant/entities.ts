import { type ByteOrder, type RegisterKind, registerCount, type ValueType } from '@busbar/modbus'
import type { DeviceDraft, ParamDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { durationMs } from '../../plan/fields.ts'
import { decimalAt, integerAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'

const types: Readonly<Record<string, ValueType>> = {
  int16: 's16',
  uint16: 'u16',
  int32: 's32',
  uint32: 'u32',
  int64: 's64',
  uint64: 'u64',
  float32: 'f32',
  float64: 'f64',
}
/** A big-endian number in the notation of Python's struct. */
const structures: Readonly<Record<string, ValueType>> = {
  h: 's16',
  H: 'u16',
  i: 's32',
  l: 's32',
  I: 'u32',
  L: 'u32',
  q: 's64',
  Q: 'u64',
  f: 'f32',
  d: 'f64',
}

type RegisterType = { valueType: ValueType; bitsAmount?: number }

/** Value types by `data_type`; null without a counterpart. */
const typeOf = (dataType: string, count: number | null, structure: string | undefined): RegisterType | null => {
  const type = dataType.toLowerCase()
  if (type === 'string') return count === null ? null : { valueType: 'string', bitsAmount: 16 * count }
  if (type === 'custom') {
    const valueType = structures[/^[>!]\s*1?([a-zA-Z])$/.exec(structure?.trim() ?? '')?.[1] ?? '']
    return valueType === undefined ? null : { valueType }
  }
  // Before 2021 the width was that of `count`.
  const widthless = ['int', 'uint', 'float'].includes(type) ? `${type}${16 * (count ?? 1)}` : type
  const valueType = Object.hasOwn(types, widthless) ? types[widthless] : undefined
  return valueType === undefined ? null : { valueType }
}

const swaps: Readonly<Record<string, ByteOrder>> = { none: 'ABCD', byte: 'BADC', word: 'CDAB', word_byte: 'DCBA' }

const orderOf = (swap: string): ByteOrder | null => (Object.hasOwn(swaps, swap) ? (swaps[swap] ?? null) : null)

/** The context for creating entities of every type. */
export interface EntityContext {
  draft: Draft
  device: DeviceDraft
}

const tables: Readonly<Record<string, RegisterKind>> = {
  holding: 'holding',
  holdings: 'holding',
  input: 'input',
  coil: 'coil',
  coils: 'coil',
  discrete_input: 'discrete-input',
}
const usualSec = 15
/** Keys of Home Assistant without a meaning for registers. */
const ofNoConcern = new Set([
  'unique_id',
  'device_class',
  'state_class',
  'slave',
  'device_address',
  'name',
  'lazy_error_count',
  'icon',
])

const noteRest = ({ draft }: EntityContext, tree: Tree, known: readonly string[]): void => {
  for (const key of tree.keys()) {
    if (known.includes(key) || ofNoConcern.has(key)) continue
    draft.note(tree.get(key) ?? tree, 'left-out', 'option-left-out', { option: key, value: shownValue(tree.get(key)) })
  }
}

const periodOf = (tree: Tree): number | null => {
  const text = textAt(tree, 'scan_interval')
  return text === undefined ? usualSec * 1000 : durationMs(text)
}

const basics = (tree: Tree) => {
  const name = textAt(tree, 'name') ?? ''
  const label = textAt(tree, 'unique_id')
  const unitName = textAt(tree, 'unit_of_measurement')
  return { name, ...(label !== undefined && { label }), ...(unitName !== undefined && { unitName }) }
}

/** Adds one entity, or several that stand one after the other (`virtual_count`). */
const addAll = ({ draft, device }: EntityContext, tree: Tree, param: ParamDraft, step: number): void => {
  const periodMs = periodOf(tree)
  const isPolled = periodMs !== 0
  if (!isPolled) draft.note(tree, 'changed', 'not-tracked', { name: param.name })
  const more = integerAt(tree, 'virtual_count', 'slave_count') ?? 0
  for (let at = 0; at <= Math.min(more, 2000); at += 1) {
    const { label, ...rest } = param
    const own =
      at === 0
        ? param
        : { ...rest, name: `${param.name} ${at}`, ...(label !== undefined && { label: `${label}_${at}` }) }
    device.add(tree, { ...own, address: param.address + at * step, isTracked: isPolled }, isPolled ? periodMs : null)
  }
}

/** The table that an entity is in; undefined with a note where it is none. */
const tableOf = ({ draft }: EntityContext, tree: Tree, name: string, key: string, usual: RegisterKind) => {
  const text = textAt(tree, key)
  const table = text === undefined ? usual : tables[text]
  if (table === undefined) draft.note(tree, 'left-out', 'table-left-out', { name, table: text ?? '' })
  return table
}

const sensorKeys = [
  'address',
  'input_type',
  'data_type',
  'count',
  'structure',
  'swap',
  'scale',
  'offset',
  'precision',
  'unit_of_measurement',
  'scan_interval',
  'nan_value',
  'min_value',
  'max_value',
  'virtual_count',
  'slave_count',
]

/** Type, order and scale of a sensor or of what a climate measures; null with a note where they have no counterpart. */
const numberFormat = ({ draft }: EntityContext, tree: Tree, name: string) => {
  const dataType = textAt(tree, 'data_type') ?? 'int16'
  const type = typeOf(dataType, integerAt(tree, 'count'), textAt(tree, 'structure'))
  if (type === null) {
    draft.note(tree, 'left-out', 'type-left-out', {
      name,
      type: [dataType, textAt(tree, 'structure')].filter(Boolean).join(' '),
    })
    return null
  }
  const swap = textAt(tree, 'swap') ?? 'none'
  const order = orderOf(swap)
  if (order === null) {
    draft.note(tree, 'left-out', 'type-left-out', { name, type: `swap: ${swap}` })
    return null
  }
  const isText = type.valueType === 'string'
  const [multiplier, shift] = [decimalAt(tree, 'scale'), decimalAt(tree, 'offset')]
  const precision = integerAt(tree, 'precision')
  return {
    ...type,
    ...(order !== 'ABCD' && { order }),
    ...(!isText && multiplier !== null && multiplier !== '1' && { multiplier }),
    ...(!isText && shift !== null && shift !== '0' && { shift }),
    ...(!isText && precision !== null && { precision: Math.min(12, precision) }),
  }
}

export const readSensor = (context: EntityContext, tree: Tree): void => {
  const { draft } = context
  const named = basics(tree)
  noteRest(context, tree, sensorKeys)
  const registerKind = tableOf(context, tree, named.name, 'input_type', 'holding')
  const format = numberFormat(context, tree, named.name)
  const nan = textAt(tree, 'nan_value')
  const [min, max] = [textAt(tree, 'min_value'), textAt(tree, 'max_value')]
  if (min !== undefined || max !== undefined) {
    draft.note(tree, 'left-out', 'bounds-left-out', { name: named.name, min: min ?? '…', max: max ?? '…' })
  }
  if (registerKind === undefined || format === null) return
  const address = integerAt(tree, 'address') ?? -1
  const param = { ...named, registerKind, address, ...format, ...(nan !== undefined && { nanValues: [nan] }) }
  addAll(context, tree, param, registerCount(format))
}

export const readBinarySensor = (context: EntityContext, tree: Tree): void => {
  const named = basics(tree)
  noteRest(context, tree, ['address', 'input_type', 'scan_interval', 'virtual_count', 'slave_count'])
  const registerKind = tableOf(context, tree, named.name, 'input_type', 'coil')
  if (registerKind === undefined) return
  addAll(context, tree, { ...named, registerKind, address: integerAt(tree, 'address') ?? -1, valueType: 'bit' }, 1)
}

/** A switch is a bit that can be written, or the two numbers that it writes. */
export const readSwitch = (context: EntityContext, tree: Tree): void => {
  const { draft } = context
  const named = basics(tree)
  noteRest(context, tree, ['address', 'write_type', 'command_on', 'command_off', 'verify', 'scan_interval'])
  const registerKind = tableOf(context, tree, named.name, 'write_type', 'holding')
  if (registerKind === undefined) return
  const address = integerAt(tree, 'address') ?? -1
  const verify = tree.get('verify')
  const readAt = verify === undefined ? null : integerAt(verify, 'address')
  const readIn = verify === undefined ? undefined : textAt(verify, 'input_type')
  if (
    verify !== undefined &&
    ((readAt ?? address) !== address || (readIn !== undefined && tables[readIn] !== registerKind))
  ) {
    draft.note(verify, 'changed', 'state-elsewhere', {
      name: named.name,
      address: `${readIn ?? ''} ${readAt ?? address}`.trim(),
    })
  }
  const isBit = registerKind === 'coil' || registerKind === 'discrete-input'
  const [on, off] = [integerAt(tree, 'command_on') ?? 1, integerAt(tree, 'command_off') ?? 0]
  const format: Pick<ParamDraft, 'valueType' | 'enum'> = isBit
    ? { valueType: 'bit' }
    : { valueType: 'enum', enum: { [off]: { en: 'Off' }, [on]: { en: 'On' } } }
  addAll(context, tree, { ...named, registerKind, address, ...format, isProgrammable: true }, 1)
}

/** The measured value and the set-point of a climate entity. */
export const readClimate = (context: EntityContext, tree: Tree): void => {
  const { draft } = context
  const { name, ...rest } = basics(tree)
  const known = [...sensorKeys, 'target_temp_register', 'min_temp', 'max_temp', 'temperature_unit', 'temp_step']
  noteRest(context, tree, known)
  const format = numberFormat(context, tree, name)
  const registerKind = tableOf(context, tree, name, 'input_type', 'holding')
  if (format === null || registerKind === undefined) return
  const unitName = textAt(tree, 'temperature_unit') === 'F' ? '°F' : '°C'
  addAll(
    context,
    tree,
    { ...rest, name, registerKind, address: integerAt(tree, 'address') ?? -1, ...format, unitName },
    1,
  )
  const target = tree.get('target_temp_register')
  if (target === undefined) return
  // There is a register per mode: the current mode decides which is used.
  const registers = target.kind === 'list' ? target.items() : [target]
  const [first] = registers
  if (registers.length > 1)
    draft.note(
      target,
      'left-out',
      'option-left-out',
      { option: 'target_temp_register', value: shownValue(target) },
      registers.length - 1,
    )
  const [min, max] = [decimalAt(tree, 'min_temp'), decimalAt(tree, 'max_temp')]
  const bounds = { ...(min !== null && { min }), ...(max !== null && { max }) }
  const address = Number(first?.text ?? Number.NaN)
  addAll(
    context,
    tree,
    { name: `${name} target`, registerKind: 'holding', address, ...format, ...bounds, unitName, isProgrammable: true },
    1,
  )
}
