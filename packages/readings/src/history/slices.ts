import { at } from '@busbar/kit'
import type { Readings } from '@busbar/series'

/** A day of several parameters in chronological order. */
export interface Slice {
  times: Float64Array
  /** Columns by parameter. */
  columns: Column[]
}

interface Column {
  /** Values by time; NaN without a number. */
  values: Float64Array
  /** Texts, and digits of numbers that a double cannot hold, by time. */
  texts: ReadonlyMap<number, string>
}

export interface ColumnParts {
  readings: Readings
  texts: ReadonlyMap<number, string>
}

export function sliceOf(parts: readonly ColumnParts[]): Slice {
  const times = timesOf(parts)
  const columns = parts.map(({ readings, texts }) => {
    const values = new Float64Array(times.length).fill(Number.NaN)
    let next = 0
    times.forEach((time, index) => {
      if (readings.times[next] !== time) return
      values[index] = at(readings.values, next)
      next += 1
    })
    return { values, texts }
  })
  return { times, columns }
}

/** Returns all times without duplicates. */
function timesOf(parts: readonly ColumnParts[]): Float64Array {
  const lists = parts.flatMap(({ readings, texts }) => [readings.times, Float64Array.from(texts.keys())])
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
  let index = 0
  for (const list of lists) {
    all.set(list, index)
    index += list.length
  }
  return all.toSorted().filter((time, place, sorted) => place === 0 || time !== sorted[place - 1])
}
