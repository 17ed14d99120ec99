import { checkBytes } from './galois.ts'
import { dataBytesOf, lengthBitsOf, type Version, versions } from './versions.ts'

/** Rows of a QR code; true is dark. Null for a text that is too long for it. */
export const qrCode = (text: string): boolean[][] | null => {
  const bytes = new TextEncoder().encode(text)
  const version = versions.find((one) => 4 + lengthBitsOf(one) + bytes.length * 8 <= dataBytesOf(one) * 8)
  if (version === undefined) return null
  const bits = interleaved(version, padded(version, bytes)).flatMap((byte) => bitsOf(byte, 8))
  const grid = frame(version)
  const modules = dataModules(grid)
  const drawn = masks.map((isFlipped, mask) => {
    const cells = grid.map((row) => row.map((cell) => cell ?? false))
    for (const [i, [row, column]] of modules.entries()) {
      const line = cells[row]
      if (line !== undefined) line[column] = (bits[i] ?? false) !== isFlipped(row, column)
    }
    drawFormat(cells, mask)
    return { cells, penalty: penaltyOf(cells) }
  })
  return drawn.reduce((best, one) => (one.penalty < best.penalty ? one : best)).cells
}

/** Light modules around a code, without which a camera does not find it. */
const quietZone = 4

/** A QR code as an SVG path of its dark modules in a square view box. It is drawn dark on white in every theme, as cameras expect it. */
export const qrDrawing = (text: string): { readonly size: number; readonly path: string } | null => {
  const cells = qrCode(text)
  if (cells === null) return null
  const path = cells.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : '')),
  )
  return { size: cells.length + 2 * quietZone, path: path.join('') }
}

type Grid = (boolean | null)[][]

const bitsOf = (value: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, i) => ((value >>> (count - 1 - i)) & 1) === 1)

/** Bytes of the text with its head, filled up. */
const padded = (version: Version, bytes: Uint8Array): number[] => {
  const bits = [
    ...bitsOf(4, 4),
    ...bitsOf(bytes.length, lengthBitsOf(version)),
    ...[...bytes].flatMap((one) => bitsOf(one, 8)),
  ]
  const all = dataBytesOf(version)
  const end = Math.min(bits.length + 4, all * 8)
  while (bits.length < end || bits.length % 8 !== 0) bits.push(false)
  const data: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0))
  }
  for (let i = 0; data.length < all; i += 1) data.push(i % 2 === 0 ? 0xec : 0x11)
  return data
}

/** Bytes of all blocks in turns, and after them their check bytes in turns. */
const interleaved = ({ blocks, check }: Version, data: readonly number[]): number[] => {
  const lengths = blocks.flatMap(([count, bytes]) => Array.from({ length: count }, () => bytes))
  let at = 0
  const parts = lengths.map((length) => {
    const part = data.slice(at, at + length)
    at += length
    return part
  })
  const inTurns = (lists: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, i) =>
      lists.flatMap((list) => list.slice(i, i + 1)),
    ).flat()
  return [...inTurns(parts), ...inTurns(parts.map((part) => checkBytes(part, check)))]
}

/** What is the same in every code of a size; null is where data goes, and format bits are kept free as false. */
const frame = ({ number, centres }: Version): Grid => {
  const size = 17 + 4 * number
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null))
  const put = (row: number, column: number, value: boolean): void => {
    const line = grid[row]
    if (line !== undefined && column >= 0 && column < size) line[column] = value
  }
  const square = (row: number, column: number, half: number, isDark: (distance: number) => boolean): void => {
    for (let y = -half; y <= half; y += 1) {
      for (let x = -half; x <= half; x += 1) put(row + y, column + x, isDark(Math.max(Math.abs(x), Math.abs(y))))
    }
  }
  for (let i = 0; i < size; i += 1) {
    put(6, i, i % 2 === 0)
    put(i, 6, i % 2 === 0)
  }
  const corners = [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const
  for (const [row, column] of corners) square(row, column, 4, (distance) => distance !== 2 && distance !== 4)
  for (const row of centres) {
    for (const column of centres) {
      const isCorner =
        (row === 6 && column === 6) || (row === 6 && column === size - 7) || (row === size - 7 && column === 6)
      if (!isCorner) square(row, column, 2, (distance) => distance !== 1)
    }
  }
  for (let i = 0; i < 9; i += 1) {
    if (grid[8]?.[i] == null) put(8, i, false)
    if (grid[i]?.[8] == null) put(i, 8, false)
  }
  for (let i = 0; i < 8; i += 1) {
    put(8, size - 1 - i, false)
    put(size - 1 - i, 8, false)
  }
  put(size - 8, 8, true)
  if (number >= 7) {
    for (const [i, bit] of bitsOf(withRest(number, 12, 0x1f25), 18)
      .toReversed()
      .entries()) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)]
      put(far, near, bit)
      put(near, far, bit)
    }
  }
  return grid
}

/** A number with the rest of its division behind it, as format and version are kept. */
const withRest = (value: number, bits: number, divisor: number): number => {
  let rest = value << bits
  const top = 31 - Math.clz32(divisor)
  for (let bit = 31 - Math.clz32(rest); bit >= top; bit = 31 - Math.clz32(rest)) rest ^= divisor << (bit - top)
  return (value << bits) | rest
}

/** Level L has the number 1. */
const drawFormat = (cells: boolean[][], mask: number): void => {
  const size = cells.length
  const bits = bitsOf(withRest((1 << 3) | mask, 10, 0x537) ^ 0x5412, 15).toReversed()
  const put = (row: number, column: number, value: boolean): void => {
    const line = cells[row]
    if (line !== undefined) line[column] = value
  }
  for (const [i, bit] of bits.entries()) {
    if (i < 6) put(i, 8, bit)
    else if (i < 8) put(i + 1, 8, bit)
    else put(8, i === 8 ? 7 : 14 - i, bit)
    if (i < 8) put(8, size - 1 - i, bit)
    else put(size - 15 + i, 8, bit)
  }
}

/** Where bits go, one after another: up and down in columns of two, from the right. */
const dataModules = (grid: Grid): [row: number, column: number][] => {
  const size = grid.length
  const modules: [number, number][] = []
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let i = 0; i < size; i += 1) {
      const row = isUp ? size - 1 - i : i
      for (const column of [right, right - 1]) if (grid[row]?.[column] === null) modules.push([row, column])
    }
  }
  return modules
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** How hard it is to read: long runs, blocks of one colour, and more of one than of the other. */
const penaltyOf = (cells: readonly (readonly boolean[])[]): number => {
  const size = cells.length
  let penalty = 0
  const lines = [...cells, ...Array.from({ length: size }, (_, column) => cells.map((row) => row[column] ?? false))]
  for (const line of lines) {
    for (let at = 0; at < size; ) {
      let end = at + 1
      while (end < size && line[end] === line[at]) end += 1
      if (end - at >= 5) penalty += end - at - 2
      at = end
    }
  }
  let dark = 0
  for (const [row, line] of cells.entries()) {
    for (const [column, cell] of line.entries()) {
      if (cell) dark += 1
      const isBlock = [cells[row + 1]?.[column], line[column + 1], cells[row + 1]?.[column + 1]].every(
        (one) => one === cell,
      )
      if (isBlock) penalty += 3
    }
  }
  return penalty + Math.floor(Math.abs(dark / size ** 2 - 0.5) * 20) * 10
}
