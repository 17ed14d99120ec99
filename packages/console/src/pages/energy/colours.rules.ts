import type { Part } from './figures.ts'

/** The console has so many colours for series; the last is for all others. */
const coloursMax = 8

export const colourOf = (place: number): string => `var(--series-${Math.min(place, coloursMax - 1) + 1})`

/** Which place each branch right below has, the largest first: the same in every picture of the page. */
export const placesOf = (root: Part): ReadonlyMap<string | null, number> =>
  new Map(
    root.parts
      .toSorted((a, b) => (b.figures.energy ?? 0) - (a.figures.energy ?? 0))
      .map(({ branchId }, place) => [branchId, place]),
  )
