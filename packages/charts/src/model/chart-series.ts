import type { Resolution } from '@busbar/ui/quantity'

/** A parameter as a chart shows it. */
export interface ChartSeries {
  paramId: number
  deviceId: number
  name: string
  /** Its device, and the network where devices are named alike. */
  deviceLabel?: string | undefined
  unit?: string | undefined
  /** Determines the decimals; without it, those of a 32-bit float. */
  resolution?: Resolution
  /** A value holds till the next one, as that of a switch does. */
  isStepped?: boolean
  /** Names of states by their number. */
  labels?: Readonly<Record<string, string>> | undefined
}

/** More than that are not drawn at once. */
export const linesMax = 20
/** More than that are hard to tell apart: the chart asks which to show. */
export const linesProposed = 8

/** There are eight colours; from the ninth line on dashes tell lines apart. */
const colours = 8
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3]]

export const dashOf = (line: number): readonly number[] => dashes[Math.floor(line / colours) % dashes.length] ?? []

/** The name of a line's colour among the styles. */
export const colourOf = (line: number): string => `--series-${(line % colours) + 1}`

/** Returns the name with the device, for screen readers. */
export const fullName = ({ name, deviceLabel }: Pick<ChartSeries, 'name' | 'deviceLabel'>): string =>
  deviceLabel === undefined ? name : `${deviceLabel}: ${name}`

/** Which lines are not drawn: those that the address names, or where it names none, those after the first eight. */
export const hiddenOf = (series: readonly ChartSeries[], hide: readonly number[] | undefined): ReadonlySet<number> =>
  new Set(hide ?? series.slice(linesProposed).map(({ paramId }) => paramId))
