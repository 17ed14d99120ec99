import type { Bars } from '@busbar/charts/bar-model'
import { at } from '@busbar/kit/at'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { type BranchPowers, powersTo, profilesInUnit } from './branch-units.rules.ts'
import type { Cadence, Period } from './figures/period.rules.ts'
import { startOfDay } from './figures/zone.rules.ts'
import type { BranchNode, Profiles, Tree } from './figures.ts'
import type { BranchTrend } from './panels/branch-table.tsx'
import { type BarsInput, barsOf } from './panels/columns.rules.ts'
import { useIsConverted } from './use-conversion.ts'

/** Of larger trees only what is right below is asked for. */
const allBranchesMax = 300

export interface TreeHistory {
  query: UseQueryResult<Profiles>
  /** In the unit of the branch on screen, as far as units convert to it. */
  data: Profiles | undefined
  /** How the figures of branches convert to that unit. */
  powers: BranchPowers
  bars: (input: Omit<BarsInput, 'history'>) => Bars | null
  /** By branch, for the table. */
  courses: (now: number) => ReadonlyMap<string | null, BranchTrend>
}

/** A branch in the segments of a period, alone or with those below it. */
export const useHistory = (
  tree: Tree,
  root: BranchNode,
  { from, till }: Period,
  cadence: Cadence,
  which: 'alone' | 'below',
): TreeHistory => {
  const below = tree.branches.length > allBranchesMax ? 1 : 10
  const isConverted = useIsConverted()
  const query = useQuery(
    apiQuery('treeProfiles', 'history', {
      treeId: tree.id,
      cadence,
      from: new Date(startOfDay(tree.timeZone, from)),
      till: new Date(startOfDay(tree.timeZone, till)),
      ...(root.branchId !== null && { branchId: root.branchId }),
      levels: which === 'alone' ? 0 : below,
      ...(isConverted && { converted: true }),
    }),
  )
  const { branchId } = root
  const { data, powers } = useMemo(() => inUnitOf(branchId, query.data), [branchId, query.data])
  // The query is another object whenever it is asked; what is made of its answer is not.
  const made = useMemo(
    (): Pick<TreeHistory, 'bars' | 'courses'> => ({
      bars: (input) => (data === undefined ? null : barsOf({ ...input, history: data })),
      courses: (now) => coursesOf(data, now),
    }),
    [data],
  )
  return { query, data, powers, ...made }
}

const noPowers: BranchPowers = new Map()

const inUnitOf = (rootId: string | null, data: Profiles | undefined): Pick<TreeHistory, 'data' | 'powers'> => {
  if (data === undefined) return { data, powers: noPowers }
  const powers = powersTo(rootId, data)
  return { data: profilesInUnit(data, rootId, powers), powers }
}

const coursesOf = (data: Profiles | undefined, now: number): ReadonlyMap<string | null, BranchTrend> => {
  const edges = data?.edges.map((edge) => Date.parse(edge)) ?? []
  const passed = edges.slice(1).map((till, index) => {
    const from = at(edges, index)
    return Math.min(1, (now - from) / (till - from))
  })
  return new Map(
    data?.branches.map(({ branchId, energy, coverage }) => [
      branchId,
      {
        // A segment that goes on is no fall.
        values: energy.filter((_, index) => at(passed, index) >= 1),
        coverages: coverage.map((share, index) => {
          const part = at(passed, index)
          return part <= 0 ? null : Math.min(1, share / part)
        }),
      },
    ]),
  )
}
