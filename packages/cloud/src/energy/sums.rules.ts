import { at } from '@busbar/kit'
import { add, type Decimal, subtract } from '@busbar/modbus/decimal'

/** Amounts by segment. */
export interface Figures {
  /** Null where nothing is known. */
  values: (Decimal | null)[]
  /** The share of each segment's time with data. */
  coverage: number[]
  /** Over the whole span: of a formula it is not the sum of the segments. */
  total: Decimal | null
  /** For each edge of the segments: is it known what all had counted by then? */
  knownEdges: boolean[]
  /** For each segment: was all that was counted in it booked? */
  isBooked: boolean[]
}

/** Sum of the known values; null without any. */
export const sumOfKnown = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.reduce((sum, value) => (sum === null || value === null ? (sum ?? value) : add(sum, value)), null)

/** All together; null where one of them is not known. */
export const sumOfAll = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.includes(null) ? null : sumOfKnown(values)

/**
 * Sums figures by segment: their known amounts, and the mean of their coverage. A part with fewer segments has no
 * amount in the others and covers none of their time, which null and 0 mean here.
 */
export const sumFigures = (parts: readonly Figures[], segmentCount: number): Figures => ({
  values: Array.from({ length: segmentCount }, (_, index) =>
    sumOfKnown(parts.map(({ values }) => values[index] ?? null)),
  ),
  coverage: Array.from({ length: segmentCount }, (_, index) =>
    mean(parts.map(({ coverage }) => (index < coverage.length ? at(coverage, index) : 0))),
  ),
  total: sumOfKnown(parts.map(({ total }) => total)),
  ...certaintyOf(parts, segmentCount),
})

/** Something made of parts is known where all of them are; what has no parts is not. */
export const certaintyOf = (parts: readonly Figures[], segmentCount: number) => {
  const ofAll = (length: number, of: (part: Figures, index: number) => boolean): boolean[] =>
    Array.from({ length }, (_, index) => parts.length > 0 && parts.every((part) => of(part, index)))
  return {
    knownEdges: ofAll(segmentCount + 1, ({ knownEdges }, index) => knownEdges[index] === true),
    isBooked: ofAll(segmentCount, ({ isBooked }, index) => isBooked[index] === true),
  }
}

export interface Remainder {
  values: (Decimal | null)[]
  total: Decimal | null
}

/**
 * Subtracts the parts from the whole. Null where one of them has no figure, or has no data around the start or end of
 * the time: an amount counted in a gap is booked in the segment in which the gap ends, not where it was used.
 */
export const restOf = (whole: Figures, parts: readonly Figures[]): Remainder => {
  const all = [whole, ...parts]
  const isKnown = (from: number, till: number): boolean =>
    all.every(
      ({ knownEdges, isBooked }) => knownEdges[from] && knownEdges[till] && !isBooked.slice(from, till).includes(false),
    )
  const rest = (value: Decimal | null, others: readonly (Decimal | null)[]): Decimal | null => {
    const sum = sumOfAll(others)
    return value === null || sum === null ? null : subtract(value, sum)
  }
  return {
    values: whole.values.map((value, index) =>
      isKnown(index, index + 1)
        ? rest(
            value,
            parts.map(({ values }) => at(values, index)),
          )
        : null,
    ),
    total: isKnown(0, whole.values.length)
      ? rest(
          whole.total,
          parts.map(({ total }) => total),
        )
      : null,
  }
}

/** The coverage of all segments together, each by its length. */
export const coverageOfAll = (coverage: readonly number[], edges: readonly number[]): number => {
  if (edges.length === 0) return 0
  const wholeMs = at(edges, edges.length - 1) - at(edges, 0)
  const lengthMs = (index: number): number => at(edges, index + 1) - at(edges, index)
  return wholeMs === 0 ? 0 : coverage.reduce((sum, share, index) => sum + share * lengthMs(index), 0) / wholeMs
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
