import { type Decimal, round } from '../decimal.ts'
import type { Field } from '../shape.ts'
import { arrange, type Layout, wordAt } from './order.ts'
import type { RawNumber, RawType, ValueError, WordsToWrite } from './raw.ts'

interface IntegerShape {
  readonly signed: boolean
  readonly field: Field
}

/** Two's complement or plain binary, in all bits of the registers or in a field of them. */
export function integerType(layout: Layout, { signed, field }: IntegerShape): RawType {
  const width = 16 * layout.registers
  const whole = field.bits === width
  const bits = BigInt(field.bits)
  const position = BigInt(field.position)
  const mask = arrange(layout, wordsOf(((1n << bits) - 1n) << position, layout.registers))
  const lowest = signed ? -(1n << (bits - 1n)) : 0n
  const highest = signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n
  const divisor = 2 ** field.position
  const modulus = 2 ** field.bits

  return {
    ...integers(layout.registers, lowest, highest),
    read(words, at) {
      if (at + layout.registers > words.length) return 'too-short'
      if (layout.registers === 4) return readLong(layout, signed, words, at)
      const bare = readUnsigned(layout, words, at)
      const raw = whole ? bare : Math.floor(bare / divisor) % modulus
      return signed && raw >= modulus / 2 ? raw - modulus : raw
    },
    write(raw): WordsToWrite {
      const value = BigInt.asUintN(field.bits, BigInt(raw)) << position
      const words = arrange(layout, wordsOf(value, layout.registers))
      return whole ? { words } : { words, mask: [...mask] }
    },
  }
}

/** Four decimal digits in each register. */
export function bcdType(layout: Layout): RawType {
  return {
    ...integers(layout.registers, 0n, 10n ** BigInt(4 * layout.registers) - 1n),
    read(words, at): number | ValueError {
      if (at + layout.registers > words.length) return 'too-short'
      let raw = 0
      for (let index = 0; index < layout.registers; index++) {
        const word = wordAt(layout, words, at, index)
        for (let shift = 12; shift >= 0; shift -= 4) {
          const digit = (word >>> shift) & 0xf
          if (digit > 9) return 'not-bcd'
          raw = raw * 10 + digit
        }
      }
      return raw
    },
    // The decimal digits of a number, read as hexadecimal, are its BCD.
    write: (raw) => ({ words: arrange(layout, wordsOf(BigInt(`0x${raw}`), layout.registers)) }),
  }
}

/** A raw number from `from` on is negative: that much below zero as it lies above. */
export function negativeFromType(inner: RawType, from: number): RawType {
  const start = BigInt(from)
  return {
    ...integers(inner.registers, start - BigInt(inner.highest), start - 1n),
    read(words, at) {
      const raw = inner.read(words, at)
      if (typeof raw === 'string' || raw < from) return raw
      return typeof raw === 'bigint' ? start - raw : from - raw
    },
    write: (raw) => inner.write(raw < 0 ? start - BigInt(raw) : raw),
  }
}

function integers(registers: number, lowest: bigint, highest: bigint): Omit<RawType, 'read' | 'write'> {
  const inRange = (raw: bigint): bigint | null => (raw < lowest || raw > highest ? null : raw)
  return {
    registers,
    lowest,
    highest,
    nearest: (value: Decimal) => inRange(round(value, 0).digits),
    next: (raw: RawNumber, direction) => inRange(BigInt(raw) + BigInt(direction)),
  }
}

function readUnsigned(layout: Layout, words: ArrayLike<number>, at: number): number {
  const first = wordAt(layout, words, at, 0)
  return layout.registers === 1 ? first : first * 0x1_0000 + wordAt(layout, words, at, 1)
}

function readLong(layout: Layout, signed: boolean, words: ArrayLike<number>, at: number): RawNumber {
  const bare = wordAt(layout, words, at, 0) * 0x1_0000 + wordAt(layout, words, at, 1)
  const high = signed ? bare | 0 : bare
  const low = wordAt(layout, words, at, 2) * 0x1_0000 + wordAt(layout, words, at, 3)
  // Within 2^53 a number is exact, and much quicker.
  if (high >= -0x20_0000 && high < 0x20_0000) return high * 0x1_0000_0000 + low
  return (BigInt(high) << 32n) + BigInt(low)
}

/** The words of a number that is not negative, most significant first. */
export const wordsOf = (value: bigint, registers: number): number[] =>
  Array.from({ length: registers }, (_, index) => Number((value >> BigInt(16 * (registers - 1 - index))) & 0xffffn))
