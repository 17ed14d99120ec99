import type { Resolution } from '../../format/decimals.rules.ts'

/** A parameter as a chart shows it. */
export interface ChartSeries {
  paramId: number
  deviceId: number
  name: string
  unit?: string | undefined
  /** By which its decimals are known; without it as many as a float is sure to hold. */
  resolution?: Resolution
  /** A value holds till the next one, as that of a switch does. */
  isStepped?: boolean
  /** What values mean, by their number. */
  labels?: Readonly<Record<string, string>> | undefined
}

/** Lines differ by dashes too, for who does not see colours. */
const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [12, 3, 2, 3], [5, 2], [16, 5]]

/** More lines cannot be told apart. */
export const linesMax = dashes.length

export const dashOf = (line: number): readonly number[] => dashes[line % dashes.length] ?? []

/** The name of a line's colour among the styles. */
export const colourOf = (line: number): string => `--series-${(line % dashes.length) + 1}`
