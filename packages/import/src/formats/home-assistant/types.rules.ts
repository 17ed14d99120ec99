import type { ByteOrder, ValueType } from '@busbar/modbus'

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
/** One number, big-endian, as Python's struct has it. */
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

export type RegisterType = { valueType: ValueType; bitsAmount?: number }

/** What a `data_type` is here; null where there is nothing like it. */
export const typeOf = (dataType: string, count: number | null, structure: string | undefined): RegisterType | null => {
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

export const orderOf = (swap: string): ByteOrder | null => (Object.hasOwn(swaps, swap) ? (swaps[swap] ?? null) : null)
