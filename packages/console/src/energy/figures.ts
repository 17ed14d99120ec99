import type { AnswerOf } from '../data/api/api-query.ts'

export type Tree = AnswerOf<'trees', 'get'>
export type BranchFigures = AnswerOf<'treeEnergy', 'branches'>['branches'][number]
export type AsideEnergy = AnswerOf<'treeEnergy', 'branches'>['setAside'][number]
export type Profiles = AnswerOf<'treeProfiles', 'history'>
export type Profile = Profiles['branches'][number]
export type BranchLoad = AnswerOf<'treeProfiles', 'load'>['branches'][number]

/** Figures of a branch or tree in a period. */
export type EnergyFigures = Pick<BranchFigures, 'energy' | 'metered' | 'unmetered' | 'coverage'> & {
  sensorsReported: number
  sensorsTotal: number
  /** The units of the sensors, where they differ and have no sum for that reason. */
  mixedUnits?: readonly string[] | undefined
}

/** A branch with what is below it; the whole tree where it has several at the top. */
export interface BranchNode {
  /** Null for the whole tree. */
  branchId: string | null
  name: string
  figures: EnergyFigures
  parts: readonly BranchNode[]
}

/**
 * Returns unmetered energy: the rest of a main meter, or without one, of the nearest meters below. Null if one is
 * unknown, undefined if there is none.
 */
export const unmeteredOf = ({ figures, parts }: BranchNode): number | null | undefined => {
  if (figures.metered !== undefined) return figures.unmetered
  const rests = parts.map(unmeteredOf).filter((rest) => rest !== undefined)
  if (rests.length === 0) return undefined
  return rests.includes(null) ? null : rests.reduce<number>((sum, rest) => sum + (rest ?? 0), 0)
}

/** A tree with its figures. With one branch at the top it begins there: its main meter is the total. */
export const figureTree = (name: string, branches: readonly BranchFigures[], totals: EnergyFigures): BranchNode => {
  const below = Map.groupBy(branches, ({ parentBranchId }) => parentBranchId ?? null)
  const put = (one: BranchFigures): BranchNode => ({
    branchId: one.branchId,
    name: one.name,
    figures: one,
    parts: (below.get(one.branchId) ?? []).map(put),
  })
  const tops = (below.get(null) ?? []).map(put)
  const [only] = tops
  return only !== undefined && tops.length === 1 ? only : { branchId: null, name, figures: totals, parts: tops }
}

/** The part of this branch, with all above it before it; the whole alone where there is none. */
export const pathTo = (part: BranchNode, branchId: string | undefined): BranchNode[] => {
  if (branchId === undefined || part.branchId === branchId) return [part]
  for (const one of part.parts) {
    const path = pathTo(one, branchId)
    if (path.at(-1)?.branchId === branchId) return [part, ...path]
  }
  return [part]
}

/** Returns the relative change; null without a value to compare with. */
export const changeOf = (now: number | null | undefined, then: number | null | undefined): number | null =>
  now === null || now === undefined || then === null || then === undefined || then <= 0 ? null : now / then - 1

/** As the sensors of the tree call a parameter. */
export const sensorName = ({ sensors }: Tree, paramId: number): string =>
  sensors.find((sensor) => sensor.paramId === paramId)?.name ?? `#${paramId}`
