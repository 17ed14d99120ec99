import { at } from '@busbar/kit/at'
import type { GridArea, Widget } from '../values/board.ts'

export const columns = 12
const rowsMax = 2000
const heightMax = 40

const overlap = (a: GridArea, b: GridArea): boolean =>
  a.column < b.column + b.width && b.column < a.column + a.width && a.row < b.row + b.height && b.row < a.row + a.height

/** The nearest place that is on the grid. */
export const onGrid = ({ column, row, width, height }: GridArea): GridArea => {
  const wide = Math.min(columns, Math.max(1, width))
  return {
    column: Math.min(columns - wide + 1, Math.max(1, column)),
    row: Math.min(rowsMax - heightMax, Math.max(1, row)),
    width: wide,
    height: Math.min(heightMax, Math.max(1, height)),
  }
}

const byPlace = (a: Widget, b: Widget): number => a.place.row - b.place.row || a.place.column - b.place.column

/** Each as far up as there is room, from the top. */
export const packed = (widgets: readonly Widget[]): Widget[] => {
  const done: Widget[] = []
  for (const widget of widgets.toSorted(byPlace)) {
    const fits = (row: number): boolean => !done.some(({ place }) => overlap(place, { ...widget.place, row }))
    let { row } = widget.place
    // Widgets above may have been moved here.
    while (!fits(row)) row += 1
    while (row > 1 && fits(row - 1)) row -= 1
    done.push({ ...widget, place: { ...widget.place, row } })
  }
  return done
}

/**
 * Moves or resizes a widget: overlapped ones move up past it if it moves down and they have room, otherwise down. Then
 * all move up as far as possible.
 */
export const placed = (widgets: readonly Widget[], id: string, place: GridArea): Widget[] => {
  const dragged = widgets.find((widget) => widget.id === id)
  if (dragged === undefined) return [...widgets]
  const target = onGrid(place)
  const done: Widget[] = [{ ...dragged, place: target }]
  const others = widgets.filter((one) => one.id !== id)
  const isDown = target.row > dragged.place.row
  const hasRoom = (widget: Widget, area: GridArea): boolean =>
    area.row >= 1 && ![...others, ...done].some((one) => one.id !== widget.id && overlap(one.place, area))
  for (const widget of others.toSorted(byPlace)) {
    const past = { ...widget.place, row: target.row - widget.place.height }
    let { row } = isDown && overlap(widget.place, target) && hasRoom(widget, past) ? past : widget.place
    while (done.some(({ place: taken }) => overlap(taken, { ...widget.place, row }))) row += 1
    done.push({ ...widget, place: { ...widget.place, row } })
  }
  return packed(done)
}

/** Returns true if phones show widgets in the order of the grid. */
export const isInOrder = (widgets: readonly Widget[]): boolean => {
  const orders = widgets.toSorted(byPlace).map(({ order }) => order)
  return orders.every((order, index) => index === 0 || order > at(orders, index - 1))
}

/** Turns for phones: as on the grid, or as arranged, with what is new at the end. */
export const ordered = (widgets: readonly Widget[], isByPlace: boolean): Widget[] => {
  const turns = widgets.toSorted(isByPlace ? byPlace : (a, b) => a.order - b.order)
  return turns.map((widget, turn) => ({ ...widget, order: turn + 1 }))
}

/** Below all that is there. */
export const bottomRow = (widgets: readonly Widget[]): number =>
  Math.max(1, ...widgets.map(({ place }) => place.row + place.height))

/** Returns the area after a key: arrows move, with Shift they resize. Null for other keys. */
export const areaAfterKey = (place: GridArea, key: string, isSize: boolean): GridArea | null => {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }
  const step = steps[key]
  if (step === undefined) return null
  const [right, down] = step
  return onGrid(
    isSize
      ? { ...place, width: Math.min(columns - place.column + 1, place.width + right), height: place.height + down }
      : // Past its own height, or nothing would change when all go up again.
        { ...place, column: place.column + right, row: place.row + down },
  )
}
