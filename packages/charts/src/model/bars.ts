import type { QuantityFormat, Scale } from '@busbar/ui/quantity'

/** The console has so many colours for series; the last is for all others. */
const coloursMax = 8

export const colourOf = (colour: number): string => `var(--series-${Math.min(colour, coloursMax - 1) + 1})`

/**
 * Colours of branches that stand below the same one, by their order in the tree or report: the same on every page, in every period, and whichever of
 * them used most.
 */
export const branchColours = <T extends string | null>(siblings: readonly { branchId: T }[]): ReadonlyMap<T, number> =>
  new Map(siblings.map(({ branchId }, colour) => [branchId, colour]))

/** Values with a lower share of read time are marked when they are compared. */
export const coverageMin = 0.95

/** A part of each column: a branch, or what of the whole is in none. */
export interface BarSeries {
  key: string
  name: string
  kind: 'branch' | 'own' | 'rest' | 'unknown'
  /** As `branchColours` gives it; other kinds have colours of their own. */
  colour: number
}

export interface BarColumn {
  from: number
  till: number
  /** Values by series; null if unknown. */
  values: (number | null)[]
  total: number | null
  /** Share of the elapsed time that was read; null for the future. */
  coverage: number | null
  isRunning: boolean
  /** Amount in the same column of the compared period. */
  compared: number | null
  /** Steps that were not booked. */
  setAside: number
}

export interface Bars {
  series: BarSeries[]
  columns: BarColumn[]
  greatest: number
}

/** Formats amounts and shares of a chart in the language of the user. */
export interface ChartFormat extends Pick<QuantityFormat, 'ticks'> {
  /** Adds the unit with an SI prefix. Without a unit the number is as given, or in the given scale. An unknown amount is a dash, never 0. */
  amount: (value: number | null | undefined, unit?: string | null, scale?: Scale) => string
  percent: (share: number | null, decimals?: number) => string
}

/** Returns round numbers from 0 to just above the greatest value, about `count` of them. */
export const ticksTo = (greatest: number, count: number): number[] => {
  if (!(greatest > 0)) return [0, 1]
  const raw = greatest / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= raw * (1 - 1e-9)) ?? 10) * power
  const steps = Math.ceil(greatest / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}

/** Which of so many columns have a label, when each label takes this room. */
export const labelStep = (columns: number, width: number, labelPx: number): number =>
  Math.max(1, Math.ceil((columns * labelPx) / Math.max(1, width)))

/** A scale grows so far for a mark: beyond that columns would be too low to be read. */
const growth = 1.5

/** Returns the marks that fit on the scale of the columns. */
export const marksWithin = (marks: readonly number[], greatest: number): number[] =>
  marks.filter((mark) => mark > 0 && mark <= greatest * growth)
