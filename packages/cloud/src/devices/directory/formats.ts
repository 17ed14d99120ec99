import {
  type ByteOrder,
  compileValue,
  formatProblem,
  isBitKind,
  type RegisterKind,
  type ValueCodec,
  type ValueFormat,
  type ValueType,
} from '@busbar/modbus'
import type { StoredFormat } from './directory.sql.ts'

/** As it is stored, sensible or not: `formatProblem` judges it. */
const formatOf = (stored: StoredFormat): ValueFormat => {
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

/** Returns whether values of a format may have more digits than a double can hold. */
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

/** Data shared by all parameters of one format. */
export interface Format {
  valueType: ValueType
  codec: ValueCodec
  isLong: boolean
  /** As `ReadItem` has it; 0 where the format makes no sense. */
  count: number
}

/** More than any installation has; beyond it formats are compiled again. */
const formatsMax = 20_000

const unreadable: ValueCodec = {
  registers: 0,
  before: 0,
  decode: () => ({ err: 'too-short' }),
  decodeNumber: () => ({ err: 'too-short' }),
  encode: () => ({ err: { name: 'not-text' } }),
}

/** Compiles every format once, however many parameters have it. */
export class Formats {
  readonly #known = new Map<string, Format>()

  /** Finds a format by its text in the database. */
  of(text: string, kind: RegisterKind): Format {
    const key = isBitKind(kind) ? `bit ${text}` : text
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size >= formatsMax) this.#known.clear()
    const format = compile(JSON.parse(text) as StoredFormat, kind)
    this.#known.set(key, format)
    return format
  }
}

const compile = (stored: StoredFormat, kind: RegisterKind): Format => {
  const format = formatOf(stored)
  // A text: no place is kept for a number that will never be read.
  if (formatProblem(format, kind) !== null) return { valueType: 'string', codec: unreadable, isLong: false, count: 0 }
  const codec = compileValue(format)
  return { valueType: format.valueType, codec, isLong: mayBeLong(format), count: codec.registers }
}
