import type { View } from '../view.rules.ts'

/** A piece of time that is asked for at once. */
export interface Tile {
  from: number
  till: number
}

/** As many as the service gives for a question. */
export const tilePoints = 1000
const stepMsMin = 250
const hourMs = 3_600_000
const hourSteps = [1, 2, 3, 4, 6, 8, 12]
const dayMs = 24 * hourMs

const powerOfTwo = (at: number): number => 2 ** Math.floor(Math.log2(at))

/**
 * How far points are apart, one or two for a pixel: one of few, so that views that are almost alike share their answers. From an hour on steps begin
 * with hours, and from a day on with days: those are what the service keeps figures of.
 */
export const stepFor = ({ from, till }: View, widthPx: number): number => {
  const wantedMs = (till - from) / Math.max(1, widthPx)
  if (wantedMs < hourMs) return Math.max(stepMsMin, powerOfTwo(wantedMs))
  if (wantedMs >= dayMs) return dayMs * powerOfTwo(wantedMs / dayMs)
  return hourMs * (hourSteps.findLast((hours) => hours * hourMs <= wantedMs) ?? 1)
}

/** What has to be asked to fill a view. Tiles lie at the same places whatever the view, so that one that was asked is known. */
export const tilesOf = ({ from, till }: View, stepMs: number): Tile[] => {
  const tileMs = stepMs * tilePoints
  const first = Math.floor(from / tileMs)
  const count = Math.floor(till / tileMs) - first + 1
  return Array.from({ length: count }, (_, i) => ({ from: (first + i) * tileMs, till: (first + i + 1) * tileMs }))
}
