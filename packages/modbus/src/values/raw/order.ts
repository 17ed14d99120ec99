import type { ByteOrder } from '../format.ts'

/** How the registers of one value are walked: in which direction, and whether their bytes change places. */
export interface Layout {
  readonly registers: number
  readonly reversed: boolean
  readonly swapped: boolean
}

export function layoutOf(registers: number, order: ByteOrder = 'ABCD'): Layout {
  return {
    registers,
    reversed: order === 'CDAB' || order === 'DCBA',
    swapped: order === 'BADC' || order === 'DCBA',
  }
}

/** Word `index` of a value, 0 being the most significant. */
export function wordAt(layout: Layout, words: ArrayLike<number>, at: number, index: number): number {
  const word = words[at + (layout.reversed ? layout.registers - 1 - index : index)] ?? 0
  return layout.swapped ? swapBytes(word) : word
}

/** Words from the most significant on, put the way the registers hold them. */
export function arrange(layout: Layout, words: readonly number[]): number[] {
  const turned = layout.reversed ? words.toReversed() : words
  return turned.map((word) => (layout.swapped ? swapBytes(word) : word))
}

const swapBytes = (word: number): number => ((word & 0xff) << 8) | (word >>> 8)
