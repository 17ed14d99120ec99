import { type ByteOrder, type RegisterKind, type ValueType } from '@busbar/modbus'
import type { DeviceDraft, ParamDraft } from '../../plan/device-draft.ts'
import type { Draft, SourceLine } from '../../plan/draft.ts'
import { product, quotient } from '../../plan/fields.ts'
import { decimalAt, integerAt, shownValue, type Tree, textAt } from '../../tree/tree.ts'

/** An entry that is read or written, with its location in the file. */
export interface RegisterEntry {
  source: SourceLine
  functionCode: number
  count: number
  params: ParamDraft[]
}

const types: Readonly<Record<string, ValueType>> = {
  '16int': 's16',
  '16uint': 'u16',
  '32int': 's32',
  '32uint': 'u32',
  '64int': 's64',
  '64uint': 'u64',
  '32float': 'f32',
  '64float': 'f64',
}
const kindsByFunction: Readonly<Record<number, RegisterKind>> = {
  1: 'coil',
  2: 'discrete-input',
  3: 'holding',
  4: 'input',
  5: 'coil',
  6: 'holding',
  15: 'coil',
  16: 'holding',
}
const known = new Set([
  'tag',
  'type',
  'functionCode',
  'objectsCount',
  'address',
  'divider',
  'multiplier',
  'bit',
  'value',
])

interface EntryRules {
  order: ByteOrder
  isWrite: boolean
}

/** Reads an entry; undefined with a note where it has no counterpart. */
export const readEntry = (draft: Draft, tree: Tree, { order, isWrite }: EntryRules): RegisterEntry | undefined => {
  const name = textAt(tree, 'tag') ?? ''
  for (const option of tree.keys()) {
    if (!known.has(option))
      draft.note(tree.get(option) ?? tree, 'left-out', 'option-left-out', {
        option,
        value: shownValue(tree.get(option)),
      })
  }
  const functionCode = integerAt(tree, 'functionCode') ?? 0
  const registerKind = kindsByFunction[functionCode]
  if (registerKind === undefined || (functionCode > 4 && !isWrite)) {
    draft.note(tree, 'left-out', 'table-left-out', { name, table: `functionCode ${functionCode}` })
    return undefined
  }
  const type = (textAt(tree, 'type') ?? '').toLowerCase()
  const count = integerAt(tree, 'objectsCount') ?? 1
  const formats = formatsOf(type, registerKind, count, integerAt(tree, 'bit'))
  const multiplier = scaleOf(tree)
  if (formats === null || multiplier === null) {
    if (formats === null) draft.note(tree, 'left-out', 'type-left-out', { name, type })
    else
      draft.note(tree, 'left-out', 'scale-left-out', {
        name,
        scale: textAt(tree, 'divider') ?? textAt(tree, 'multiplier') ?? '',
      })
    return undefined
  }
  const address = integerAt(tree, 'address') ?? -1
  const isNumber = formats.every(({ valueType }) => !['bit', 'bitmask', 'string'].includes(valueType))
  const params = formats.map(
    ({ step = 0, ...format }, at): ParamDraft => ({
      name: at === 0 ? name : `${name} ${at + 1}`,
      registerKind,
      address: address + step,
      ...format,
      ...(order !== 'ABCD' && format.valueType !== 'bit' && { order }),
      ...(isNumber && multiplier !== '1' && { multiplier }),
    }),
  )
  return { source: tree, functionCode, count, params }
}

type Format = { valueType: ValueType; bitPosition?: number; bitsAmount?: number; step?: number }

const formatsOf = (type: string, kind: RegisterKind, count: number, bit: number | null): Format[] | null => {
  if (type === 'bits' || type === 'bool' || type === 'bit') {
    if (kind === 'coil' || kind === 'discrete-input') {
      return Array.from({ length: Math.min(count, 2000) }, (_, step) => ({ valueType: 'bit', step }))
    }
    if (bit !== null || count === 1) return [{ valueType: 'bit', bitPosition: bit ?? 0 }]
    return [{ valueType: 'bitmask', bitsAmount: Math.min(count, 32) }]
  }
  if (type === 'string') return [{ valueType: 'string', bitsAmount: 16 * count }]
  const valueType = Object.hasOwn(types, type) ? types[type] : undefined
  return valueType === undefined ? null : [{ valueType }]
}

const scaleOf = (tree: Tree): string | null => {
  const divider = decimalAt(tree, 'divider')
  const through = divider === null ? '1' : quotient('1', divider)
  return through === null ? null : product(decimalAt(tree, 'multiplier') ?? '1', through)
}

/** A single register that is written with the function for several. */
export const isSingleRegister16 = ({ functionCode, count }: RegisterEntry): boolean =>
  functionCode === 16 && count === 1

/** Adds what is read; what is written at the same place makes it writable, what is written elsewhere stands for itself. */
export const addEntries = (
  draft: Draft,
  device: DeviceDraft,
  reads: readonly RegisterEntry[],
  writes: readonly RegisterEntry[],
): void => {
  const addressKey = ({ registerKind, address, valueType, bitPosition = 0 }: ParamDraft): string =>
    [registerKind, address, valueType, bitPosition].join(' ')
  const written = new Map(writes.flatMap(({ params }) => params.map((param) => [addressKey(param), param] as const)))
  const seen = new Set<string>()
  for (const { source, params } of reads) {
    for (const param of params) {
      const at = addressKey(param)
      if (seen.has(at)) {
        draft.note(source, 'left-out', 'duplicate-left-out', { name: param.name, other: at })
        continue
      }
      seen.add(at)
      device.add(source, { ...param, isProgrammable: written.has(at) })
    }
  }
  for (const { source, params } of writes) {
    for (const param of params) {
      if (seen.has(addressKey(param))) continue
      seen.add(addressKey(param))
      device.add(source, { ...param, isProgrammable: true })
    }
  }
}
