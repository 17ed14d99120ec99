import type { ValueFormat } from './format.ts'
import { layoutOf, wordAt } from './raw/order.ts'
import type { RawNumber, RawType, ValueError } from './raw/raw.ts'
import { Scaling } from './scaling.ts'
import { readExtent } from './shape.ts'

/** A number that was read, and how it is scaled at this moment. */
interface CodedNumber {
  readonly raw: RawNumber
  readonly scaling: Scaling
}

export interface CodedReader {
  readonly registers: number
  /** Registers that lie before the value's own first one. */
  readonly before: number
  read(words: ArrayLike<number>, at: number): CodedNumber | ValueError
}

/** As SunSpec has it. */
const exponentMax = 10

/** Reads a number about which other registers have a say; `words` begins with the first of them all. */
export function codedReader(format: ValueFormat, type: Pick<RawType, 'read'>): CodedReader {
  const { address = 0, coding = {} } = format
  const { signAt, scaleAt } = coding
  const extent = readExtent({ ...format, address })
  const before = address - extent.address
  const one = layoutOf(1, format.order)
  const wordOf = (place: number, words: ArrayLike<number>, at: number): number =>
    wordAt(one, words, at + place - extent.address, 0)
  const scalings = new Map<number, Scaling>()
  const scalingOf = (exponent: number): Scaling => {
    const known = scalings.get(exponent) ?? new Scaling(format, exponent)
    scalings.set(exponent, known)
    return known
  }
  return {
    registers: extent.count,
    before,
    read(words, at) {
      if (at + extent.count > words.length) return 'too-short'
      let raw = type.read(words, at + before)
      if (typeof raw === 'string') return raw
      if (signAt) {
        const sign = wordOf(signAt.address, words, at)
        if (sign !== signAt.positive && sign !== signAt.negative) return 'no-value'
        if (raw < 0 !== (sign === signAt.negative)) raw = -raw
      }
      const exponent = scaleAt === undefined ? 0 : (wordOf(scaleAt, words, at) << 16) >> 16
      return Math.abs(exponent) > exponentMax ? 'no-value' : { raw, scaling: scalingOf(exponent) }
    },
  }
}

/** Whether registers besides its own decide about a value. */
export const hasOthers = ({ coding }: ValueFormat): boolean =>
  coding?.signAt !== undefined || coding?.scaleAt !== undefined
