import { type GridArea, gridColumns, type Widget } from './widgets.contract.ts'

/** A tile of a value, as wide as so many columns of tiles ask for. */
const tileHeight = 4
const tileWidthMin = 2
const tileWidth = (columns: number): number => Math.max(tileWidthMin, Math.floor(gridColumns / columns))

/** Area of a tile when tiles fill one row after another. */
export const tilePlace = (turn: number, columns: number): GridArea => {
  const width = tileWidth(columns)
  const inRow = Math.floor(gridColumns / width)
  return {
    column: 1 + (turn % inRow) * width,
    row: 1 + Math.floor(turn / inRow) * tileHeight,
    width,
    height: tileHeight,
  }
}

const isSame = (a: GridArea, b: GridArea): boolean =>
  a.column === b.column && a.row === b.row && a.width === b.width && a.height === b.height

/** Returns whether the grid was never arranged: it has only value tiles, each in its default area. */
export const isTiled = (widgets: readonly Widget[], columns: number): boolean =>
  widgets.every(({ kind, place }, turn) => kind === 'number' && isSame(place, tilePlace(turn, columns)))

export const overlap = (a: GridArea, b: GridArea): boolean =>
  a.column < b.column + b.width && b.column < a.column + a.width && a.row < b.row + b.height && b.row < a.row + a.height

/** The first place below all that is there, row by row, in which a tile has room. */
export const freePlace = (taken: readonly GridArea[], columns: number): GridArea => {
  for (let turn = 0; ; turn += 1) {
    const place = tilePlace(turn, columns)
    if (!taken.some((one) => overlap(one, place))) return place
  }
}

/** The first two widgets of which one lies on the other. */
export const overlapping = (widgets: readonly Widget[]): [number, number] | null => {
  for (const [index, { place }] of widgets.entries()) {
    const other = widgets.findIndex((one, at) => at < index && overlap(one.place, place))
    if (other >= 0) return [other, index]
  }
  return null
}
