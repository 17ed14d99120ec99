import type { ValueType } from '@busbar/modbus'
import type { AlertParamRow } from '../params.sql.ts'

export interface ValueRange {
  min: number
  max: number
}

type Param = Pick<
  AlertParamRow,
  'valueType' | 'bitsAmount' | 'bitPosition' | 'multiplier' | 'shift' | 'precision' | 'coding'
>

const widths: Readonly<Partial<Record<ValueType, number>>> = {
  bit: 1,
  u16: 16,
  s16: 16,
  u32: 32,
  s32: 32,
  u64: 64,
  s64: 64,
  enum: 16,
  bitmask: 16,
  unixtime: 32,
}
const highest: Readonly<Partial<Record<ValueType, number>>> = { bcd16: 9999, bcd32: 99_999_999 }

/** How many bits a whole number of the parameter has; null where it is none, or other registers decide too. */
const bitsOf = ({ valueType, bitsAmount, coding }: Param): number | null => {
  const width = widths[valueType]
  if (width === undefined || coding !== null) return null
  return valueType === 'bit' ? 1 : (bitsAmount ?? width)
}

/** All that the parameter can show, scaled; null where nothing bounds it. */
export const rangeOf = (param: Param): ValueRange | null => {
  const { valueType, multiplier, shift, precision, coding } = param
  const bits = bitsOf(param)
  const top = highest[valueType]
  const isSigned = valueType.startsWith('s') && valueType !== 'string'
  if (coding !== null || (bits === null && top === undefined)) return null
  const raw = bits === null ? [0, top ?? 0] : isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1]
  const shown = raw.map((one) => roundedTo(one * Number(multiplier) + Number(shift), precision))
  return { min: Math.min(...shown), max: Math.max(...shown) }
}

const decimalsMax = 12
const digitsMax = 15

/** Without what doubles add: 65535 x 0.1 is 6553.5. */
const roundedTo = (value: number, precision: number | null): number => {
  const exact = Number(value.toPrecision(digitsMax))
  return precision === null || precision > decimalsMax ? exact : Number(exact.toFixed(precision))
}

/** The highest bit that can ever be set; null where any can. Bits are those of the shown value. */
export const highestBitOf = (param: Param): number | null => {
  const { multiplier, shift } = param
  const bits = bitsOf(param)
  if (bits !== null && Number(multiplier) === 1 && Number(shift) === 0) return bits - 1
  const range = rangeOf(param)
  // A negative number has all the bits above its own, in two's complement.
  if (range === null || range.min < 0) return null
  return Math.max(0, Math.floor(Math.log2(Math.max(1, range.max))))
}
