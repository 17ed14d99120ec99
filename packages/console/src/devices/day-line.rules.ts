/** A course in equal steps; null where nothing was read. */
export type DayValues = readonly (number | null)[]

export interface DayDrawing {
  line: string
  /** Under the line. */
  area: string
  /** Times without readings after earlier ones, as shares of the width. */
  gaps: readonly (readonly [from: number, to: number])[]
}

/** The drawing of a course in a box of this size; null where there is too little to draw. */
export const dayDrawing = (values: DayValues, width: number, height: number): DayDrawing | null => {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const x = (at: number): number => ((at + 0.5) / values.length) * width
  const y = (value: number): number =>
    most === least ? height / 2 : height - 2 - ((value - least) / (most - least)) * (height - 4)
  const runs = runsOf(values)
  const line = runs
    .map(({ from, run }) =>
      run.map((value, i) => `${i === 0 ? 'M' : 'L'}${fine(x(from + i))} ${fine(y(value))}`).join(''),
    )
    .join('')
  const area = runs
    .filter(({ run }) => run.length > 1)
    .map(
      ({ from, run }) =>
        `M${fine(x(from))} ${height}${run.map((value, i) => `L${fine(x(from + i))} ${fine(y(value))}`).join('')}L${fine(x(from + run.length - 1))} ${height}z`,
    )
    .join('')
  const gaps = runs.map(({ from, run }, i): [number, number] => [from + run.length, runs[i + 1]?.from ?? values.length])
  return {
    line,
    area,
    gaps: gaps.filter(([from, to]) => to > from).map(([from, to]) => [from / values.length, to / values.length]),
  }
}

const fine = (px: number): string => px.toFixed(1)

/** Splits values into runs without gaps, with the index of each. */
const runsOf = (values: DayValues): { from: number; run: number[] }[] => {
  const runs: { from: number; run: number[] }[] = []
  values.forEach((value, at) => {
    const last = runs.at(-1)
    if (value === null) return
    if (last !== undefined && last.from + last.run.length === at) last.run.push(value)
    else runs.push({ from: at, run: [value] })
  })
  return runs
}

type Rows = readonly (readonly [on: string, values: readonly (number | null)[]])[]

/** Extracts one column of an answer in equal steps, in which steps without readings are missing. */
export const stepsOfColumn = (rows: Rows, column: number, fromMs: number, stepMs: number, count: number): DayValues => {
  const values = Array.from<number | null>({ length: count }).fill(null)
  for (const [on, row] of rows) {
    const at = Math.floor((Date.parse(on) - fromMs) / stepMs + 1e-6)
    if (at >= 0 && at < count) values[at] = row[column] ?? null
  }
  return values
}

interface StepFigures {
  min?: number | undefined
  mean?: number | undefined
  max?: number | undefined
}

export interface DayCourse {
  /** Mean of each step. */
  values: DayValues
  /** Extremes of all readings, not of the means; undefined where there are none. */
  extremes: { least: number; greatest: number } | undefined
}

/** The course of one column of an answer with figures. */
export const dayCourse = (
  rows: readonly (readonly [on: string, figures: readonly (StepFigures | null)[]])[],
  column: number,
  fromMs: number,
  stepMs: number,
  count: number,
): DayCourse => {
  const means = rows.map(([on, row]) => [on, [row[column]?.mean ?? null]] as const)
  const figures = rows.flatMap(([, row]) => row[column] ?? [])
  const least = Math.min(...figures.map(({ min = Number.POSITIVE_INFINITY }) => min))
  const greatest = Math.max(...figures.map(({ max = Number.NEGATIVE_INFINITY }) => max))
  return {
    values: stepsOfColumn(means, 0, fromMs, stepMs, count),
    extremes: least <= greatest ? { least, greatest } : undefined,
  }
}
