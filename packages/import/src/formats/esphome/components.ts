import { isBitKind, type RegisterKind, sumText } from '@busbar/modbus'
import type { DeviceDraft, ParamDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { decimalText, parseInteger, product, quotient } from '../../plan/fields.ts'
import { decimalAt, integerAt, listAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'
import { fieldOf, kinds, typeOf } from './types.rules.ts'

interface Scale {
  multiplier: string
  shift: string
  precision: number | null
}

/** The effect of a chain of filters on a raw number; filters without a counterpart are noted. */
const scaleOfFilters = (draft: Draft, tree: Tree, name: string): Scale => {
  const scale: Scale = { multiplier: '1', shift: '0', precision: null }
  for (const filter of listAt(tree, 'filters')) {
    for (const option of filter.keys()) {
      const value = filter.get(option)
      const decimal = decimalText(value?.text ?? '')
      const scaled = decimal === null ? null : applied(scale, option, decimal)
      if (scaled !== null) Object.assign(scale, scaled)
      else if (option === 'lambda' || value?.tag === '!lambda')
        draft.note(filter, 'left-out', 'code-left-out', { option: `${name}: filters ${option}` })
      else
        draft.note(filter, 'left-out', 'option-left-out', {
          option: `${name}: filters ${option}`,
          value: shownValue(value),
        })
    }
  }
  return scale
}

const applied = ({ multiplier, shift }: Scale, filter: string, by: string): Partial<Scale> | null => {
  if (filter === 'multiply') {
    const [times, moved] = [product(multiplier, by), product(shift, by)]
    return times === null || moved === null || times === '0' ? null : { multiplier: times, shift: moved }
  }
  if (filter === 'offset') {
    const moved = sumText(shift, by)
    return moved === null ? null : { shift: moved }
  }
  return filter === 'round' ? { precision: parseInteger(by) ?? 0 } : null
}

export interface Component {
  draft: Draft
  device: DeviceDraft
  tree: Tree
  /** How often the controller is asked. */
  updateMs: number | null
}

/** Keys of ESPHome and Home Assistant without a meaning for registers. */
const ofNoConcern = [
  'platform',
  'modbus_controller_id',
  'id',
  'name',
  'device_class',
  'state_class',
  'entity_category',
  'icon',
  'force_new_range',
  'response_size',
  'internal',
  'disabled_by_default',
  'mode',
  'step',
  'restore_mode',
  'optimistic',
]
const addressKeys = ['address', 'register_type', 'offset', 'skip_updates']

const noteRest = ({ draft, tree }: Component, known: readonly string[]): void => {
  for (const option of tree.keys()) {
    if (known.includes(option) || addressKeys.includes(option) || ofNoConcern.includes(option)) continue
    const isCode = option.endsWith('lambda')
    const value = tree.get(option) ?? tree
    if (isCode) draft.note(value, 'left-out', 'code-left-out', { option })
    else draft.note(value, 'left-out', 'option-left-out', { option, value: shownValue(value) })
  }
}

/** Name, table and address; null with a note where there are none. */
const readRegister = ({ draft, tree }: Component, usual: RegisterKind) => {
  const name = textAt(tree, 'name', 'id') ?? ''
  if (tree.get('custom_command') !== undefined) {
    draft.note(tree, 'left-out', 'table-left-out', { name, table: 'custom_command' })
    return null
  }
  const table = textAt(tree, 'register_type')
  const registerKind = table === undefined ? usual : kinds[table]
  if (registerKind === undefined) {
    draft.note(tree, 'left-out', 'table-left-out', { name, table: table ?? '' })
    return null
  }
  const offset = integerAt(tree, 'offset') ?? 0
  const address = integerAt(tree, 'address') ?? -1
  // The offset counts bytes of registers, and bits of bit tables.
  const steps = isBitKind(registerKind) ? offset : offset / 2
  if (!Number.isInteger(steps)) {
    draft.note(tree, 'left-out', 'address-left-out', { name, address: `${address} + ${offset} bytes` })
    return null
  }
  const label = textAt(tree, 'id')
  const unitName = textAt(tree, 'unit_of_measurement')
  return {
    name,
    registerKind,
    address: address + steps,
    ...(label !== undefined && { label }),
    ...(unitName !== undefined && { unitName }),
  }
}

const add = ({ device, tree, updateMs }: Component, param: ParamDraft): void => {
  const skipped = integerAt(tree, 'skip_updates') ?? 0
  device.add(tree, param, updateMs === null ? null : updateMs * (skipped + 1))
}

const typed = (component: Component, name: string) => {
  const text = textAt(component.tree, 'value_type') ?? 'U_WORD'
  const type = typeOf(text)
  if (type === null) component.draft.note(component.tree, 'left-out', 'type-left-out', { name, type: text })
  return type
}

/** The bits that a mask picks; null with a note where it has holes. */
const masked = ({ draft, tree }: Component, name: string): { bitPosition?: number; bitsAmount?: number } | null => {
  const mask = textAt(tree, 'bitmask')
  if (mask === undefined) return {}
  const field = fieldOf(parseInteger(mask) ?? 0)
  if (field === null) draft.note(tree, 'left-out', 'type-left-out', { name, type: `bitmask ${mask}` })
  return field
}

const sensor = (component: Component): void => {
  noteRest(component, [
    'value_type',
    'bitmask',
    'unit_of_measurement',
    'accuracy_decimals',
    'filters',
    'register_count',
  ])
  const register = readRegister(component, 'holding')
  if (register === null) return
  if (isBitKind(register.registerKind)) return add(component, { ...register, valueType: 'bit' })
  const type = typed(component, register.name)
  const field = masked(component, register.name)
  if (type === null || field === null) return
  const filters = scaleOfFilters(component.draft, component.tree, register.name)
  const precision = filters.precision ?? integerAt(component.tree, 'accuracy_decimals')
  const { multiplier, shift } = filters
  const scale = { ...(multiplier !== '1' && { multiplier }), ...(shift !== '0' && { shift }) }
  add(component, {
    ...register,
    ...type,
    ...field,
    ...scale,
    ...(precision !== null && { precision: Math.min(12, precision) }),
  })
}

const bit = (component: Component, usual: RegisterKind, isProgrammable: boolean): void => {
  noteRest(component, ['bitmask', 'use_write_multiple', 'value_type'])
  const register = readRegister(component, usual)
  if (register === null) return
  if (isBitKind(register.registerKind)) return add(component, { ...register, valueType: 'bit', isProgrammable })
  const field = masked(component, register.name)
  if (field === null) return
  const { bitPosition = 0, bitsAmount = 1 } = field
  if (bitsAmount === 1) return add(component, { ...register, valueType: 'bit', bitPosition, isProgrammable })
  add(component, { ...register, valueType: 'bitmask', bitPosition, bitsAmount, isProgrammable })
}

const text = (component: Component): void => {
  noteRest(component, ['register_count', 'raw_encode'])
  const register = readRegister(component, 'holding')
  if (register === null) return
  const encoding = textAt(component.tree, 'raw_encode') ?? 'NONE'
  const registers =
    integerAt(component.tree, 'register_count') ?? Math.ceil((integerAt(component.tree, 'response_size') ?? 2) / 2)
  if (encoding !== 'NONE' && encoding !== 'ANSI')
    component.draft.note(component.tree, 'left-out', 'option-left-out', { option: 'raw_encode', value: encoding })
  add(component, { ...register, valueType: 'string', bitsAmount: 16 * registers })
}

const number = (component: Component): void => {
  const { draft, tree } = component
  noteRest(component, [
    'value_type',
    'bitmask',
    'multiply',
    'min_value',
    'max_value',
    'use_write_multiple',
    'unit_of_measurement',
  ])
  const register = readRegister(component, 'holding')
  if (register === null) return
  const type = typed(component, register.name)
  const field = masked(component, register.name)
  if (type === null || field === null) return
  // A written value is the shown value times this.
  const times = textAt(tree, 'multiply')
  const multiplier = times === undefined ? '1' : quotient('1', decimalText(times) ?? '')
  if (multiplier === null)
    return draft.note(tree, 'left-out', 'scale-left-out', { name: register.name, scale: `1/${times ?? ''}` })
  const [min, max] = [decimalAt(tree, 'min_value'), decimalAt(tree, 'max_value')]
  const bounds = { ...(min !== null && { min }), ...(max !== null && { max }) }
  add(component, {
    ...register,
    ...type,
    ...field,
    ...(multiplier !== '1' && { multiplier }),
    ...bounds,
    isProgrammable: true,
  })
}

const select = (component: Component): void => {
  noteRest(component, ['value_type', 'optionsmap', 'use_write_multiple'])
  const register = readRegister(component, 'holding')
  if (register === null) return
  const options = component.tree.get('optionsmap')
  const labels = options?.keys().flatMap((en) => {
    const value = integerAt(options, en)
    return value === null ? [] : [[String(value), { en }] as const]
  })
  const width = textAt(component.tree, 'value_type') ?? 'U_WORD'
  if (!/^[US]_WORD$/.test(width))
    return component.draft.note(component.tree, 'left-out', 'type-left-out', {
      name: register.name,
      type: `select ${width}`,
    })
  add(component, { ...register, valueType: 'enum', enum: Object.fromEntries(labels ?? []), isProgrammable: true })
}

/** Readers by type of component. */
export const components: Readonly<Record<string, (component: Component) => void>> = {
  sensor,
  binary_sensor: (component) => bit(component, 'coil', false),
  text_sensor: text,
  switch: (component) => bit(component, 'coil', true),
  number,
  select,
}

/** Returns whether a component writes one register with the function for several. */
export const writesMultiple = (tree: Tree): boolean => textAt(tree, 'use_write_multiple') === 'true'

/** Components of a section that are read through this platform. */
export const ofController = (root: Tree, section: string): Tree[] =>
  listAt(root, section).filter((tree) => textAt(tree, 'platform') === 'modbus_controller')
