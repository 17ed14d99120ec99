import type { ByteOrder, ValueType } from '@busbar/modbus'

export interface TelegrafType {
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
/** By the number of registers. */
const signed: Readonly<Record<number, ValueType>> = { 1: 's16', 2: 's32', 4: 's64' }
const unsigned: Readonly<Record<number, ValueType>> = { 1: 'u16', 2: 'u32', 4: 'u64' }

/**
 * A type where registers are listed by their addresses. A name without `-IEEE` is a fixed-point number there: FLOAT32 is an unsigned whole
 * number of as many registers as are listed.
 */
export const registerType = (type: string, registers: number): TelegrafType | null => {
  if (type === 'STRING') return { valueType: 'string', bitsAmount: 16 * registers }
  const found = plain[type]
  if (found !== undefined) return found
  const valueType =
    type === 'FIXED' ? signed[registers] : ['UFIXED', 'FLOAT32'].includes(type) ? unsigned[registers] : undefined
  return valueType === undefined ? null : { valueType }
}

/** A type of a field of a request or metric. */
export const fieldType = (type: string, length: number | null): TelegrafType | null => {
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

export const orderOf = (text: string): ByteOrder | null => (Object.hasOwn(orders, text) ? (orders[text] ?? null) : null)
