import { figureOf, figureText } from '../../energy/figures.ts'
import { coverageOfAll } from '../../energy/sums.rules.ts'
import { isoTime } from '../readings/format/iso-time.ts'
import type { BranchFigures } from './table/branch-figures.ts'

const shareOf = (coverage: number): number => Math.round(coverage * 1e6) / 1e6

/** A branch's figures as an answer. */
export const chartData = (edges: readonly number[], { values, coverage, total, unmetered, unit }: BranchFigures) => ({
  segments: values.map((value, at) => ({
    from: isoTime(edges[at] ?? 0),
    till: isoTime(edges[at + 1] ?? 0),
    value: figureOf(value),
    ...figureText('valueText', value),
    coverage: shareOf(coverage[at] ?? 0),
    ...(unmetered !== null && { unmetered: figureOf(unmetered.values[at] ?? null) }),
  })),
  total: figureOf(total),
  ...figureText('totalText', total),
  ...(unit !== null && unit !== '' && { unitName: unit }),
  coverage: shareOf(coverageOfAll(coverage, edges)),
  ...(unmetered !== null && { unmetered: figureOf(unmetered.total) }),
})
