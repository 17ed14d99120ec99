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

/**
 * Registers and limits that affect a number. Named registers are in the table of the parameter and are read together
 * with it.
 */
export interface Coding {
  /** A raw number from here on is negative: with 10000, 10050 is -50. A sign in the top bit of u16 is 32768. */
  readonly negativeFrom?: number | undefined
  /** The value is a magnitude, and this register contains its sign. Any other content means that there is no value. */
  readonly signAt?: { readonly address: number; readonly positive: number; readonly negative: number } | undefined
  /** The register (s16) with the power of ten that the raw number is multiplied by, from -10 to 10. Any other number there: no value. */
  readonly scaleAt?: number | undefined
}

/** The meaning of the registers of a parameter: value = raw x multiplier + shift, rounded to `precision` decimals. */
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
  /** Limits of writable values, in the unit of the parameter. */
  min?: number | string
  max?: number | string
  /** Known values, by number; labels are the reader's business. */
  enum?: Readonly<Record<string, unknown>>
  /**
   * Raw numbers that mean "no value", before anything is scaled: the bits as manuals print them (`0x8000`, most significant first
   * whatever the order), or the number as the type reads it (`-32768`).
   */
  nanValues?: readonly string[]
  coding?: Coding
  /** The address of the parameter; required if `coding` names another register. */
  address?: number
}
