import type { ByteOrder, ValueFormat, ValueType } from '@busbar/modbus'
import type { StoredFormat } from './directory.sql.ts'

/** As it is stored, sensible or not: `formatProblem` judges it. */
export const formatOf = (stored: StoredFormat): ValueFormat => {
  const [valueType, order, bitPosition, bitsAmount, multiplier, shift, precision, min, max, ...rest] = stored
  const [enumNumbers, nanValues, coding, address] = rest
  return {
    valueType: valueType as ValueType,
    order: order as ByteOrder,
    multiplier,
    shift,
    ...(bitPosition !== null && { bitPosition }),
    ...(bitsAmount !== null && { bitsAmount }),
    ...(precision !== null && { precision }),
    ...(min !== null && { min }),
    ...(max !== null && { max }),
    ...(enumNumbers !== null && { enum: Object.fromEntries(enumNumbers.map((number) => [number, null])) }),
    ...(nanValues !== null && { nanValues }),
    ...(coding !== null && { coding }),
    ...(address !== null && { address }),
  }
}

/** The largest raw number of each type whose digits all count. Of a float a double holds all that the device knew. */
const rawMax: Partial<Record<ValueType, number>> = {
  u16: 2 ** 16,
  s16: 2 ** 15,
  u32: 2 ** 32,
  s32: 2 ** 31,
  u64: 2 ** 64,
  s64: 2 ** 63,
  bcd16: 1e4,
  bcd32: 1e8,
  unixtime: 2 ** 32,
}

/** A double names every decimal of so many digits, and not every one of more. */
const digitsMax = 1e15

/** Whether some value of a format has more digits than a double is sure to hold. */
export const mayBeLong = (format: ValueFormat): boolean => {
  const { valueType, multiplier = 1, shift = 0, precision = Infinity, coding } = format
  // How many decimals there are is only known when it is read.
  if (coding?.scaleAt !== undefined) return true
  const raw = rawMax[valueType]
  if (raw === undefined) return false
  const decimals = Math.min(precision, Math.max(decimalsOf(multiplier), decimalsOf(shift)))
  const largest = raw * Math.abs(Number(multiplier)) + Math.abs(Number(shift))
  return largest * 10 ** decimals >= digitsMax
}

const decimalsOf = (setting: number | string): number => /\.(\d*[1-9])/.exec(String(setting))?.[1]?.length ?? 0
