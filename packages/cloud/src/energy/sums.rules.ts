import { add, type Decimal, subtract } from '@busbar/modbus/decimal'

/** What something comes to in each segment. */
export interface Figures {
  /** Null where nothing is known. */
  values: (Decimal | null)[]
  /** The share of each segment's time with data. */
  coverage: number[]
}

/** What is known, together; null where nothing is. */
export const sumOfKnown = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.reduce((sum, value) => (sum === null || value === null ? (sum ?? value) : add(sum, value)), null)

/** Figures together, segment by segment: what is known of them, and the mean of what they cover. */
export const sumFigures = (parts: readonly Figures[], segmentCount: number): Figures => ({
  values: Array.from({ length: segmentCount }, (_, at) => sumOfKnown(parts.map(({ values }) => values[at] ?? null))),
  coverage: Array.from({ length: segmentCount }, (_, at) => mean(parts.map(({ coverage }) => coverage[at] ?? 0))),
})

/** What is left of the whole when the parts are taken from it; null where one of them is not known. */
export const restOf = (whole: Figures, parts: Figures): (Decimal | null)[] =>
  whole.values.map((value, at) => {
    const part = parts.values[at] ?? null
    return value === null || part === null ? null : subtract(value, part)
  })

/** The coverage of all segments together, each by its length. */
export const coverageOfAll = (coverage: readonly number[], edges: readonly number[]): number => {
  const wholeMs = (edges.at(-1) ?? 0) - (edges[0] ?? 0)
  const lengthMs = (at: number): number => (edges[at + 1] ?? 0) - (edges[at] ?? 0)
  return wholeMs === 0 ? 0 : coverage.reduce((sum, share, at) => sum + share * lengthMs(at), 0) / wholeMs
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
