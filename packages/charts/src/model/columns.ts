import { align, type BandPoints, type LinePoints } from './alignment.ts'

type Column = (number | null | undefined)[]

/** Lines over one list of times, each with its minima and maxima, and with the compared period if there is one. */
export interface ChartData {
  times: number[]
  lines: Column[]
  lows: Column[]
  highs: Column[]
  /** As many as lines, or none. */
  before: Column[]
}

/** `undefined` is where a line has nothing to say, null where it breaks. */
export const chartData = (lines: readonly BandPoints[], before: readonly LinePoints[] = []): ChartData => {
  const count = lines.length
  const [times, ...columns] = align([
    ...lines,
    ...lines.map(({ times: on, lows }) => ({ times: on, values: lows })),
    ...lines.map(({ times: on, highs }) => ({ times: on, values: highs })),
    ...before,
  ])
  return {
    times,
    lines: columns.slice(0, count),
    lows: columns.slice(count, 2 * count),
    highs: columns.slice(2 * count, 3 * count),
    before: columns.slice(3 * count),
  }
}

/** Returns the columns of some lines for uPlot: the compared period comes first and is drawn below. */
export const columnsOf = (
  { times, lines, lows, highs, before }: ChartData,
  indexes: readonly number[],
): [times: number[], ...columns: Column[]] => {
  const pick = (columns: readonly Column[]): Column[] => indexes.map((index) => columns[index] ?? [])
  return [times, ...(before.length === 0 ? [] : pick(before)), ...pick(lines), ...pick(lows), ...pick(highs)]
}
