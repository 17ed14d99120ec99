import { byAddress, type Extent, endOf, isSameExtent } from './extent.ts'
import { groupOf, type ReadGroup, type ReadItem } from './group.ts'

/** What the requests to one table must keep to. */
export interface SweepRules {
  readonly sizeMax: number
  readonly gapMax: number
  readonly cuts: readonly number[]
  readonly alone: readonly Extent[]
  readonly closed: readonly Extent[]
}

/**
 * Groups the items of one table from the left, each group taking all that it can.
 *
 * That is optimal: the leftmost item has to begin some group, and whatever else fits into that group only shortens the
 * groups it is taken from, at their left, where it was not within an item that stays.
 */
export function sweep<T extends ReadItem>(items: readonly T[], rules: SweepRules): ReadGroup<T>[] {
  const sorted = items.toSorted(byAddress)
  const isAlone = aloneTest(rules.alone)
  const taken = new Set<number>()
  const groups: ReadGroup<T>[] = []
  for (const [start, first] of sorted.entries()) {
    if (taken.has(start)) continue
    const group = [first]
    const limit = isAlone(first) ? 0 : limitOf(first, rules)
    const stop = rules.cuts.reduce((near, cut) => (cut > first.address ? Math.min(near, cut) : near), Infinity)
    let end = endOf(first)
    for (let index = start + 1; index < sorted.length; index++) {
      const item = sorted[index]
      if (!item || item.address >= stop || item.address > end + rules.gapMax) break
      if (taken.has(index)) continue
      if (!isSameExtent(item, first) && (endOf(item) > limit || isAlone(item))) continue
      taken.add(index)
      group.push(item)
      end = Math.max(end, endOf(item))
    }
    groups.push(groupOf(group))
  }
  return groups
}

/** Where a group that begins with this item has to end; 0 when it has no room for others. */
function limitOf(first: Extent, { sizeMax, alone, closed }: SweepRules): number {
  const sizeLimit = first.address + Math.max(sizeMax, first.count)
  const limit = [...alone, ...closed].reduce(
    (near, wall) => (wall.address >= first.address ? Math.min(near, endOf(wall) - 1) : near),
    sizeLimit,
  )
  return endOf(first) > limit ? 0 : limit
}

function aloneTest(alone: readonly Extent[]): (item: Extent) => boolean {
  const keys = new Set(alone.map(keyOf))
  return (item) => keys.has(keyOf(item))
}

const keyOf = ({ address, count }: Extent): string => `${address}+${count}`
