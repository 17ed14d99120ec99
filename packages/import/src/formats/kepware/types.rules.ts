import type { ValueType } from '@busbar/modbus'

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

/** What a type of a tag is here; null where there is nothing like it. */
export const kepwareType = (
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
