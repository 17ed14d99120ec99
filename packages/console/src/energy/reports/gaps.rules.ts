import { coverageMin } from '@busbar/charts/bar-model'
import { at } from '@busbar/kit/at'
import type { ReportBranch, ReportData } from './report-bars.rules.ts'

export interface Gap {
  /** Branches that were not read at the same time. */
  names: string[]
  from: number
  till: number
  /** Share of these segments with data. */
  coverage: number
}

const withData = 0.9999

/** Returns true if an elapsed segment was not read completely. A running one is still unknown. */
export const isGapAt = ({ coverage }: ReportBranch, index: number, till: number, now: number): boolean =>
  till <= now && at(coverage, index) < withData

/** Is it worth a sign? */
export const isThin = (coverage: number): boolean => coverage < coverageMin

/** Runs of segments in which a branch was not read for so long that its sums say little. Only of branches with a value of their own: others follow from these. */
export const gapsOf = (data: ReportData, now: number): Gap[] => {
  const edges = data.edges.map((edge) => Date.parse(edge))
  const found = new Map<string, Gap>()
  for (const branch of data.branches) {
    if (branch.kind === 'sum' || branch.kind === 'link') continue
    const gaps: { from: number; till: number; ms: number }[] = []
    for (const [index, coverage] of branch.coverage.entries()) {
      const [from = 0, till = 0] = [edges[index], edges[index + 1]]
      if (!isGapAt(branch, index, till, now) || !isThin(coverage)) continue
      const last = gaps.at(-1)
      const ms = (till - from) * coverage
      if (last?.till === from) Object.assign(last, { till, ms: last.ms + ms })
      else gaps.push({ from, till, ms })
    }
    for (const { from, till, ms } of gaps) {
      const coverage = ms / (till - from)
      const key = `${from} ${till} ${coverage.toFixed(3)}`
      const same = found.get(key)
      if (same === undefined) found.set(key, { names: [branch.name], from, till, coverage })
      else same.names.push(branch.name)
    }
  }
  return [...found.values()]
}
