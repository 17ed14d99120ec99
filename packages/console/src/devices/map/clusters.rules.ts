import type { Point } from './projection.rules.ts'

export interface MapMarker<T> {
  item: T
  at: Point
}

/** Nearby markers that are drawn as one. */
export interface Cluster<T> {
  at: Point
  items: readonly T[]
}

/** Closer than this, marks cover each other. */
const nearPx = 34

/** Marks that overlap become one, at the first of them; who comes first, as the worst do, keeps its place. */
export const clustersOf = <T>(marks: readonly MapMarker<T>[]): Cluster<T>[] => {
  const cells = new Map<string, { at: Point; items: T[] }[]>()
  const clusters: { at: Point; items: T[] }[] = []
  const cellOf = ({ x, y }: Point): [number, number] => [Math.floor(x / nearPx), Math.floor(y / nearPx)]
  for (const { item, at } of marks) {
    const [column, row] = cellOf(at)
    const near = [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx} ${row + dy}`) ?? []))
      .find((cluster) => Math.hypot(cluster.at.x - at.x, cluster.at.y - at.y) < nearPx)
    if (near !== undefined) {
      near.items.push(item)
      continue
    }
    const made = { at, items: [item] }
    clusters.push(made)
    const key = `${column} ${row}`
    cells.set(key, [...(cells.get(key) ?? []), made])
  }
  return clusters
}
