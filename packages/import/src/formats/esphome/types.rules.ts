import type { ByteOrder, RegisterKind, ValueType } from '@busbar/modbus'

export interface EspType {
  valueType: ValueType
  order?: ByteOrder
}

const types: Readonly<Record<string, EspType>> = {
  U_WORD: { valueType: 'u16' },
  S_WORD: { valueType: 's16' },
  U_DWORD: { valueType: 'u32' },
  S_DWORD: { valueType: 's32' },
  U_QWORD: { valueType: 'u64' },
  S_QWORD: { valueType: 's64' },
  FP32: { valueType: 'f32' },
}

/** Value types by `value_type`: `_R` has its words in reverse. */
export const typeOf = (text: string): EspType | null => {
  const type = types[text.replace(/_R$/, '')]
  if (type === undefined) return null
  return text.endsWith('_R') ? { ...type, order: 'CDAB' } : type
}

export const kinds: Readonly<Record<string, RegisterKind>> = {
  coil: 'coil',
  discrete_input: 'discrete-input',
  holding: 'holding',
  read: 'input',
  input: 'input',
}

/** The bits of a mask without holes; null where it has some. */
export const fieldOf = (mask: number): { bitPosition: number; bitsAmount: number } | null => {
  const bits = mask.toString(2)
  const bitPosition = bits.length - bits.lastIndexOf('1') - 1
  const ones = bits.slice(0, bits.length - bitPosition)
  return mask > 0 && !ones.includes('0') ? { bitPosition, bitsAmount: ones.length } : null
}
