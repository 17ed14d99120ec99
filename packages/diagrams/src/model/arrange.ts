import {
  type Box,
  boxAround,
  boxOf,
  isFree,
  type PictureModel,
  type PlacedElement,
  type Point,
  withItems,
} from './diagram-model.ts'
import { rerouted } from './route.ts'

export type Edge = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'

/** An item elsewhere. */
export const movedBy = (item: PlacedElement, dx: number, dy: number): PlacedElement => {
  const { drawn } = item
  const points = drawn.points?.map(([x = 0, y = 0]) => [x + dx, y + dy])
  return { ...item, drawn: { ...drawn, x: drawn.x + dx, y: drawn.y + dy, ...(points && { points }) } }
}

/** Adds all members of the groups of chosen items. */
export const withGroups = ({ items }: PictureModel, codes: ReadonlySet<string>): Set<string> => {
  const groups = new Set(items.filter(({ code }) => codes.has(code)).flatMap(({ drawn }) => drawn.group ?? []))
  return new Set(
    items.filter(({ code, drawn }) => codes.has(code) || groups.has(drawn.group ?? '')).map(({ code }) => code),
  )
}

/** Changes those of the chosen that may be, and lets pipes follow. */
const changing = (
  model: PictureModel,
  codes: ReadonlySet<string>,
  change: (item: PlacedElement) => PlacedElement,
): PictureModel =>
  rerouted(withItems(model, (item) => (codes.has(item.code) && isFree(model, item) ? change(item) : item)))

export const moveChosen = (model: PictureModel, codes: ReadonlySet<string>, dx: number, dy: number): PictureModel =>
  dx === 0 && dy === 0 ? model : changing(model, codes, (item) => movedBy(item, dx, dy))

/** Stretches one item to a box. */
export const resizeTo = (model: PictureModel, code: string, { x, y, width, height }: Box): PictureModel =>
  changing(model, new Set([code]), (item) => ({ ...item, drawn: { ...item.drawn, x, y, width, height } }))

const shiftTo = (edge: Edge, box: Box, around: Box): Point => {
  switch (edge) {
    case 'left':
      return [around.x - box.x, 0]
    case 'centre':
      return [around.x + around.width / 2 - box.x - box.width / 2, 0]
    case 'right':
      return [around.x + around.width - box.x - box.width, 0]
    case 'top':
      return [0, around.y - box.y]
    case 'middle':
      return [0, around.y + around.height / 2 - box.y - box.height / 2]
    case 'bottom':
      return [0, around.y + around.height - box.y - box.height]
  }
}

const chosenOf = (model: PictureModel, codes: ReadonlySet<string>): PlacedElement[] =>
  model.items.filter((item) => codes.has(item.code) && isFree(model, item))

/** Puts the chosen on one line. */
export const align = (model: PictureModel, codes: ReadonlySet<string>, edge: Edge): PictureModel => {
  const chosen = chosenOf(model, codes)
  if (chosen.length < 2) return model
  const around = boxAround(chosen)
  return changing(model, codes, (item) => movedBy(item, ...shiftTo(edge, boxOf(item), around)))
}

/** The same space between each and the next; the outermost stay. */
export const distribute = (model: PictureModel, codes: ReadonlySet<string>, axis: 'x' | 'y'): PictureModel => {
  const size = axis === 'x' ? 'width' : 'height'
  const chosen = chosenOf(model, codes).toSorted((a, b) => boxOf(a)[axis] - boxOf(b)[axis])
  if (chosen.length < 3) return model
  const around = boxAround(chosen)
  const space = (around[size] - chosen.reduce((sum, item) => sum + boxOf(item)[size], 0)) / (chosen.length - 1)
  const positions = new Map<string, number>()
  let at = around[axis]
  for (const item of chosen) {
    positions.set(item.code, at)
    at += boxOf(item)[size] + space
  }
  return changing(model, codes, (item) => {
    const by = (positions.get(item.code) ?? boxOf(item)[axis]) - boxOf(item)[axis]
    return axis === 'x' ? movedBy(item, by, 0) : movedBy(item, 0, by)
  })
}

/** Before or behind all others. */
export const reorder = (model: PictureModel, codes: ReadonlySet<string>, to: 'front' | 'back'): PictureModel => {
  const chosen = model.items.filter(({ code }) => codes.has(code))
  const others = model.items.filter(({ code }) => !codes.has(code))
  return { ...model, items: to === 'front' ? [...others, ...chosen] : [...chosen, ...others] }
}

/** Makes one group of the chosen, or none. */
export const group = (model: PictureModel, codes: ReadonlySet<string>, code: string | null): PictureModel =>
  withItems(model, (item) => {
    if (!codes.has(item.code)) return item
    const { group: _group, ...drawn } = item.drawn
    return { ...item, drawn: code === null ? drawn : { ...drawn, group: code } }
  })

export const remove = (model: PictureModel, codes: ReadonlySet<string>): PictureModel => {
  const gone = new Set(chosenOf(model, codes).map(({ code }) => code))
  return rerouted({
    ...model,
    items: model.items.filter(({ code }) => !gone.has(code)),
    bindings: model.bindings.filter(({ code }) => !gone.has(code)),
  })
}
