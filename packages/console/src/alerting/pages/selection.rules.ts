/** Which rows are selected, and from which a range goes on. */
export interface Selection {
  ids: ReadonlySet<number>
  lastId: number | null
}

export const emptySelection: Selection = { ids: new Set(), lastId: null }

/** One row is turned on or off; with a range, all from the last one that was, in the order in which they are shown. */
export function toggled({ ids, lastId }: Selection, shown: readonly number[], id: number, isRange: boolean): Selection {
  const isOn = !ids.has(id)
  const [from, till] = [shown.indexOf(lastId ?? id), shown.indexOf(id)]
  const range = isRange && from !== -1 ? shown.slice(Math.min(from, till), Math.max(from, till) + 1) : [id]
  return { ids: isOn ? ids.union(new Set(range)) : ids.difference(new Set(range)), lastId: id }
}

/** All that are shown, or none of them. */
export const toggledAll = ({ ids, lastId }: Selection, shown: readonly number[], isOn: boolean): Selection => ({
  ids: isOn ? ids.union(new Set(shown)) : ids.difference(new Set(shown)),
  lastId,
})

/** Those that are still there. */
export const existingIds = (ids: ReadonlySet<number>, rows: readonly { id: number }[]): number[] =>
  rows.flatMap(({ id }) => (ids.has(id) ? [id] : []))
