import { at } from '@busbar/kit'
import type { DegreeDaysSetting } from './degree-days.contract.ts'

const hourMs = 3_600_000
/** With fewer hours the mean would represent a part of the day only. */
const hoursMin = 18

export interface DegreeDay {
  mean: number | null
  degreeDays: number | null
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Mean of the hourly means of each day, and its degree days. `hourly` begins with the first edge. */
export const degreeDaysOf = (
  edges: readonly number[],
  hourly: readonly (number | null)[],
  { kind, base }: Pick<DegreeDaysSetting, 'kind' | 'base'>,
): DegreeDay[] => {
  return edges.slice(1).map((till, index) => {
    const start = at(edges, 0)
    const [first, end] = [(at(edges, index) - start) / hourMs, (till - start) / hourMs]
    const known = hourly.slice(Math.ceil(first), Math.ceil(end)).filter((one) => one !== null)
    if (known.length < hoursMin) return { mean: null, degreeDays: null }
    const mean = known.reduce((sum, one) => sum + one, 0) / known.length
    const degrees = kind === 'heating' ? base - mean : mean - base
    return { mean: rounded(mean), degreeDays: rounded(Math.max(0, degrees)) }
  })
}
