import type { ValueType } from '@busbar/modbus'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  multiply,
  parseDecimal,
  subtract,
  toNumber,
} from '@busbar/modbus/decimal'

/** A meter that was exchanged for another: what the old one showed at last, and the new one at first. */
export interface MeterExchange {
  on: number
  end: Decimal
  start: Decimal
}

/**
 * Properties of a meter. Stored readings are shown values (raw x multiplier + shift): their differences already contain
 * the multiplier, and the shift cancels out.
 */
export interface Meter {
  /** Shown value of a raw zero. */
  zero: Decimal
  /** The value at which its display passes to zero, as a person or a template said; null where it is not set. */
  rolloverAt: Decimal | null
  /** Number of values of the register; null if its type does not roll over. */
  width: Decimal | null
  /** Shown value of a register of all ones, which is more often a fault than a reading. */
  allOnes: number | null
  /** The most it can count in an hour; null where it is not set. */
  maxPerHour: Decimal | null
  exchanges: readonly MeterExchange[]
  /** Rises that a person accepted as counted: when the step was, and a value that it passed. */
  accepted: readonly { on: number; value: number }[]
  /** How often it is read. */
  periodMs: number
  /** Readings may have more digits than a double holds. */
  isWide: boolean
}

/** Stored settings of a counter's parameter; decimals are text. */
export interface CounterFormat {
  valueType: ValueType
  bitsAmount: number | null
  multiplier: string
  shift: string
  rolloverAt?: string | null
  hourlyMax?: string | null
  exchanges?: readonly { on: number; end: string; start: string }[] | null
  periodSec?: number
}

const unsignedBits: Partial<Record<ValueType, number>> = { u16: 16, u32: 32, u64: 64, bitmask: 16 }
const signedBits: Partial<Record<ValueType, number>> = { s16: 16, s32: 32, s64: 64 }
const bcdBits: Partial<Record<ValueType, number>> = { bcd16: 16, bcd32: 32 }
const one: Decimal = { digits: 1n, scale: 0 }
const nothing: Decimal = { digits: 0n, scale: 0 }
/** Digits that fit into a double. */
const doubleDigits = 15

/** A meter by its parameter; a limit that a report sets goes before the parameter's own. */
export const meterOf = (format: CounterFormat, maxPerHour: number | null = null): Meter => {
  const { valueType, bitsAmount } = format
  const steps = stepsOf(format)
  const multiplier = parseDecimal(format.multiplier) ?? one
  const size = multiplier.digits < 0n ? { ...multiplier, digits: -multiplier.digits } : multiplier
  const zero = parseDecimal(format.shift) ?? nothing
  const isUnsigned = unsignedBits[valueType] !== undefined
  const isSigned = signedBits[valueType] !== undefined
  const top = isSigned ? -1n : isUnsigned && bitsAmount !== 1 ? (steps ?? 0n) - 1n : null
  const ownMax = format.hourlyMax == null ? null : parseDecimal(format.hourlyMax)
  const recorded = (format.exchanges ?? []).map(({ on, end, start }) => ({
    on,
    end: parseDecimal(end) ?? nothing,
    start: parseDecimal(start) ?? nothing,
  }))
  // A replacement by a meter with the same value only explains the step: it was counted.
  const isSame = ({ end, start }: MeterExchange): boolean => compare(end, start) === 0
  const width = steps === null ? null : multiply({ digits: steps, scale: 0 }, size)
  return {
    zero,
    rolloverAt: format.rolloverAt == null ? null : parseDecimal(format.rolloverAt),
    width,
    allOnes: top === null ? null : toNumber(add(multiply({ digits: top, scale: 0 }, multiplier), zero)),
    maxPerHour: maxPerHour === null ? ownMax : decimalOf(maxPerHour),
    exchanges: recorded.filter((exchange) => !isSame(exchange)),
    accepted: recorded.filter(isSame).map(({ on, end }) => ({ on, value: toNumber(end) })),
    periodMs: 1000 * (format.periodSec ?? 0),
    isWide: width !== null && width.digits.toString().length > doubleDigits,
  }
}

/** Distance between two rollovers, if it is set. */
export const rolloverSpan = ({ rolloverAt, zero }: Meter): Decimal | null =>
  rolloverAt === null ? null : subtract(rolloverAt, zero)

/** How many values the raw counter has. */
const stepsOf = ({ valueType, bitsAmount }: CounterFormat): bigint | null => {
  const binary = unsignedBits[valueType] ?? signedBits[valueType]
  if (binary !== undefined) return 2n ** BigInt(bitsAmount ?? binary)
  const decimal = bcdBits[valueType]
  return decimal === undefined ? null : 10n ** BigInt((bitsAmount ?? decimal) >> 2)
}
