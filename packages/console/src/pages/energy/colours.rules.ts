import type { BranchNode } from './figures.ts'

/** Which place each branch right below has, the largest first: the same in every picture of the page. */
export const placesOf = (root: BranchNode): ReadonlyMap<string | null, number> =>
  new Map(
    root.parts
      .toSorted((a, b) => (b.figures.energy ?? 0) - (a.figures.energy ?? 0))
      .map(({ branchId }, place) => [branchId, place]),
  )
