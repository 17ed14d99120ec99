import type { TimeWindow } from './window.ts'

/** A piece of time that is asked for at once. */
export interface Tile {
  from: number
  till: number
}

/** As many as the service gives for a question. */
export const tilePoints = 1000
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Steps that people know. From an hour on they begin with hours, and from a day on with days: those are what the service keeps figures of. */
const steps: readonly number[] = [
  250,
  500,
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * hourMs),
  ...[1, 2, 4, 7, 14, 28].map((days) => days * dayMs),
]

/** How far points are apart, one for a pixel at most: one of few, so that views that are almost alike share their answers. */
export const stepFor = ({ from, till }: TimeWindow, widthPx: number): number => {
  const wantedMs = (till - from) / Math.max(1, widthPx)
  return steps.find((stepMs) => stepMs >= wantedMs) ?? Math.ceil(wantedMs / dayMs) * dayMs
}

/** More points than that are no clearer, and many questions. */
const pointsMax = 3 * tilePoints
const pointsMin = 4

/** Steps of whole seconds that suit a view: enough points for a line, and not too many. */
export const stepsFor = ({ from, till }: TimeWindow): number[] =>
  steps.filter((stepMs) => {
    const points = (till - from) / stepMs
    return stepMs >= secondMs && points >= pointsMin && points <= pointsMax
  })

/** The step that is wanted, in seconds, where it makes sense for a view; else the one that its width asks for. */
export const chosenStep = (view: TimeWindow, widthPx: number, everySec: number | undefined): number =>
  stepsFor(view).find((stepMs) => stepMs === (everySec ?? 0) * secondMs) ?? stepFor(view, widthPx)

/** Returns the tiles that fill a view. Tiles lie on a fixed grid, so that loaded ones are reused. */
export const tilesOf = ({ from, till }: TimeWindow, stepMs: number): Tile[] => {
  const tileMs = stepMs * tilePoints
  const first = Math.floor(from / tileMs)
  const count = Math.floor(till / tileMs) - first + 1
  return Array.from({ length: count }, (_, i) => ({ from: (first + i) * tileMs, till: (first + i + 1) * tileMs }))
}
