export const valueTypes = [
  'bit',
  'u16',
  's16',
  'u32',
  's32',
  'u64',
  's64',
  'f32',
  'f64',
  'bcd16',
  'bcd32',
  'enum',
  'bitmask',
  'string',
  'unixtime',
] as const
export type ValueType = (typeof valueTypes)[number]

/** How the bytes of a value lie in its registers: A is the most significant byte of the first pair of registers. */
export const byteOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type ByteOrder = (typeof byteOrders)[number]

/** What the registers of a parameter mean: shown value = raw x multiplier + shift, rounded to `precision` decimals. */
export interface ValueFormat {
  valueType: ValueType
  order?: ByteOrder
  /** Lowest bit of a field inside its register(s). */
  bitPosition?: number
  /** Width of a field in bits; of a string, 16 for each register. */
  bitsAmount?: number
  multiplier?: number | string
  shift?: number | string
  precision?: number
  /** Bounds of what may be written, in shown units. */
  min?: number | string
  max?: number | string
  /** Known values, by number; labels are the reader's business. */
  enum?: Readonly<Record<string, unknown>>
}
