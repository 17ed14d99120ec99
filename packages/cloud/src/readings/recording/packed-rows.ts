import { PackedDoubles, PackedIntegers } from '../../db/packed-array.ts'
import { type Cell, narrowOf } from './row-layout.ts'

/** Where the cells of a row are, as SQL counts: both ends belong to it. Without cells the end is before the beginning. */
export interface PackedRow {
  readonly narrowFrom: number
  readonly narrowTill: number
  readonly wideFrom: number
  readonly wideTill: number
}

/** The cells of many rows, one row after the other: nearly all rows have a value in each. */
export class PackedRows {
  readonly narrow: PackedIntegers
  readonly wide = new PackedDoubles()

  /** For so many cells, or some more. */
  constructor(capacity: number) {
    this.narrow = new PackedIntegers(capacity)
  }

  /** Null when a value is missing, or the cells do not hold it. */
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
