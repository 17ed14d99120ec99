import { type BarColumn, type BarSeries, type Bars, branchColours } from '@busbar/charts/bar-model'
import { at } from '@busbar/kit/at'
import type { AsideEnergy, BranchNode, Profile, Profiles } from '../figures.ts'

/** Readings without a loss are not worth a sign. */
const isLoss = ({ reason }: AsideEnergy): boolean => reason !== 'spike' && reason !== 'invalid'

export interface BarsInput {
  root: BranchNode
  branchRanks: ReadonlyMap<string | null, number>
  history: Profiles
  compared: Profiles | undefined
  setAside: readonly AsideEnergy[]
  now: number
}

/** Columns of a period, stacked by the branches right below what is looked at. */
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

/** What is in no branch below: of sensors beside them, unmetered, and unmetered or not read. */
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
