import { type Decimal, toNumber } from '@busbar/modbus/decimal'
import { coverageOfAll, sumOfKnown } from '../../energy/sums.rules.ts'
import { isoTime } from '../readings/iso-time.ts'
import type { BranchFigures } from './branch-figures.ts'

/** As JSON has it; what is beyond a double is not known. */
const figureOf = (value: Decimal | null): number | null => {
  const number = value === null ? Number.NaN : toNumber(value)
  return Number.isFinite(number) ? number : null
}

const shareOf = (coverage: number): number => Math.round(coverage * 1e6) / 1e6

/** A branch's figures as an answer. The total is the exact sum of the segments. */
export const chartData = (edges: readonly number[], { values, coverage, unmetered }: BranchFigures) => ({
  segments: values.map((value, at) => ({
    from: isoTime(edges[at] ?? 0),
    till: isoTime(edges[at + 1] ?? 0),
    value: figureOf(value),
    coverage: shareOf(coverage[at] ?? 0),
    ...(unmetered !== null && { unmetered: figureOf(unmetered[at] ?? null) }),
  })),
  total: figureOf(sumOfKnown(values)),
  coverage: shareOf(coverageOfAll(coverage, edges)),
  ...(unmetered !== null && { unmetered: figureOf(sumOfKnown(unmetered)) }),
})
