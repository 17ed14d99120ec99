import { at } from '@busbar/kit'
import { type Figure, figureOf } from '../figures.rules.ts'
import type { History } from '../history.ts'
import { bordersOf, firstsOf, type Point, segmentStart } from '../segments.rules.ts'

type SegmentsQuery = [orgId: number, paramIds: readonly number[], from: number, till: number, points: number]

/** A part of a span, with the first reading of each parameter in it. */
interface Segment {
  from: number
  firsts: Point[]
}

/** A segment of a span with the figures of each parameter; null if nothing was read and no read failed. */
interface FiguresSegment {
  from: number
  params: ({ figure: Figure | null; gaps: number } | null)[]
}

/** The first readings by segment; those without any are left out. */
export const dispersed = async (history: History, ...query: SegmentsQuery): Promise<Segment[]> => {
  const [, , from, till, points] = query
  const segments = { from, till, points }
  const borders = bordersOf(segments)
  const columns = (await history.firsts(...query)).map((column) => firstsOf(borders, [column]))
  return Array.from({ length: points }, (_, index) => ({
    from: segmentStart(segments, index),
    firsts: columns.map((column) => at(column, index)),
  })).filter(({ firsts }) => firsts.some((first) => first !== null))
}

/** Least, mean and greatest by segment; those where nothing was read and nothing failed are left out. */
export const figures = async (history: History, ...query: SegmentsQuery): Promise<FiguresSegment[]> => {
  const [, , from, till, points] = query
  const columns = await history.figures(...query)
  return Array.from({ length: points }, (_, index) => ({
    from: segmentStart({ from, till, points }, index),
    params: columns.map((column) => {
      const figure = figureOf(column.figures, index)
      const gaps = at(column.gaps, index)
      return figure === null && gaps === 0 ? null : { figure, gaps }
    }),
  })).filter(({ params }) => params.some((param) => param !== null))
}
