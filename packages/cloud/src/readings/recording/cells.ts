/**
 * How a value is written in its place of a row: `0` to `6` is a whole number of so many decimals, `f` the bits of a single float,
 * both four bytes in `narrow`; `w` is a double in `wide`. A cell holds a value only when it gives back the same value.
 */
export type Cell = '0' | '1' | '2' | '3' | '4' | '5' | '6' | 'f' | 'w'

/** From narrow to wide. A parameter's cell only ever moves on in this row, so a device has few layouts however its values vary. */
const row: readonly Cell[] = ['0', '1', '2', '3', '4', '5', '6', 'f', 'w']
const scales: Readonly<Partial<Record<Cell, number>>> = { 0: 1, 1: 10, 2: 100, 3: 1e3, 4: 1e4, 5: 1e5, 6: 1e6 }
const wholeMax = 2 ** 31 - 1

const float = new Float32Array(1)
const bits = new Int32Array(float.buffer)

/** Where a parameter stands in the rows of its layout. A row may be shorter than its layout: what is not there was not read. */
export interface Place {
  column: 'narrow' | 'wide'
  /** From 1, as SQL counts. */
  index: number
  decode: (raw: number) => number
}

/** A number for `narrow`; null when this cell does not hold the value, or is wide. */
export const narrowOf = (cell: Cell, value: number): number | null => {
  const scale = scales[cell]
  if (scale !== undefined) return wholeOf(value, scale)
  if (cell === 'w') return null
  float[0] = value
  return float[0] === value ? (bits[0] ?? null) : null
}

/** The same cell while it holds the value, else the next one that does. A double holds all. */
export const cellFor = (value: number, from: Cell = '0'): Cell => {
  for (let at = row.indexOf(from); at < row.length - 1; at++) {
    const cell = row[at] as Cell
    if (narrowOf(cell, value) !== null) return cell
  }
  return 'w'
}

export const wider = (one: Cell, other: Cell): Cell => (row.indexOf(one) < row.indexOf(other) ? other : one)

/** The place of each parameter of a layout. */
export const placesOf = (paramIds: readonly number[], cells: string): Map<number, Place> => {
  const places = new Map<number, Place>()
  const counts = { narrow: 0, wide: 0 }
  paramIds.forEach((id, i) => {
    const cell = cells[i] as Cell
    const column = cell === 'w' ? 'wide' : 'narrow'
    counts[column] += 1
    places.set(id, { column, index: counts[column], decode: decoderOf(cell) })
  })
  return places
}

const wholeOf = (value: number, scale: number): number | null => {
  const whole = Math.round(value * scale)
  return whole / scale === value && whole <= wholeMax && whole >= -wholeMax ? whole | 0 : null
}

const decoderOf = (cell: Cell): ((raw: number) => number) => {
  const scale = scales[cell]
  if (scale !== undefined) return (raw) => raw / scale
  if (cell === 'w') return (raw) => raw
  return (raw) => {
    bits[0] = raw
    return float[0] as number
  }
}
