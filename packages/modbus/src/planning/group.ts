import { type Extent, endOf } from './extent.ts'

/** A value to read; what else it carries is the reader's own. */
export type ReadItem = Extent

/** A request with the items that its answer contains, by address. */
export interface ReadGroup<T extends ReadItem> extends Extent {
  readonly items: readonly T[]
}

/** The request for items of one table, which are in order of address. */
export function groupOf<T extends ReadItem>(items: readonly T[]): ReadGroup<T> {
  const [first] = items
  if (!first) throw new RangeError('A group has at least one item.')
  const { kind, address } = first
  const end = items.reduce((last, item) => Math.max(last, endOf(item)), 0)
  return { kind, address, count: end - address, items }
}

/** Returns the offset of an item in the answer to its group. */
export const offsetIn = (group: Extent, item: Extent): number => item.address - group.address
