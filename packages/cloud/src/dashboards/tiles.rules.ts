import { freePlace, isTiled, tilePlace } from './grid.rules.ts'
import type { Widget } from './widgets.contract.ts'

/** Simple view of a dashboard: ordered parameters and the number of columns. */
export interface TileLayout {
  columns: number
  paramIds: readonly number[]
}

export const tileParam = (widget: Widget): number | null =>
  widget.kind === 'number' && 'paramId' in widget.settings.value ? widget.settings.value.paramId : null

const byOrder = (widgets: readonly Widget[]): Widget[] => widgets.toSorted((a, b) => a.order - b.order)

/**
 * The grid after the tiles of values have changed so. A grid that was never arranged is filled again, without tiles of parameters that
 * are gone; on any other all that stays keeps its place, and what is new stands where there is room.
 */
export const retiled = (widgets: readonly Widget[], before: TileLayout, after: TileLayout): Widget[] => {
  const ordered = byOrder(widgets)
  const isPlain = isTiled(ordered, before.columns)
  const [oldIds, newIds] = [new Set(before.paramIds), new Set(after.paramIds)]
  const stays = (widget: Widget): boolean => {
    const paramId = tileParam(widget)
    if (paramId === null || newIds.has(paramId)) return true
    return !oldIds.has(paramId) && !isPlain
  }
  const next = ordered.filter(stays)
  for (const paramId of after.paramIds) {
    if (next.some((widget) => tileParam(widget) === paramId)) continue
    next.push(newTile(next, paramId, after.columns))
  }
  return reordered(next, after.paramIds).map((widget, index) => ({
    ...widget,
    order: index + 1,
    ...(isPlain && { place: tilePlace(index, after.columns) }),
  }))
}

/** Tiles change turns among themselves; all else keeps its own. */
const reordered = (widgets: readonly Widget[], paramIds: readonly number[]): Widget[] => {
  const first = new Map<number, Widget>()
  for (const widget of widgets) {
    const paramId = tileParam(widget)
    if (paramId !== null && !first.has(paramId)) first.set(paramId, widget)
  }
  const tiles = paramIds.flatMap((id) => first.get(id) ?? [])
  const tileSet = new Set(tiles)
  return widgets.map((widget) => (tileSet.has(widget) ? (tiles.shift() ?? widget) : widget))
}

const newTile = (others: readonly Widget[], paramId: number, columns: number): Widget => ({
  id: freeId(others, `value-${paramId}`),
  kind: 'number',
  title: '',
  order: others.length + 1,
  place: freePlace(
    others.map(({ place }) => place),
    columns,
  ),
  settings: { value: { paramId }, hasTrend: true, limits: [] },
})

const freeId = (others: readonly Widget[], wanted: string): string =>
  others.some(({ id }) => id === wanted) ? freeId(others, `${wanted}-2`) : wanted
