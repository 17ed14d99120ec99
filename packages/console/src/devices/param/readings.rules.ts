import type { AnswerOf } from '../../data/api/api-query.ts'

type Reading = AnswerOf<'readings', 'get'>[number]
type Gap = AnswerOf<'readings', 'gaps'>[string][number]

/** A reading, or a run of those that failed. */
export type ReadingRow =
  | { kind: 'value'; on: string; value: number }
  | { kind: 'gap'; on: string; from: string; polls: number; reason: string }

/** Readings with what failed between them, newest first. Of a page that is not the newest, gaps after its last reading are on another. */
export const readingRows = (readings: readonly Reading[], gaps: readonly Gap[], isNewest: boolean): ReadingRow[] => {
  const [oldest, newest] = [readings[0]?.[0], readings.at(-1)?.[0]]
  const isHere = ({ till }: Gap): boolean =>
    (oldest === undefined || till >= oldest) && (isNewest || newest === undefined || till <= newest)
  return [
    ...readings.map(([on, value]): ReadingRow => ({ kind: 'value', on, value })),
    ...gaps
      .filter(isHere)
      .map(({ from, till, polls, reason }): ReadingRow => ({ kind: 'gap', on: till, from, polls, reason })),
  ].toSorted((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
}
