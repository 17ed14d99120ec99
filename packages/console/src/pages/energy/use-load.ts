import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../api/api-query.ts'
import type { PeriodBounds } from '../../figures/period/period.rules.ts'
import type { BranchNode, Tree } from './figures.ts'
import { useIsConverted } from './use-conversion.ts'

const quarterMs = 900_000
/** Quarter-hours of all branches that the service looks at for one answer. */
const quartersMax = 400_000

/** The power of a branch, and of those right below it where there are not too many. */
export const useLoad = (
  tree: Tree,
  { branchId, parts }: BranchNode,
  { from, till }: PeriodBounds,
): UseQueryResult<AnswerOf<'treeProfiles', 'load'>> => {
  const isFew = ((till - from) / quarterMs) * (parts.length + 1) <= quartersMax
  const isConverted = useIsConverted()
  return useQuery(
    apiQuery('treeProfiles', 'load', {
      treeId: tree.id,
      from: new Date(from),
      till: new Date(till),
      ...(branchId !== null && { branchId }),
      levels: isFew ? 1 : 0,
      ...(isConverted && { converted: true }),
    }),
  )
}
