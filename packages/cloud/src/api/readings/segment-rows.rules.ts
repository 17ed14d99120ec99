/** The segments of some of the parameters: those of one organization. */
export interface SegmentsOf<Value> {
  paramIds: readonly number[]
  /** Values go by the parameters. */
  segments: readonly { from: number; values: readonly (Value | null)[] }[]
}

/** One row for each segment in which anything is known, with a place for each parameter that was asked for, in its order. */
export const segmentRows = <Value>(
  asked: readonly number[],
  parts: readonly SegmentsOf<Value>[],
): [from: number, values: (Value | null)[]][] => {
  const rows = new Map<number, (Value | null)[]>()
  for (const { paramIds, segments } of parts) {
    const columns = new Map(paramIds.map((id, column) => [id, column]))
    const columnAt = asked.map((id) => columns.get(id))
    for (const { from, values } of segments) {
      const row = rows.get(from)
      rows.set(
        from,
        columnAt.map((column, place) => (column === undefined ? (row?.[place] ?? null) : (values[column] ?? null))),
      )
    }
  }
  return [...rows].toSorted(([a], [b]) => a - b)
}
