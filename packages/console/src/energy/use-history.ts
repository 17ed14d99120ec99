import { type BarColumn, type BarSeries, type Bars, branchColours } from '@busbar/charts/bar-model'
import { at } from '@busbar/kit/at'
import { decimalUnitOf } from '@busbar/kit/decimal-unit'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import type { Cadence, Period } from './figures/period.rules.ts'
import { startOfDay } from './figures/period.rules.ts'
import type { AsideEnergy, BranchNode, EnergyFigures, Profile, Profiles, Tree } from './figures.ts'
import type { BranchTrend } from './panels/branch-table.tsx'

/** For larger trees only direct children are requested. */
const allBranchesMax = 300

export interface TreeHistory {
  query: UseQueryResult<Profiles>
  /** In the unit of the branch on screen, as far as units convert to it. */
  data: Profiles | undefined
  /** How the figures of branches convert to that unit. */
  powers: BranchPowers
  bars: (input: Omit<BarsInput, 'history'>) => Bars | null
  /** Trends by branch, for the table. */
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

/** Readings without a loss are not worth a sign. */
const isLoss = ({ reason }: AsideEnergy): boolean => reason !== 'spike' && reason !== 'invalid'

interface BarsInput {
  root: BranchNode
  branchRanks: ReadonlyMap<string | null, number>
  history: Profiles
  compared: Profiles | undefined
  setAside: readonly AsideEnergy[]
  now: number
}

/** Builds the columns of a period, stacked by the children of the selected branch. */
export const barsOf = ({ root, branchRanks, history, compared, setAside, now }: BarsInput): Bars => {
  const profiles = new Map(history.branches.map((one) => [one.branchId, one]))
  const rootProfile = profiles.get(root.branchId)
  const colours = branchColours(root.parts)
  const parts = root.parts
    .toSorted((a, b) => (branchRanks.get(a.branchId) ?? 0) - (branchRanks.get(b.branchId) ?? 0))
    .flatMap((part) => {
      const profile = profiles.get(part.branchId)
      return profile === undefined ? [] : [{ part, profile }]
    })
  const series: BarSeries[] = [
    ...parts.map(({ part }) => ({
      key: part.branchId ?? '',
      name: part.name,
      kind: 'branch' as const,
      colour: colours.get(part.branchId) ?? 0,
    })),
    ...(['own', 'rest', 'unknown'] as const).map((kind) => ({ key: kind, name: '', kind, colour: 0 })),
  ]
  const edges = history.edges.map((edge) => Date.parse(edge))
  const asides = setAside.filter(isLoss).map(({ on }) => Date.parse(on))
  const before = compared?.branches.find(({ branchId }) => branchId === root.branchId)
  const columns = edges.slice(1).map((till, index): BarColumn => {
    const from = at(edges, index)
    const isRunning = from <= now && now < till
    const passed = isRunning ? (now - from) / (till - from) : 1
    const coverage = rootProfile === undefined ? 0 : at(rootProfile.coverage, index)
    return {
      from,
      till,
      values: [...parts.map(({ profile }) => profile.energy[index] ?? null), ...restsAt(rootProfile, parts, index)],
      total: rootProfile?.energy[index] ?? null,
      coverage: from > now ? null : Math.min(1, passed > 0 ? coverage / passed : 0),
      isRunning,
      compared: before?.energy[index] ?? null,
      setAside: asides.filter((on) => on >= from && on < till).length,
    }
  })
  const used = series.map((_, index) => columns.some(({ values }) => (at(values, index) ?? 0) > 0))
  return {
    series: series.filter((_, index) => used[index]),
    columns: columns.map((column) => ({ ...column, values: column.values.filter((_, index) => used[index]) })),
    greatest: Math.max(
      0,
      ...columns.flatMap(({ values, total, compared: then }) => [total ?? 0, then ?? 0, sumOf(values)]),
    ),
  }
}

const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0)

/** Below this share of the whole a difference is one of doubles. */
const nothing = 1e-9

/** Returns energy outside the children: other sensors, unmetered, and unmetered or unread. */
const restsAt = (
  rootProfile: Profile | undefined,
  parts: readonly { profile: Profile }[],
  index: number,
): (number | null)[] => {
  const energy = rootProfile?.energy[index] ?? null
  const inParts = parts.reduce((sum, { profile }) => sum + (at(profile.energy, index) ?? 0), 0)
  const least = Math.abs(energy ?? 0) * nothing
  const own = (of: number | null): number | null => (of === null || of - inParts <= least ? null : of - inParts)
  if (rootProfile?.metered === undefined) return [own(energy), null, null]
  const metered = rootProfile.metered[index] ?? null
  const rest = rootProfile.unmetered?.[index] ?? null
  const isUnknown = rest === null && energy !== null && energy - (metered ?? 0) > least
  return [own(metered), rest, isUnknown ? energy - (metered ?? 0) : null]
}

/** Powers of ten that convert figures to the unit of the branch on screen, by branch. Branches that need no conversion are left out. */
type BranchPowers = ReadonlyMap<string | null, number>

/** Returns the powers for all branches whose unit differs from that of the root and converts to it exactly. */
export const powersTo = (rootId: string | null, { branches }: Pick<Profiles, 'branches'>): BranchPowers => {
  const decimalUnit = (unit: string | null | undefined) => decimalUnitOf(unit ?? '')
  const wanted = decimalUnit(branches.find(({ branchId }) => branchId === rootId)?.unit)
  return new Map(
    branches.flatMap(({ branchId, unit }) => {
      const given = decimalUnit(unit)
      const isOther = given !== null && given.base === wanted?.base && given.exponent !== wanted.exponent
      return isOther ? [[branchId, given.exponent - wanted.exponent] as const] : []
    }),
  )
}

/** Divides by whole powers: a factor such as 0.001 would add digits to the result. */
const scaled = <T extends number | null | undefined>(value: T, power: number): T | number =>
  typeof value !== 'number' ? value : power < 0 ? value / 10 ** -power : value * 10 ** power

/** Converts the figures of a branch and of all branches below it. */
export const nodeInUnit = (node: BranchNode, powers: BranchPowers): BranchNode => {
  if (powers.size === 0) return node
  const power = powers.get(node.branchId) ?? 0
  const { energy, metered, unmetered } = node.figures
  const figures: EnergyFigures = {
    ...node.figures,
    energy: scaled(energy, power),
    ...(metered !== undefined && { metered: scaled(metered, power) }),
    ...(unmetered !== undefined && { unmetered: scaled(unmetered, power) }),
  }
  return { ...node, figures, parts: node.parts.map((part) => nodeInUnit(part, powers)) }
}

/** Converts the history of branches to the unit of the root. */
export const profilesInUnit = (profiles: Profiles, rootId: string | null, powers: BranchPowers): Profiles => {
  if (powers.size === 0) return profiles
  const unit = profiles.branches.find(({ branchId }) => branchId === rootId)?.unit ?? null
  const branches = profiles.branches.map((profile) => {
    const power = powers.get(profile.branchId)
    if (power === undefined) return profile
    const { energy, metered, unmetered } = profile
    const each = (values: readonly (number | null)[]): (number | null)[] => values.map((value) => scaled(value, power))
    return {
      ...profile,
      unit,
      energy: each(energy),
      ...(metered !== undefined && { metered: each(metered) }),
      ...(unmetered !== undefined && { unmetered: each(unmetered) }),
    }
  })
  return { ...profiles, branches }
}

/** Returns true if the address selects the unit of the tariff. */
export const useIsConverted = (): boolean =>
  useSearch({ from: '/shell/energy/$treeId', select: ({ unit }) => unit === 'converted' })

/** The units between which the tariff of a tree converts; null where it does not, or is not known yet. */
export const useConversion = ({ id }: Tree): { unit: string; to: string } | null => {
  const { data } = useQuery(apiQuery('tariffs', 'get', { treeId: id }))
  const tariff = data?.tariff ?? null
  const to = tariff?.versions[0]?.conversion?.unit
  if (tariff === null || to === undefined) return null
  return tariff.versions.every(({ conversion }) => conversion?.unit === to) ? { unit: tariff.unit, to } : null
}
