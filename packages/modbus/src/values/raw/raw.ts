import type { Decimal } from '../decimal.ts'

/**
 * The reason why registers contain no value. Each is recorded as a gap with this reason.
 * - `too-short`: fewer registers than the value takes.
 * - `not-a-number`, `infinite`: the float has no number.
 * - `not-bcd`: a digit is ten or more.
 * - `no-value`: the device sent a number that means "no value".
 * - `text`: a number was requested from a string.
 */
export type ValueError = 'too-short' | 'no-value' | 'not-a-number' | 'infinite' | 'not-bcd' | 'text'

/** A number as the device holds it. Integers beyond 2^53 are bigints; a float is the shortest decimal that names it. */
export type RawNumber = number | bigint

/** The words of a write. With a mask, only its bits belong to the value, and the others must stay as they are. */
export interface WordsToWrite {
  words: number[]
  mask?: number[]
}

/** An encoding of a number in registers. */
export interface RawType {
  readonly registers: number
  readonly lowest: RawNumber
  readonly highest: RawNumber
  read(words: ArrayLike<number>, at: number): RawNumber | ValueError
  /** The nearest number the type can hold, half away from zero, or null when it is out of its range. */
  nearest(value: Decimal): RawNumber | null
  /** The next number the type can hold above (1) or below (-1), or null at the end of its range. */
  next(raw: RawNumber, direction: 1 | -1): RawNumber | null
  write(raw: RawNumber): WordsToWrite
}
