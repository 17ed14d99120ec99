import { reversed } from './format.ts'

export const types = ['U16', 'S16', 'U32', 'S32', 'F32', 'U64', 'S64', 'F64'] as const
export type ValueType = (typeof types)[number]
/** How the bytes of a number lie in its registers: A is the highest. */
export const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type Order = (typeof orders)[number]

export const wordsOfType = (type: ValueType): 1 | 2 | 4 => (type.endsWith('16') ? 1 : type.endsWith('32') ? 2 : 4)

const swapBytes = (word: number): number => ((word & 0xff) << 8) | (word >> 8)

/** The words in the order of the highest first; the other way round it is the same. A single one has no order of words. */
const ordered = (words: readonly number[], order: Order): number[] => {
  const isTurned = order === 'CDAB' || order === 'DCBA'
  const isSwapped = order === 'BADC' || order === 'DCBA'
  const turned = isTurned ? reversed(words) : [...words]
  return isSwapped ? turned.map(swapBytes) : turned
}

const viewOf = (words: readonly number[]): DataView => {
  const view = new DataView(new ArrayBuffer(8))
  for (const [at, word] of words.entries()) view.setUint16(2 * at, word)
  return view
}

/** The number in these registers as text; every digit of a whole one, as many as count of a float. */
export const decode = (words: readonly number[], type: ValueType, order: Order): string => {
  const view = viewOf(ordered(words, order))
  switch (type) {
    case 'U16':
      return String(view.getUint16(0))
    case 'S16':
      return String(view.getInt16(0))
    case 'U32':
      return String(view.getUint32(0))
    case 'S32':
      return String(view.getInt32(0))
    case 'U64':
      return String(view.getBigUint64(0))
    case 'S64':
      return String(view.getBigInt64(0))
    case 'F32':
      return shortest(view.getFloat32(0))
    case 'F64':
      return String(view.getFloat64(0))
  }
}

/** As few digits as give the same 32 bits. */
const shortest = (value: number): string => {
  if (!Number.isFinite(value)) return String(value)
  for (let digits = 6; digits < 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)))
    if (Math.fround(Number(text)) === value) return text
  }
  return String(Number(value.toPrecision(9)))
}

const integerRanges: Readonly<Record<string, readonly [min: bigint, max: bigint]>> = {
  U16: [0n, 0xffffn],
  S16: [-0x8000n, 0x7fffn],
  U32: [0n, 0xffff_ffffn],
  S32: [-0x8000_0000n, 0x7fff_ffffn],
  U64: [0n, 0xffff_ffff_ffff_ffffn],
  S64: [-0x8000_0000_0000_0000n, 0x7fff_ffff_ffff_ffffn],
}

/** The registers that hold a number in plain decimal text; null if the type cannot hold it. */
export const encode = (text: string, type: ValueType, order: Order): number[] | null => {
  const view = new DataView(new ArrayBuffer(8))
  const range = integerRanges[type]
  if (range === undefined) {
    const value = Number(text)
    if (text === '' || !Number.isFinite(value)) return null
    if (type === 'F32') view.setFloat32(0, value)
    else view.setFloat64(0, value)
    if (type === 'F32' && !Number.isFinite(view.getFloat32(0))) return null
  } else {
    if (!/^-?\d+$/.test(text)) return null
    const value = BigInt(text)
    if (value < range[0] || value > range[1]) return null
    const count = wordsOfType(type)
    view.setBigInt64(0, BigInt.asIntN(64, value << BigInt(64 - 16 * count)))
  }
  const words = Array.from({ length: wordsOfType(type) }, (_, at) => view.getUint16(2 * at))
  return ordered(words, order)
}

/** The registers or bits in the answer to a read. What a short answer does not contain is missing, not 0. */
export const valuesOf = (answer: readonly number[], isBit: boolean, count: number): number[] => {
  const bytes = answer.slice(2)
  if (isBit) return bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> bit) & 1)).slice(0, count)
  return bytes.flatMap((byte, index) => {
    const low = bytes[index + 1]
    return index % 2 === 1 || low === undefined ? [] : [(byte << 8) | low]
  })
}
