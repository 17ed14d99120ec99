import {
  boxOf,
  isFree,
  type PictureModel,
  type PlacedElement,
  type Point,
} from '../../../pictures/model/picture-model.ts'

const pipePx = 8

/** The uppermost thing at a point that may be taken. */
export const itemAt = (model: PictureModel, point: Point): PlacedElement | undefined =>
  model.items.findLast((item) => isFree(model, item) && isOn(item, point))

const isOn = (item: PlacedElement, [x, y]: Point): boolean => {
  const { points } = item.drawn
  if (item.drawn.kind === 'pipe' && points !== undefined) {
    return points.slice(1).some(([x2 = 0, y2 = 0], i) => {
      const [x1 = 0, y1 = 0] = points[i] ?? []
      return (
        x >= Math.min(x1, x2) - pipePx &&
        x <= Math.max(x1, x2) + pipePx &&
        y >= Math.min(y1, y2) - pipePx &&
        y <= Math.max(y1, y2) + pipePx
      )
    })
  }
  const box = boxOf(item)
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

/** What lies wholly between two corners. */
export const itemsWithin = (model: PictureModel, [x1, y1]: Point, [x2, y2]: Point): string[] => {
  const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)]
  return model.items
    .filter((item) => {
      const box = boxOf(item)
      const isIn = box.x >= left && box.x + box.width <= right && box.y >= top && box.y + box.height <= bottom
      return isIn && isFree(model, item)
    })
    .map(({ code }) => code)
}
