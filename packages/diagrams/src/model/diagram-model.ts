import type { Vis, VisBinding, VisItem } from './diagram-values.ts'

/** How the editor drew an item. */
export type ElementDrawing = NonNullable<VisItem['drawn']>
/** An element of a picture that the editor placed. */
export type PlacedElement = VisItem & { drawn: ElementDrawing }
/** A faceplate in its place: which, and what is given to it there. */
export type FaceplateUse = NonNullable<PlacedElement['use']>
export type FaceplateArg = FaceplateUse['args'][string]
export type Layer = Vis['layers'][number]
export type Arg = Vis['args'][number]
export type Point = readonly [x: number, y: number]

/** A picture as it is edited. What is further up in the list is further down in the picture. */
export interface PictureModel {
  kind: Vis['kind']
  width: number
  height: number
  items: readonly PlacedElement[]
  layers: readonly Layer[]
  /** Bindings of the diagram; faceplates bring their own. */
  bindings: readonly VisBinding[]
  args: readonly Arg[]
  /** Drawings that were imported, by the code of their item. */
  markups: Readonly<Record<string, string>>
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export const gridPx = 8
export const itemsMax = 2000

export const emptyModel: PictureModel = {
  kind: 'picture',
  width: 1200,
  height: 720,
  items: [],
  layers: [],
  bindings: [],
  args: [],
  markups: {},
}

/** A code that no item has yet: `pump`, `pump2`, `pump3`. */
export const freeCode = (preferred: string, taken: ReadonlySet<string>): string => {
  const stem = /^[A-Za-z][\w-]{0,80}$/.test(preferred) ? preferred : 'item'
  let number = 2
  let code = stem
  while (taken.has(code)) {
    code = `${stem}${number}`
    number += 1
  }
  return code
}

export const codesOf = ({ items, bindings, layers }: PictureModel): Set<string> =>
  new Set([...items, ...bindings, ...layers].map(({ code }) => code))

/** The box around an item; of a pipe around its corners. */
export const boxOf = ({ drawn }: PlacedElement): Box => {
  const { points } = drawn
  if (points === undefined || points.length === 0) return drawn
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The box around several. */
export const boxAround = (items: readonly PlacedElement[]): Box => {
  const boxes = items.map(boxOf)
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

/** A picture with some of its items changed. */
export const withItems = (model: PictureModel, change: (item: PlacedElement) => PlacedElement): PictureModel => ({
  ...model,
  items: model.items.map(change),
})

/** Returns true if an item can be moved: neither it nor its layer is locked or hidden. */
export const isFree = ({ layers }: PictureModel, { drawn }: PlacedElement): boolean => {
  const layer = layers.find(({ code }) => code === drawn.layer)
  return drawn.isLocked !== true && layer?.isLocked !== true && layer?.isHidden !== true
}
