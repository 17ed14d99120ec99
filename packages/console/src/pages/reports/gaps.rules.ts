import { coverageMin } from '../../figures/bars/bars.ts'
import type { ReportBranch, ReportData } from './report-bars.rules.ts'

export interface Gap {
  branchId: string
  name: string
  from: number
  till: number
  /** Share of these segments with data. */
  coverage: number
}

const withData = 0.9999

/** Was a segment that is over read less than all the time? Of the one that goes on that is not known yet. */
export const isGapAt = ({ coverage }: ReportBranch, at: number, till: number, now: number): boolean =>
  till <= now && (coverage[at] ?? 0) < withData

/** Is it worth a sign? */
export const isThin = (coverage: number): boolean => coverage < coverageMin

/** Runs of segments in which a branch was not read for so long that its sums say little. Only of branches with a value of their own: others follow from these. */
export const gapsOf = (data: ReportData, now: number): Gap[] => {
  const edges = data.edges.map((edge) => Date.parse(edge))
  return data.branches.flatMap((branch) => {
    if (branch.kind === 'sum' || branch.kind === 'link') return []
    const gaps: (Gap & { ms: number })[] = []
    for (const [at, coverage] of branch.coverage.entries()) {
      const [from = 0, till = 0] = [edges[at], edges[at + 1]]
      if (!isGapAt(branch, at, till, now) || !isThin(coverage)) continue
      const last = gaps.at(-1)
      const ms = (till - from) * coverage
      if (last?.till === from) Object.assign(last, { till, ms: last.ms + ms })
      else gaps.push({ branchId: branch.branchId, name: branch.name, from, till, coverage, ms })
    }
    return gaps.map(({ ms, ...gap }) => ({ ...gap, coverage: ms / (gap.till - gap.from) }))
  })
}
