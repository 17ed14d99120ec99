import type { BandPoints, LinePoints } from './alignment.ts'

/** Figures of one step of one parameter; missing ones are not known. */
interface StepFigures {
  count: number
  first?: number | undefined
  min?: number | undefined
  mean?: number | undefined
  max?: number | undefined
  /** Failed reads. */
  gaps: number
}

/** Steps of a tile: the start of each, and its figures by parameter. */
type MinMeanMaxRows = readonly (readonly [on: string, figures: readonly (StepFigures | null)[]])[]

/**
 * The course of one parameter in the answers for tiles that follow each other; those that are not there yet are undefined. Of states, which have no
 * mean, it is the first of each step. Where reading failed and nothing was read it breaks.
 */
export const bandOf = (
  tiles: readonly (MinMeanMaxRows | undefined)[],
  column: number,
  isStepped: boolean,
): BandPoints => {
  const times: number[] = []
  const values: (number | null)[] = []
  const lows: (number | null)[] = []
  const highs: (number | null)[] = []
  const counts: number[] = []
  for (const tile of tiles) {
    for (const [on, row] of tile ?? []) {
      const figure = row[column] ?? null
      if (figure === null) continue
      times.push(Date.parse(on))
      values.push((isStepped ? figure.first : figure.mean) ?? null)
      lows.push(figure.min ?? null)
      highs.push(figure.max ?? null)
      counts.push(figure.count)
    }
  }
  return { times, values, lows, highs, counts }
}

/** Appends live readings to those from the service. */
export const withLive = (known: BandPoints, live: LinePoints): BandPoints => {
  const last = known.times.at(-1) ?? 0
  const from = live.times.findIndex((time) => time > last)
  if (from === -1) return known
  const [times, values] = [live.times.slice(from), live.values.slice(from)]
  return {
    times: [...known.times, ...times],
    values: [...known.values, ...values],
    lows: [...known.lows, ...values],
    highs: [...known.highs, ...values],
    counts: [...known.counts, ...values.map((value) => (value === null ? 0 : 1))],
  }
}

/** Returns the value of a line at an index, or the last one before it. */
export const valueAt = (line: readonly (number | null | undefined)[], index: number): number | null =>
  line[valueIndexAt(line, index)] ?? null

/** Returns the index of that value; -1 if there is none. */
const valueIndexAt = (line: readonly (number | null | undefined)[], index: number): number =>
  line.findLastIndex((value, i) => i <= index && value !== undefined)
