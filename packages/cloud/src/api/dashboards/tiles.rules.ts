import { freePlace, isTiled, tilePlace } from './grid.rules.ts'
import type { Widget } from './widgets.contract.ts'

/** What clients of the contract know of a dashboard: parameters in an order, and how many stand side by side. */
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
  const [had, wanted] = [new Set(before.paramIds), new Set(after.paramIds)]
  const stays = (widget: Widget): boolean => {
    const paramId = tileParam(widget)
    if (paramId === null || wanted.has(paramId)) return true
    return !had.has(paramId) && !isPlain
  }
  const kept = ordered.filter(stays)
  for (const paramId of after.paramIds) {
    if (kept.some((widget) => tileParam(widget) === paramId)) continue
    kept.push(newTile(kept, paramId, after.columns))
  }
  return inTurn(kept, after.paramIds).map((widget, turn) => ({
    ...widget,
    order: turn + 1,
    ...(isPlain && { place: tilePlace(turn, after.columns) }),
  }))
}

/** Tiles change turns among themselves; all else keeps its own. */
const inTurn = (widgets: readonly Widget[], paramIds: readonly number[]): Widget[] => {
  const first = new Map<number, Widget>()
  for (const widget of widgets) {
    const paramId = tileParam(widget)
    if (paramId !== null && !first.has(paramId)) first.set(paramId, widget)
  }
  const turns = paramIds.flatMap((id) => first.get(id) ?? [])
  const moving = new Set(turns)
  return widgets.map((widget) => (moving.has(widget) ? (turns.shift() ?? widget) : widget))
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
