import { type Decimal, powersOfTen, toNumber } from '../decimal.ts'
import { arrange, type Layout, wordAt } from './order.ts'
import type { RawType } from './raw.ts'

const bytes = new DataView(new ArrayBuffer(8))

/** IEEE 754: two registers are a single, four are a double. */
export function floatType(layout: Layout): RawType {
  const single = layout.registers === 2
  const highest = single ? shortestOf(2 ** 128 - 2 ** 104) : Number.MAX_VALUE
  const representable = (value: number): number | null => {
    if (!Number.isFinite(value)) return null
    return single ? shortestOf(value) : value
  }
  return {
    registers: layout.registers,
    lowest: -highest,
    highest,
    read(words, at) {
      if (at + layout.registers > words.length) return 'too-short'
      for (let index = 0; index < layout.registers; index++) {
        bytes.setUint16(2 * index, wordAt(layout, words, at, index))
      }
      const value = single ? bytes.getFloat32(0) : bytes.getFloat64(0)
      return representable(value) ?? (Number.isNaN(value) ? 'not-a-number' : 'infinite')
    },
    nearest: (value) => representable(single ? nearestSingle(value) : toNumber(value)),
    next: (raw, direction) =>
      representable(single ? nextSingle(Number(raw), direction) : nextDouble(Number(raw), direction)),
    write(raw) {
      if (single) bytes.setFloat32(0, Number(raw))
      else bytes.setFloat64(0, Number(raw))
      const words = Array.from({ length: layout.registers }, (_, index) => bytes.getUint16(2 * index))
      return { words: arrange(layout, words) }
    },
  }
}

/** The shortest decimal that rounds to this single and to no other: 1.1, not 1.10000002384185791. */
function shortestOf(single: number): number {
  const size = Math.abs(single)
  if (Number.isInteger(single) && size < 2 ** 24) return single
  const short = size >= 1e-6 && size < 1e6 ? shortestNear(size) : shortestFar(size)
  return single < 0 ? -short : short
}

// Any six digits survive a normal single and nine always name it, so only the counts between are tried.
function shortestNear(size: number): number {
  const magnitude = Math.floor(Math.log10(size))
  for (let digits = 6; digits < 9; digits++) {
    const unit = powersOfTen[digits - 1 - magnitude] ?? 1
    const decimal = Math.round(size * unit) / unit
    if (Math.fround(decimal) === size) return decimal
  }
  return Number(size.toPrecision(9))
}

// Subnormals hold fewer digits. Above a power of two the singles lie wider apart than below it, so the decimal next to
// the nearest one may name it where the nearest does not (2^87 and two more).
function shortestFar(size: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const [mantissa = '', exponent] = size.toExponential(digits - 1).split('e')
    const whole = Number(mantissa.replace('.', ''))
    for (const near of [whole, whole + 1]) {
      const decimal = Number(`${near}e${Number(exponent) - digits + 1}`)
      if (Math.fround(decimal) === size) return decimal
    }
  }
  return Number(size.toPrecision(9))
}

/** Rounds once, from all digits: by way of a double a value just beside the middle of two singles may go astray. */
function nearestSingle(value: Decimal): number {
  const double = toNumber(value)
  const single = Math.fround(double)
  const other = 2 * double - single
  if (single === double || Math.fround(other) !== other) return single
  // Middles lie on multiples of 2^-150, where the comparison is one of integers.
  const middle = BigInt(double * 2 ** 150) * 10n ** BigInt(value.scale)
  const exact = value.digits << 150n
  if (exact === middle) return single
  return exact > middle ? Math.max(single, other) : Math.min(single, other)
}

// The bits of a float of one sign, taken as an integer, are in the order of its size.
function nextSingle(value: number, direction: number): number {
  if (value === 0) return direction * 2 ** -149
  bytes.setFloat32(0, value)
  bytes.setInt32(0, bytes.getInt32(0) + direction * Math.sign(value))
  return bytes.getFloat32(0)
}

function nextDouble(value: number, direction: number): number {
  if (value === 0) return direction * Number.MIN_VALUE
  bytes.setFloat64(0, value)
  bytes.setBigInt64(0, bytes.getBigInt64(0) + BigInt(direction * Math.sign(value)))
  return bytes.getFloat64(0)
}
