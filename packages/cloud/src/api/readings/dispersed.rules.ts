import type { Segment } from '../../readings/history/history.ts'

/** The segments of some of the parameters: those of one organization. */
export interface SegmentsOf {
  paramIds: readonly number[]
  segments: readonly Segment[]
}

/** One row for each segment in which anything was read, with a place for each parameter that was asked for, in its order. */
export const dispersedRows = (
  asked: readonly number[],
  parts: readonly SegmentsOf[],
): [from: number, values: (number | null)[]][] => {
  const rows = new Map<number, (number | null)[]>()
  for (const { paramIds, segments } of parts) {
    const columns = new Map(paramIds.map((id, column) => [id, column]))
    const columnAt = asked.map((id) => columns.get(id))
    for (const { from, firsts } of segments) {
      const row = rows.get(from)
      const values = columnAt.map((column, place) =>
        column === undefined ? (row?.[place] ?? null) : (firsts[column]?.value ?? null),
      )
      rows.set(from, values)
    }
  }
  return [...rows].toSorted(([a], [b]) => a - b)
}
