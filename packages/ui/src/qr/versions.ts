/** A size of QR codes with the least redundancy (level L): check bytes of a block, and how many blocks of how many data bytes. */
export interface Version {
  number: number
  check: number
  blocks: readonly (readonly [count: number, bytes: number])[]
  /** Where patterns for alignment have their centres, in both directions. */
  centres: readonly number[]
}

const table: readonly (readonly [check: number, blocks: Version['blocks'], centres: readonly number[]])[] = [
  [7, [[1, 19]], []],
  [10, [[1, 34]], [6, 18]],
  [15, [[1, 55]], [6, 22]],
  [20, [[1, 80]], [6, 26]],
  [26, [[1, 108]], [6, 30]],
  [18, [[2, 68]], [6, 34]],
  [20, [[2, 78]], [6, 22, 38]],
  [24, [[2, 97]], [6, 24, 42]],
  [30, [[2, 116]], [6, 26, 46]],
  [
    18,
    [
      [2, 68],
      [2, 69],
    ],
    [6, 28, 50],
  ],
  [20, [[4, 81]], [6, 30, 54]],
  [
    24,
    [
      [2, 92],
      [2, 93],
    ],
    [6, 32, 58],
  ],
  [26, [[4, 107]], [6, 34, 62]],
  [
    30,
    [
      [3, 115],
      [1, 116],
    ],
    [6, 26, 46, 66],
  ],
  [
    22,
    [
      [5, 87],
      [1, 88],
    ],
    [6, 26, 48, 70],
  ],
]

export const versions: readonly Version[] = table.map(([check, blocks, centres], i) => ({
  number: i + 1,
  check,
  blocks,
  centres,
}))

export const dataBytesOf = ({ blocks }: Version): number =>
  blocks.reduce((sum, [count, bytes]) => sum + count * bytes, 0)

/** Bytes of its length, before a text. */
export const lengthBitsOf = ({ number }: Version): number => (number < 10 ? 8 : 16)
