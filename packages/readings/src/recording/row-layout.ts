import { PackedDoubles, PackedIntegers } from '@busbar/database/arrays'
import type { PolledParam } from '@busbar/polling'

/** Parameters of a device's rows in order, with their cell types. */
export interface Layout {
  readonly id: number
  readonly paramIds: readonly number[]
  readonly cells: string
}

/** Cells of a row in PostgreSQL's array form. */
export interface Row {
  readonly narrow: string
  readonly wide: string | null
}

/** Numeric parameters, and the indexes of their values in a poll; null if all are numeric. */
export interface Shape {
  readonly paramIds: readonly number[]
  readonly at: readonly number[] | null
}

/** Texts are not stored in rows. */
export const shapeOf = (params: readonly PolledParam[]): Shape => {
  const at = params.flatMap(({ valueType }, i) => (valueType === 'string' ? [] : [i]))
  const paramIds = params.filter(({ valueType }) => valueType !== 'string').map(({ id }) => id)
  return { paramIds, at: at.length === params.length ? null : at }
}

export const isSameList = (one: readonly number[], other: readonly number[]): boolean =>
  one === other || (one.length === other.length && one.every((item, i) => item === other[i]))

export const isSameShape = (one: Shape, other: Shape): boolean =>
  isSameList(one.paramIds, other.paramIds) && isSameList(one.at ?? [], other.at ?? [])

/** Encodes values in these cells; null if a cell cannot hold its value. */
export const rowOf = (cells: string, values: readonly (number | null)[]): Row | null => {
  const narrow: (number | string)[] = []
  const wide: (number | string)[] = []
  let isEmpty = true
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] as Cell
    const value = values[i] ?? null
    const column = cell === 'w' ? wide : narrow
    if (value === null) {
      column.push('null')
      continue
    }
    const raw = cell === 'w' ? value : narrowOf(cell, value)
    if (raw === null) return null
    column.push(raw)
    isEmpty = false
  }
  return isEmpty ? emptyRow : { narrow: arrayText(narrow), wide: wide.length === 0 ? null : arrayText(wide) }
}

const emptyRow: Row = { narrow: '{}', wide: null }

/** Joined at once: a string built by concatenation takes many times its length in memory while it is kept. */
const arrayText = (items: (number | string)[]): string => {
  if (items.length === 0) return '{}'
  items[0] = `{${items[0]}`
  items[items.length - 1] += '}'
  return items.join()
}

/** Widens cells to hold these values, too. */
export const widened = (cells: string, values: readonly (number | null)[]): string => {
  let wider = ''
  for (let i = 0; i < cells.length; i++) {
    const value = values[i] ?? null
    wider += value === null ? cells[i] : cellFor(value, cells[i] as Cell)
  }
  return wider
}

/** Decodes a row, in the order of its layout. */
export const valuesOf = (
  { paramIds, cells }: Pick<Layout, 'paramIds' | 'cells'>,
  row: { narrow: readonly (number | null)[] | null; wide: readonly (number | null)[] | null },
): (number | null)[] => {
  const places = placesOf(paramIds, cells)
  return paramIds.map((id) => {
    const place = places.get(id)
    const raw = place && row[place.column]?.[place.index - 1]
    return place === undefined || raw === undefined || raw === null ? null : place.decode(raw)
  })
}

/**
 * How a value is written in its place of a row: `0` to `6` is a whole number of so many decimals, `f` the bits of a single float,
 * both four bytes in `narrow`; `w` is a double in `wide`. A cell holds a value only when it gives back the same value.
 */
export type Cell = '0' | '1' | '2' | '3' | '4' | '5' | '6' | 'f' | 'w'

/**
 * Cell types from narrow to wide. A parameter's cell only moves forward in this list, so a device has few layouts
 * however its values vary.
 */
const row: readonly Cell[] = ['0', '1', '2', '3', '4', '5', '6', 'f', 'w']
const scales: Readonly<Partial<Record<Cell, number>>> = { 0: 1, 1: 10, 2: 100, 3: 1e3, 4: 1e4, 5: 1e5, 6: 1e6 }
const wholeMax = 2 ** 31 - 1

const float = new Float32Array(1)
const bits = new Int32Array(float.buffer)

/**
 * Position of a parameter in the rows of its layout. A row may be shorter than its layout; missing cells were not read.
 */
export interface CellPlace {
  column: 'narrow' | 'wide'
  /** Starts at 1, as in SQL. */
  index: number
  decode: (raw: number) => number
}

/** Encodes a value for `narrow`; null if the cell cannot hold it, or is wide. */
export const narrowOf = (cell: Cell, value: number): number | null => {
  const scale = scales[cell]
  if (scale !== undefined) return wholeOf(value, scale)
  if (cell === 'w') return null
  float[0] = value
  return float[0] === value ? (bits[0] ?? null) : null
}

/** Returns the same cell type if it can hold the value, else the next one that can. A double can hold any. */
export const cellFor = (value: number, from: Cell = '0'): Cell => {
  for (let at = row.indexOf(from); at < row.length - 1; at++) {
    const cell = row[at] as Cell
    if (narrowOf(cell, value) !== null) return cell
  }
  return 'w'
}

export const wider = (one: Cell, other: Cell): Cell => (row.indexOf(one) < row.indexOf(other) ? other : one)

/** Positions of a layout's parameters. */
export const placesOf = (paramIds: readonly number[], cells: string): Map<number, CellPlace> => {
  const places = new Map<number, CellPlace>()
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

/** Range of a row's cells as SQL slices count, both ends included. An empty range ends before it begins. */
export interface PackedRow {
  readonly narrowFrom: number
  readonly narrowTill: number
  readonly wideFrom: number
  readonly wideTill: number
}

/** Consecutive cells of many rows, which usually all have values. */
export class PackedRows {
  readonly narrow: PackedIntegers
  readonly wide = new PackedDoubles()

  /** Allocates at least this many cells. */
  constructor(capacity: number) {
    this.narrow = new PackedIntegers(capacity)
  }

  /** Adds a row; null if a value is missing or does not fit its cell. */
  add(cells: string, values: readonly (number | null)[]): PackedRow | null {
    const { narrow, wide } = this
    const [narrowFrom, wideFrom] = [narrow.length + 1, wide.length + 1]
    for (let i = 0; i < cells.length; i++) {
      const value = values[i] ?? null
      const cell = cells[i] as Cell
      const raw = value === null || cell === 'w' ? value : narrowOf(cell, value)
      if (raw === null) {
        narrow.cutTo(narrowFrom - 1)
        wide.cutTo(wideFrom - 1)
        return null
      }
      if (cell === 'w') wide.add(raw)
      else narrow.add(raw)
    }
    return { narrowFrom, narrowTill: narrow.length, wideFrom, wideTill: wide.length }
  }
}
