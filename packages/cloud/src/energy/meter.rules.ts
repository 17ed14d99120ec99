import type { ValueType } from '@busbar/modbus'
import { type Decimal, decimalOf, multiply, parseDecimal } from '@busbar/modbus/decimal'
import type { Meter } from './counter.rules.ts'

/** What a parameter's format says of its counter; decimals are text. */
export interface CounterFormat {
  valueType: ValueType
  bitsAmount: number | null
  multiplier: string
  shift: string
}

const bits: Partial<Record<ValueType, number>> = { u16: 16, s16: 16, u32: 32, s32: 32, u64: 64, s64: 64, bitmask: 16 }
const bcdBits: Partial<Record<ValueType, number>> = { bcd16: 16, bcd32: 32 }
const one: Decimal = { digits: 1n, scale: 0 }
const nothing: Decimal = { digits: 0n, scale: 0 }

/** A meter by its parameter. Floats do not roll over at any width that we could know. */
export const meterOf = (format: CounterFormat, maxPerHour: number | null): Meter => {
  const steps = stepsOf(format)
  const multiplier = parseDecimal(format.multiplier) ?? one
  const size = multiplier.digits < 0n ? { ...multiplier, digits: -multiplier.digits } : multiplier
  return {
    zero: parseDecimal(format.shift) ?? nothing,
    width: steps === null ? null : multiply({ digits: steps, scale: 0 }, size),
    maxPerHour: maxPerHour === null ? null : decimalOf(maxPerHour),
  }
}

/** How many values the raw counter has. */
const stepsOf = ({ valueType, bitsAmount }: CounterFormat): bigint | null => {
  const binary = bits[valueType]
  if (binary !== undefined) return 2n ** BigInt(bitsAmount ?? binary)
  const decimal = bcdBits[valueType]
  return decimal === undefined ? null : 10n ** BigInt((bitsAmount ?? decimal) >> 2)
}
