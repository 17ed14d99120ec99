import { symbolOf } from '../symbols/symbol-groups.ts'
import { type Box, boxOf, type PictureModel, type PlacedElement, type Point } from './diagram-model.ts'

/** How far a pipe goes straight on from a port before it turns. */
const stubPx = 16

type Direction = 'left' | 'right' | 'up' | 'down'

/** An end of a pipe, and which way it leaves; null where it may go any way. */
export interface PipeEnd {
  at: Point
  leaves: Direction | null
}

/** Returns position and direction of a port, with the rotation of the item. */
export const portOf = ({ drawn }: PlacedElement, number: number): PipeEnd | null => {
  const symbol = drawn.symbol === undefined ? undefined : symbolOf(drawn.symbol)
  const port = symbol?.ports[number]
  if (symbol === undefined || port === undefined) return null
  const [x, y] = [(port[0] / symbol.width) * drawn.width, (port[1] / symbol.height) * drawn.height]
  const [cx, cy] = [drawn.width / 2, drawn.height / 2]
  const quarters = Math.round((drawn.rotate ?? 0) / 90)
  const [rx, ry] = turned(x - cx, y - cy, quarters)
  const side: readonly [number, number] =
    port[0] === 0 ? [-1, 0] : port[0] === symbol.width ? [1, 0] : port[1] === 0 ? [0, -1] : [0, 1]
  const [sx, sy] = turned(...side, quarters)
  const leaves = sx < 0 ? 'left' : sx > 0 ? 'right' : sy < 0 ? 'up' : 'down'
  return { at: [drawn.x + cx + rx, drawn.y + cy + ry], leaves }
}

const turned = (x: number, y: number, quarters: number): [number, number] => {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return [-y, x]
    case 2:
      return [-x, -y]
    case 3:
      return [y, -x]
    default:
      return [x, y]
  }
}

/** The port that is nearest to a point, within a distance. */
export const nearestPort = (
  { items }: PictureModel,
  [x, y]: Point,
  withinPx: number,
): { code: string; port: number } | null => {
  let best: { code: string; port: number; far: number } | null = null
  for (const item of items) {
    const count = item.drawn.symbol === undefined ? 0 : (symbolOf(item.drawn.symbol)?.ports.length ?? 0)
    for (let port = 0; port < count; port += 1) {
      const end = portOf(item, port)
      if (end === null) continue
      const far = Math.hypot(end.at[0] - x, end.at[1] - y)
      if (far <= withinPx && (best === null || far < best.far)) best = { code: item.code, port, far }
    }
  }
  return best === null ? null : { code: best.code, port: best.port }
}

const stubOf = ({ at: [x, y], leaves }: PipeEnd): Point => {
  if (leaves === 'left') return [x - stubPx, y]
  if (leaves === 'right') return [x + stubPx, y]
  if (leaves === 'up') return [x, y - stubPx]
  return leaves === 'down' ? [x, y + stubPx] : [x, y]
}

const isLevel = (direction: Direction | null): boolean => direction === 'left' || direction === 'right'

/** A way from one end to the other at right angles, straight out of its ports, with few corners. */
export const route = (from: PipeEnd, to: PipeEnd): Point[] => {
  const [start, end] = [stubOf(from), stubOf(to)]
  const between = cornersBetween(start, end, from.leaves, to.leaves)
  return simplified([from.at, start, ...between, end, to.at])
}

const cornersBetween = (
  [x1, y1]: Point,
  [x2, y2]: Point,
  leaves: Direction | null,
  arrives: Direction | null,
): Point[] => {
  if (x1 === x2 || y1 === y2) return []
  const isFirstLevel = leaves === null ? arrives === null || !isLevel(arrives) : isLevel(leaves)
  const isLastLevel = arrives === null ? !isFirstLevel : isLevel(arrives)
  if (isFirstLevel !== isLastLevel) return [isFirstLevel ? [x2, y1] : [x1, y2]]
  // Both ways are level, or both upright: it changes over in the middle.
  const [midX, midY] = [(x1 + x2) / 2, (y1 + y2) / 2]
  return isFirstLevel
    ? [
        [midX, y1],
        [midX, y2],
      ]
    : [
        [x1, midY],
        [x2, midY],
      ]
}

/** Without points that are no corners. */
const simplified = (points: readonly Point[]): Point[] => {
  const bends: Point[] = []
  for (const point of points) {
    while (isStraight(bends.at(-2), bends.at(-1), point)) bends.pop()
    const last = bends.at(-1)
    if (last === undefined || last[0] !== point[0] || last[1] !== point[1]) bends.push(point)
  }
  return bends
}

const isStraight = (before: Point | undefined, last: Point | undefined, next: Point): boolean =>
  before !== undefined &&
  last !== undefined &&
  ((before[0] === last[0] && last[0] === next[0]) || (before[1] === last[1] && last[1] === next[1]))

/** Pipes lead again to where they end; an end whose item is gone stays where it was. */
export const rerouted = (model: PictureModel): PictureModel => {
  const byCode = new Map(model.items.map((item) => [item.code, item]))
  const endOf = (item: PlacedElement, which: 0 | 1): PipeEnd | null => {
    const end = item.drawn.ends?.[which]
    const other = end == null ? undefined : byCode.get(end.code)
    return end == null || other === undefined ? null : portOf(other, end.port)
  }
  return {
    ...model,
    items: model.items.map((item) => {
      const { points = [], ends } = item.drawn
      if (item.drawn.kind !== 'pipe' || ends === undefined) return item
      const [first, last] = [points[0], points.at(-1)]
      if (first === undefined || last === undefined) return item
      const [from, to] = [endOf(item, 0), endOf(item, 1)]
      if (from === null && to === null) return item
      const free = ([x = 0, y = 0]: readonly number[]): PipeEnd => ({ at: [x, y], leaves: null })
      const routed = route(from ?? free(first), to ?? free(last)).map((point) => [...point])
      return { ...item, drawn: { ...item.drawn, points: routed, ...frame(routed) } }
    }),
  }
}

const frame = (points: readonly number[][]): Box => {
  const drawn = { kind: 'pipe' as const, x: 0, y: 0, width: 0, height: 0, points: points.map((one) => [...one]) }
  return boxOf({ code: 'pipe', drawn })
}
