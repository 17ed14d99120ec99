import { branchColours } from '@busbar/charts/bar-model'
import type { BranchNode, EnergyFigures } from '../figures.ts'

export interface BranchRow {
  part: BranchNode
  level: number
  /** Colour of the top-level part that contains the row. */
  colour: number
  isOpen: boolean
  earlier: EnergyFigures | undefined
}

/** Figures of all branches by id; null is the whole. */
export const figuresById = (treeTotal: BranchNode | undefined): ReadonlyMap<string | null, EnergyFigures> => {
  const found = new Map<string | null, EnergyFigures>()
  const put = (part: BranchNode): void => {
    found.set(part.branchId, part.figures)
    part.parts.forEach(put)
  }
  if (treeTotal !== undefined) put(treeTotal)
  return found
}

/** Rows of expanded branches, largest first; the selected one comes last as the sum. */
export const rowsOf = (
  root: BranchNode,
  isOpen: (branchId: string | null) => boolean,
  earlier: ReadonlyMap<string | null, EnergyFigures>,
): BranchRow[] => {
  const colours = branchColours(root.parts)
  const below = (part: BranchNode, level: number, colour: number | null): BranchRow[] =>
    part.parts
      .toSorted((a, b) => (b.figures.energy ?? -1) - (a.figures.energy ?? -1))
      .flatMap((one) => {
        const own = colour ?? colours.get(one.branchId) ?? 0
        const isShown = isOpen(one.branchId) && one.parts.length > 0
        const row = { part: one, level, colour: own, isOpen: isShown, earlier: earlier.get(one.branchId) }
        return [row, ...(isShown ? below(one, level + 1, own) : [])]
      })
  return below(root, 0, null)
}
