import type { ValueFormat, ValueType } from './format.ts'

/** The bits of a value's registers that belong to it. */
export interface Field {
  readonly position: number
  readonly bits: number
}

/** Registers of each type; of a bitmask and a string at least. */
const registers: Readonly<Record<ValueType, number>> = {
  bit: 1,
  u16: 1,
  s16: 1,
  u32: 2,
  s32: 2,
  u64: 4,
  s64: 4,
  f32: 2,
  f64: 4,
  bcd16: 1,
  bcd32: 2,
  enum: 1,
  bitmask: 1,
  string: 1,
  unixtime: 2,
}

/** How many registers (or bits, in a table of bits) a value takes; a bitmask that ends beyond bit 15 takes two. */
export function registerCount({ valueType, bitPosition = 0, bitsAmount = 1 }: ValueFormat): number {
  if (valueType === 'string') return Math.ceil(bitsAmount / 16)
  if (valueType === 'bitmask' && bitPosition + bitsAmount > 16) return 2
  return registers[valueType]
}

export function fieldOf(format: ValueFormat): Field {
  const { valueType, bitPosition = 0, bitsAmount = 16 * registerCount(format) } = format
  return { position: bitPosition, bits: valueType === 'bit' ? 1 : bitsAmount }
}

/** Returns the registers to read for a value as one extent: its own, and those that its coding names. */
export function readExtent(format: ValueFormat & { address: number }): { address: number; count: number } {
  const { address, coding = {} } = format
  const others = [coding.signAt?.address, coding.scaleAt].filter((other) => other !== undefined)
  const first = Math.min(address, ...others)
  const end = Math.max(address + registerCount(format), ...others.map((other) => other + 1))
  return { address: first, count: end - first }
}
