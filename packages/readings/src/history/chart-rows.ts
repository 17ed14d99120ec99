import { at } from '@busbar/kit'
import type { Readings } from '@busbar/series'
import { type Figures, figureOf } from './figures.rules.ts'
import { bordersOf, firstsOf, type Segments, segmentStart } from './segments.rules.ts'

/** Readings of each segment, and the number of runs of failed reads that touch it. */
export interface FigureColumn {
  figures: Figures
  gaps: Float64Array
}

interface Chart {
  segments: Segments
  /** Column index for each requested parameter; -1 for none. */
  places: Int32Array
}

export type ChartJob =
  | ({ kind: 'rows of firsts'; columns: readonly Readings[] } & Chart)
  | ({ kind: 'rows of figures'; columns: readonly FigureColumn[] } & Chart)

/** JSON of a column's segment; null if it is empty. */
type Cell = (segment: number) => string | null

/**
 * Builds a chart as JSON: a row for each non-empty segment with its time and a value for each requested parameter, in
 * their order.
 */
export function chartRows(job: ChartJob): { bytes: Uint8Array<ArrayBuffer> } {
  const { segments, places } = job
  const cells = cellsOf(job)
  const rows: string[] = []
  for (let segment = 0; segment < segments.points; segment += 1) {
    const texts = cells.map((cell) => cell(segment))
    if (texts.every((text) => text === null)) continue
    const on = new Date(segmentStart(segments, segment)).toISOString()
    rows.push(`["${on}",[${Array.from(places, (place) => texts[place] ?? 'null').join()}]]`)
  }
  return { bytes: new TextEncoder().encode(`[${rows.join()}]`) }
}

const cellsOf = (job: ChartJob): Cell[] => {
  if (job.kind === 'rows of figures') return job.columns.map(figureCell)
  const borders = bordersOf(job.segments)
  return job.columns.map((column) => {
    const points = firstsOf(borders, [column])
    return (segment) => (points[segment] ? JSON.stringify(points[segment].value) : null)
  })
}

/** A mean that is null, because the sum overflows, is omitted like an empty segment. */
const figureCell =
  ({ figures, gaps }: FigureColumn): Cell =>
  (segment) => {
    const figure = figureOf(figures, segment)
    const failed = at(gaps, segment)
    if (figure === null) return failed === 0 ? null : JSON.stringify({ count: 0, gaps: failed })
    const { first, min, mean, max, count } = figure
    return JSON.stringify({ first, min, ...(mean !== null && { mean }), max, count, gaps: failed })
  }
