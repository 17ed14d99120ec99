interface UnitRange {
  readonly from: number
  readonly to: number
}

const nobody: UnitRange = { from: 1, to: 0 }

/** `112-255`, or one unit as `7`. */
export const unitsOf = (range: string): UnitRange => {
  const [, from, to = from] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(range) ?? []
  return from === undefined ? nobody : { from: Number(from), to: Number(to) }
}

/** Caches the last range, because every request checks it and it rarely changes. */
let last = { range: '', units: nobody }

/** Is the unit in the range? */
export const isInRange = (range: string, unit: number): boolean => {
  if (range !== last.range) last = { range, units: unitsOf(range) }
  return last.units.from <= unit && unit <= last.units.to
}
