import { add, type Decimal, subtract } from '@busbar/modbus/decimal'

/** What something comes to in each segment. */
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

/** What is known, together; null where nothing is. */
export const sumOfKnown = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.reduce((sum, value) => (sum === null || value === null ? (sum ?? value) : add(sum, value)), null)

/** All together; null where one of them is not known. */
export const sumOfAll = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.includes(null) ? null : sumOfKnown(values)

/** Figures together, segment by segment: what is known of them, and the mean of what they cover. */
export const sumFigures = (parts: readonly Figures[], segmentCount: number): Figures => ({
  values: Array.from({ length: segmentCount }, (_, at) => sumOfKnown(parts.map(({ values }) => values[at] ?? null))),
  coverage: Array.from({ length: segmentCount }, (_, at) => mean(parts.map(({ coverage }) => coverage[at] ?? 0))),
  total: sumOfKnown(parts.map(({ total }) => total)),
  ...certaintyOf(parts, segmentCount),
})

/** Something made of parts is known where all of them are; what has no parts is not. */
export const certaintyOf = (parts: readonly Figures[], segmentCount: number) => {
  const ofAll = (length: number, of: (part: Figures, at: number) => boolean): boolean[] =>
    Array.from({ length }, (_, at) => parts.length > 0 && parts.every((part) => of(part, at)))
  return {
    knownEdges: ofAll(segmentCount + 1, ({ knownEdges }, at) => knownEdges[at] === true),
    isBooked: ofAll(segmentCount, ({ isBooked }, at) => isBooked[at] === true),
  }
}

export interface Remainder {
  values: (Decimal | null)[]
  total: Decimal | null
}

/**
 * What is left of the whole when the parts are taken from it. Null where one of them has no figure, or was not read around the beginning or the
 * end of the time: what it counted in a gap stands in the segment that the gap ends in, and not where it belongs.
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
    values: whole.values.map((value, at) =>
      isKnown(at, at + 1)
        ? rest(
            value,
            parts.map(({ values }) => values[at] ?? null),
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
  const wholeMs = (edges.at(-1) ?? 0) - (edges[0] ?? 0)
  const lengthMs = (at: number): number => (edges[at + 1] ?? 0) - (edges[at] ?? 0)
  return wholeMs === 0 ? 0 : coverage.reduce((sum, share, at) => sum + share * lengthMs(at), 0) / wholeMs
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
