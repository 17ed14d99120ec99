import { isBitKind, type RegisterKind } from '@busbar/modbus'
import type { DeviceDraft, ParamDraft } from '../../plan/device-draft.ts'
import type { Draft } from '../../plan/draft.ts'
import { decimalsOf } from '../../plan/fields.ts'
import { decimalAt, integerAt, listAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'
import { fieldType, orderOf, registerType, type TelegrafType } from './types.rules.ts'

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
