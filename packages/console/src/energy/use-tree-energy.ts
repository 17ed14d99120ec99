import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { apiQuery } from '../data/api/api-query.ts'
import { useNow } from '../data/format/use-now.ts'
import {
  type Comparison,
  cadenceOf,
  comparedWith,
  dayAt,
  type EnergySearch,
  instantsOf,
  type Period,
  type PeriodBounds,
  periodOf,
  samePart,
} from './figures/period.rules.ts'
import { type AsideEnergy, type BranchNode, type EnergyFigures, figureTree, type Tree } from './figures.ts'
import { useIsConverted } from './use-history.ts'

/** A period that goes on is asked again; figures are kept by the minute. */
const refetchMs = 120_000
const quarterMs = 900_000

type SpanQuery = ReturnType<typeof useSpan>

/** Loads the figures of a tree in a span; the whole tree if no branch represents it. */
const useSpan = (tree: Tree, { from, till, isRunning }: PeriodBounds) => {
  const isConverted = useIsConverted()
  const span = { treeId: tree.id, from: new Date(from), till: new Date(till), ...(isConverted && { converted: true }) }
  const options = { enabled: till > from, refetchInterval: isRunning ? refetchMs : (false as const) }
  const branches = useQuery({ ...apiQuery('treeEnergy', 'branches', span), ...options })
  const isSeveral = tree.branches.filter(({ parentBranchId }) => parentBranchId === undefined).length !== 1
  const root = useQuery({ ...apiQuery('treeEnergy', 'root', span), ...options, enabled: options.enabled && isSeveral })
  const treeTotal = useMemo(
    () => treeTotalOf(tree.name, branches.data, isSeveral ? root.data : nothing),
    [tree.name, branches.data, root.data, isSeveral],
  )
  return { query: branches, treeTotal, setAside: branches.data?.setAside ?? none }
}

const none: readonly AsideEnergy[] = []
const nothing: EnergyFigures = { energy: null, coverage: 0, sensorsReported: 0, sensorsTotal: 0 }

const treeTotalOf = (
  name: string,
  answer: AnswerOf<'treeEnergy', 'branches'> | undefined,
  root: EnergyFigures | undefined,
): BranchNode | undefined =>
  answer === undefined || root === undefined ? undefined : figureTree(name, answer.branches, root)

export interface TreeEnergy {
  period: Period
  /** Bounds of the shown and the compared period. */
  instants: PeriodBounds
  comparison: Comparison
  other: Record<Comparison, { period: Period; instants: PeriodBounds; span: SpanQuery }>
  span: SpanQuery
  cadence: ReturnType<typeof cadenceOf>
  now: number
  /** Up to then figures are settled: what is later is not missing. */
  knownTill: number
}

/** All of a tree's page that its address asks for. */
export const useTreeEnergy = (tree: Tree, search: EnergySearch): TreeEnergy => {
  const now = useNow()
  const { timeZone } = tree
  const period = periodOf(search, dayAt(timeZone, now))
  const instants = instantsOf(timeZone, period, now)
  const part = (comparison: Comparison) => {
    const against = comparedWith(period, comparison)
    return { period: against, instants: samePart(timeZone, period, instants, against) }
  }
  const [before, year] = [part('before'), part('year')]
  return {
    period,
    instants,
    comparison: search.vs ?? 'before',
    span: useSpan(tree, instants),
    other: {
      before: { ...before, span: useSpan(tree, before.instants) },
      year: { ...year, span: useSpan(tree, year.instants) },
    },
    cadence: cadenceOf(period, search.by),
    now,
    knownTill: instants.isRunning ? instants.till : Math.floor(now / quarterMs) * quarterMs,
  }
}
