import { type ByteOrder, byteOrders, compileValue, type ValueCodec } from '@busbar/modbus'

/** Types that a number of registers may mean; the others are fields or names of these. */
export const blockTypes = [
  'u16',
  's16',
  'bcd16',
  'u32',
  's32',
  'f32',
  'bcd32',
  'unixtime',
  'u64',
  's64',
  'f64',
] as const
type BlockType = (typeof blockTypes)[number]

/** Values from one register on; what makes no sense there is left out. */
export type BlockValues = Partial<Record<BlockType, Partial<Record<ByteOrder, string>>>>

export interface BlockHint {
  offset: number
  /** Distance from the expected address: off by one is a common mistake, as manuals count from 1 or from 0. */
  steps: number
  valueType: BlockType
  order: ByteOrder
  /** Multiplier that gives the expected value. */
  multiplier: string
  value: string
}

interface Candidate {
  valueType: BlockType
  order: ByteOrder
  codec: ValueCodec
}

/** Enough for people, and a float that is none shows as 0. */
const precision = 6
const hintsMax = 20
const multipliers = ['1', '0.1', '0.01', '0.001', '10', '100', '1000']
/** A value moves between the display and the reading. */
const tolerance = 0.02

/** A single register has two byte orders, several registers have four. */
const ordersOf = (registers: number): readonly ByteOrder[] => (registers === 1 ? ['ABCD', 'BADC'] : byteOrders)

const candidates: readonly Candidate[] = blockTypes.flatMap((valueType) => {
  const scale = valueType === 'f32' || valueType === 'f64' ? { precision } : {}
  const { registers } = compileValue({ valueType })
  return ordersOf(registers).map((order) => ({
    valueType,
    order,
    codec: compileValue({ valueType, order, ...scale }),
  }))
})

/** Every reading of the block, from each of its registers on. */
export const blockValues = (words: readonly number[]): BlockValues[] =>
  words.map((_, offset) => {
    const values: BlockValues = {}
    for (const { valueType, order, codec } of candidates) {
      const decoded = codec.decode(words, offset)
      if ('ok' in decoded) values[valueType] = { ...values[valueType], [order]: decoded.ok }
    }
    return values
  })

/** The whole block as a text, in both orders of bytes. */
export const blockTexts = (words: readonly number[]): Partial<Record<ByteOrder, string>> =>
  Object.fromEntries(
    ordersOf(1).flatMap((order) => {
      const codec = compileValue({ valueType: 'string', order, bitsAmount: 16 * words.length })
      const decoded = codec.decode(words)
      return 'ok' in decoded ? [[order, decoded.ok]] : []
    }),
  )

/** Returns possible positions of a value that the device's display shows, nearest to the offset first. */
export const blockHints = (rows: readonly BlockValues[], expected: number, at: number): BlockHint[] => {
  if (expected === 0) return []
  const hints: { hint: BlockHint; rank: number; error: number }[] = []
  for (const [offset, values] of rows.entries()) {
    for (const { valueType, order } of candidates) {
      const value = values[valueType]?.[order]
      if (value === undefined) continue
      const rank = multipliers.findIndex((factor) => isNear(Number(value) * Number(factor), expected))
      const multiplier = multipliers[rank]
      if (multiplier === undefined) continue
      const hint = { offset, steps: offset - at, valueType, order, multiplier, value }
      hints.push({ hint, rank, error: Math.abs(Number(value) * Number(multiplier) - expected) })
    }
  }
  return hints
    .toSorted((a, b) => Math.abs(a.hint.steps) - Math.abs(b.hint.steps) || a.rank - b.rank || a.error - b.error)
    .slice(0, hintsMax)
    .map(({ hint }) => hint)
}

const isNear = (value: number, expected: number): boolean =>
  Math.abs(value - expected) <= tolerance * Math.abs(expected)
