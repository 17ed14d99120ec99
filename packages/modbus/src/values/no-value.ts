import { parseDecimal } from './decimal.ts'
import type { ValueFormat } from './format.ts'
import { wordsOf } from './raw/integers.ts'
import { arrange, layoutOf } from './raw/order.ts'
import type { RawType, WordsToWrite } from './raw/raw.ts'
import { fieldOf, registerCount } from './shape.ts'

const written = /^(?:0x[\da-f]{1,16}|-?\d{1,20})$/i

/** Returns whether registers contain a number that means "no value"; null if the format has no such number. */
export type NoValueTest = (words: ArrayLike<number>, at: number) => boolean

/** The registers as they lie in the device are compared, before anything is made of them. */
export function noValueTest(format: ValueFormat, type: RawType): NoValueTest | null {
  const patterns = (format.nanValues ?? []).flatMap((text) => patternOf(text, format, type) ?? [])
  if (patterns.length === 0) return null
  if (patterns.every(({ words, mask }) => words.length === 1 && mask === undefined)) {
    const single = new Set(patterns.map(({ words }) => words[0]))
    return (words, at) => single.has(words[at])
  }
  return (words, at) => patterns.some((pattern) => isMatch(pattern, words, at))
}

/** The registers that a text of `nanValues` stands for; null where it is none, or the type cannot hold it. */
export function patternOf(text: string, format: ValueFormat, type: RawType): WordsToWrite | null {
  if (!written.test(text)) return null
  if (/^0x/i.test(text)) return patternOfBits(BigInt(text), format)
  const number = parseDecimal(text)
  const raw = number && type.nearest(number)
  // A float holds only some of the whole numbers.
  return number === null || raw === null || BigInt(raw) !== number.digits ? null : type.write(raw)
}

function patternOfBits(bits: bigint, format: ValueFormat): WordsToWrite | null {
  const { position, bits: width } = fieldOf(format)
  if (bits >= 1n << BigInt(width)) return null
  const registers = registerCount(format)
  const layout = layoutOf(registers, format.order)
  const placed = (value: bigint): number[] => arrange(layout, wordsOf(value << BigInt(position), registers))
  const words = placed(bits)
  return width === 16 * registers ? { words } : { words, mask: placed((1n << BigInt(width)) - 1n) }
}

function isMatch({ words: pattern, mask }: WordsToWrite, words: ArrayLike<number>, at: number): boolean {
  return pattern.every((word, index) => ((words[at + index] ?? 0) & (mask?.[index] ?? 0xffff)) === word)
}
