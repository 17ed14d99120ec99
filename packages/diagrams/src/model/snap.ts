import { type Box, gridPx } from './diagram-model.ts'

/** Distance at which an item snaps to an edge. */
const nearPx = 5

/** A line that shows with what something is aligned. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
}

export interface SnapOffset {
  dx: number
  dy: number
  guides: readonly Guide[]
}

export const toGrid = (value: number): number => Math.round(value / gridPx) * gridPx

const edgesOf = (box: Box, axis: 'x' | 'y'): number[] => {
  const size = axis === 'x' ? box.width : box.height
  return [box[axis], box[axis] + size / 2, box[axis] + size]
}

/** The least shift that brings an edge or the middle of the box to one of another; null where none is near. */
const nearest = (box: Box, others: readonly Box[], axis: 'x' | 'y'): { by: number; at: number } | null => {
  let best: { by: number; at: number } | null = null
  for (const other of others) {
    for (const at of edgesOf(other, axis)) {
      for (const edge of edgesOf(box, axis)) {
        const by = at - edge
        if (Math.abs(by) <= nearPx && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, at }
      }
    }
  }
  return best
}

/** Returns the position of a moved box: at an edge of another one if near, otherwise on the grid. */
export const snapMove = (box: Box, dx: number, dy: number, others: readonly Box[]): SnapOffset => {
  const moved = { ...box, x: box.x + dx, y: box.y + dy }
  const [x, y] = [nearest(moved, others, 'x'), nearest(moved, others, 'y')]
  return {
    dx: x === null ? toGrid(moved.x) - box.x : dx + x.by,
    dy: y === null ? toGrid(moved.y) - box.y : dy + y.by,
    guides: [
      ...(x === null ? [] : [{ axis: 'x' as const, at: x.at }]),
      ...(y === null ? [] : [{ axis: 'y' as const, at: y.at }]),
    ],
  }
}
