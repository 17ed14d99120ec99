import type { View } from './view.rules.ts'

/** A piece of time that is asked for at once. */
export interface Tile {
  from: number
  till: number
}

/** As many as the service gives for a question. */
export const tilePoints = 1000
const stepMsMin = 250

/** How far points are apart: a power of two, so that views that are almost alike share their answers; one or two for a pixel. */
export const stepFor = ({ from, till }: View, widthPx: number): number => {
  const wantedMs = (till - from) / Math.max(1, widthPx)
  return Math.max(stepMsMin, 2 ** Math.floor(Math.log2(wantedMs)))
}

/** What has to be asked to fill a view. Tiles lie at the same places whatever the view, so that one that was asked is known. */
export const tilesOf = ({ from, till }: View, stepMs: number): Tile[] => {
  const tileMs = stepMs * tilePoints
  const first = Math.floor(from / tileMs)
  const count = Math.floor(till / tileMs) - first + 1
  return Array.from({ length: count }, (_, i) => ({ from: (first + i) * tileMs, till: (first + i + 1) * tileMs }))
}
