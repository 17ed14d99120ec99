import type { Limit } from '../values/board.ts'

/** A half circle from the left over the top to the right: the middle of its ends, and how far out. */
export interface Arc {
  x: number
  y: number
  radius: number
}

/** How far along the scale a value is, 0 to 1; beyond its ends it stays there. */
export const fractionOf = (value: number, least: number, greatest: number): number =>
  Math.min(1, Math.max(0, (value - least) / (greatest - least)))

const pointAt = ({ x, y, radius }: Arc, part: number): string => {
  const angle = Math.PI * (1 - part)
  return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y - radius * Math.sin(angle)).toFixed(2)}`
}

/** A piece of the arc; nothing where it has no length. */
export const arcPath = (arc: Arc, from: number, till: number): string =>
  till <= from ? '' : `M${pointAt(arc, from)}A${arc.radius} ${arc.radius} 0 0 1 ${pointAt(arc, till)}`

export interface Zone {
  from: number
  till: number
  level: Limit['level']
}

/** The ranges that are not normal, as parts of the scale; warnings first, so that what is worse lies on them. */
export const zonesOf = (limits: readonly Limit[], least: number, greatest: number): Zone[] =>
  limits
    .map(({ from = least, till = greatest, level }) => ({
      from: fractionOf(from, least, greatest),
      till: fractionOf(till, least, greatest),
      level,
    }))
    .toSorted((a, b) => b.level.localeCompare(a.level))
