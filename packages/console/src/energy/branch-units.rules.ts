import { decimalUnitOf } from '@busbar/kit/decimal-unit'
import type { BranchNode, EnergyFigures, Profiles } from './figures.ts'

/** Powers of ten that convert figures to the unit of the branch on screen, by branch. Branches that need no conversion are left out. */
export type BranchPowers = ReadonlyMap<string | null, number>

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
