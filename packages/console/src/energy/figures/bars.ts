/** The console has so many colours for series; the last is for all others. */
const coloursMax = 8

export const colourOf = (colour: number): string => `var(--series-${Math.min(colour, coloursMax - 1) + 1})`

/**
 * Colours of branches that stand below the same one, by their order in the tree or report: the same on every page, in every period, and whichever of
 * them used most.
 */
export const branchColours = <T extends string | null>(siblings: readonly { branchId: T }[]): ReadonlyMap<T, number> =>
  new Map(siblings.map(({ branchId }, colour) => [branchId, colour]))

/** What is read less of the time is not compared without a word. */
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
  /** By series; null where nothing is known. */
  values: (number | null)[]
  total: number | null
  /** Share of the time that is over in which it was read; null of the future. */
  coverage: number | null
  isRunning: boolean
  /** What the same column of the compared period came to. */
  compared: number | null
  /** Steps that were not booked. */
  setAside: number
}

export interface Bars {
  series: BarSeries[]
  columns: BarColumn[]
  greatest: number
}
