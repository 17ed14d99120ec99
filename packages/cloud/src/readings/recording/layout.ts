import type { PolledParam } from '../poll.ts'
import { type Cell, cellFor, narrowOf, placesOf } from './cells.ts'

/** Which parameters have a place in a device's rows, in order, and in which cells. */
export interface Layout {
  readonly id: number
  readonly paramIds: readonly number[]
  readonly cells: string
}

/** The cells of one row, as PostgreSQL reads arrays. */
export interface Row {
  readonly narrow: string
  readonly wide: string | null
}

/** The parameters with numbers, and which of a poll's values are theirs; null when all are. */
export interface Shape {
  readonly paramIds: readonly number[]
  readonly at: readonly number[] | null
}

/** Texts have no place in a row. */
export const shapeOf = (params: readonly PolledParam[]): Shape => {
  const at = params.flatMap(({ valueType }, i) => (valueType === 'string' ? [] : [i]))
  const paramIds = params.filter(({ valueType }) => valueType !== 'string').map(({ id }) => id)
  return { paramIds, at: at.length === params.length ? null : at }
}

export const isSameList = (one: readonly number[], other: readonly number[]): boolean =>
  one === other || (one.length === other.length && one.every((item, i) => item === other[i]))

export const isSameShape = (one: Shape, other: Shape): boolean =>
  isSameList(one.paramIds, other.paramIds) && isSameList(one.at ?? [], other.at ?? [])

/** A row in these cells; null when they do not hold its values. */
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

/** Joined at once: a text that grew piece by piece would take many times its length in memory for as long as it is kept. */
const arrayText = (items: (number | string)[]): string => {
  if (items.length === 0) return '{}'
  items[0] = `{${items[0]}`
  items[items.length - 1] += '}'
  return items.join()
}

/** Cells that hold these values as well. */
export const widened = (cells: string, values: readonly (number | null)[]): string => {
  let wider = ''
  for (let i = 0; i < cells.length; i++) {
    const value = values[i] ?? null
    wider += value === null ? cells[i] : cellFor(value, cells[i] as Cell)
  }
  return wider
}

/** The values of a row, in the order of its layout. */
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
