import { readMax } from '../../tables.ts'
import type { ValueFormat, ValueType } from '../format.ts'
import { patternOf } from '../no-value.ts'
import { bareTypeOf } from '../raw/raw-types.ts'
import { readExtent } from '../shape.ts'

const nanValuesMax = 16
const addressMax = 0xffff

const unsigned: readonly ValueType[] = ['u16', 'u32', 'u64', 'bcd16', 'bcd32']
const integers: readonly ValueType[] = ['u16', 's16', 'u32', 's32', 'u64', 's64']
const numbers: readonly ValueType[] = [...integers, 'f32', 'f64', 'bcd16', 'bcd32']

/** Returns the problem of the numbers that mean "no value", or null. The rest of the format is valid. */
export function nanValuesProblem(format: ValueFormat): string | null {
  const { valueType, nanValues = [] } = format
  if (nanValues.length === 0) return null
  if (valueType === 'string' || valueType === 'bit') return `nanValues has no meaning for ${valueType}.`
  if (nanValues.length > nanValuesMax) return `nanValues must name at most ${nanValuesMax} numbers.`
  const type = bareTypeOf(format)
  const odd = nanValues.find((text) => patternOf(text, format, type) === null)
  if (odd === undefined) return null
  return `nanValues must be like 0x8000 or -32768, of what ${valueType} can hold, not "${odd.slice(0, 20)}".`
}

/** Returns the problem of a coding, or null. */
export function codingProblem(format: ValueFormat): string | null {
  const { valueType, address, coding } = format
  if (coding === undefined) return null
  const { negativeFrom, signAt, scaleAt } = coding
  if (negativeFrom !== undefined) {
    if (!unsigned.includes(valueType)) return `coding.negativeFrom has no meaning for ${valueType}.`
    const isInRange =
      Number.isSafeInteger(negativeFrom) && negativeFrom > 0 && negativeFrom <= bareTypeOf(format).highest
    if (!isInRange) return `coding.negativeFrom must be a whole number from 1 to the highest of ${valueType}.`
  }
  if (signAt !== undefined) {
    if (!numbers.includes(valueType)) return `coding.signAt has no meaning for ${valueType}.`
    if (negativeFrom !== undefined) return 'coding must not name two signs.'
    const { positive, negative } = signAt
    if (![signAt.address, positive, negative].every(isWord)) return 'coding.signAt must be of numbers from 0 to 65535.'
    if (positive === negative) return 'coding.signAt must tell positive from negative.'
  }
  if (scaleAt !== undefined) {
    if (!integers.includes(valueType)) return `coding.scaleAt has no meaning for ${valueType}.`
    if (!isWord(scaleAt)) return 'coding.scaleAt must be a whole number from 0 to 65535.'
  }
  if (signAt === undefined && scaleAt === undefined) return null
  if (address === undefined) return 'address must be given where coding names a register.'
  // Answers to different requests may be of different moments: they are not put together.
  return readExtent({ ...format, address }).count <= readMax('holding')
    ? null
    : `coding must name registers that one request of ${readMax('holding')} can read together with the value.`
}

const isWord = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= addressMax
