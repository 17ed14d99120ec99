import { type RegisterKind, readMax, registerKinds } from '../tables.ts'
import { byAddress, type Extent, endOf, isSameExtent, isTouching } from './extent.ts'
import { groupOf, type ReadGroup, type ReadItem } from './group.ts'

/** The limits of requests to one table. */
interface SweepRules {
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
function sweep<T extends ReadItem>(items: readonly T[], rules: SweepRules): ReadGroup<T>[] {
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

/** Returns the address at which a group that starts with this item must end; 0 if no other item fits. */
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

export interface PlanOptions {
  /** The most registers of one request (1-255); the protocol's own limit holds too. */
  readonly groupSize: number
  /** A gap of up to so many registers that were not asked for is read along; 16 unless said. */
  readonly gapMax?: number
  /** Registers that are never to be read, `till` included. */
  readonly forbidden?: readonly { readonly kind: RegisterKind; readonly from: number; readonly till: number }[]
}

/** The limits that were learned from the answers of a device. */
export interface ReadLimits {
  /** Items that begin before such an address and items that begin from it on share no request. */
  readonly cuts: readonly { readonly kind: RegisterKind; readonly address: number }[]
  /** Items of such an extent are asked for alone, and no request for others spans it. */
  readonly alone: readonly Extent[]
}

export interface ReadPlan<T extends ReadItem> {
  readonly groups: readonly ReadGroup<T>[]
  /** Malformed, too long for any request, past the last address, or touching a forbidden register. */
  readonly unreadable: readonly T[]
}

const gapUsual = 16
const addressesMax = 0x1_0000
const untaught: ReadLimits = { cuts: [], alone: [] }

/** The fewest requests that read all items without splitting any. */
export function plan<T extends ReadItem>(
  items: readonly T[],
  { groupSize, gapMax = gapUsual, forbidden = [] }: PlanOptions,
  { cuts, alone }: ReadLimits = untaught,
): ReadPlan<T> {
  const closed = forbidden.map(({ kind, from, till }) => ({ kind, address: from, count: till + 1 - from }))
  const isReadable = (item: T): boolean => isWellFormed(item) && !closed.some((extent) => isTouching(extent, item))
  const { readable = [], unreadable = [] } = Object.groupBy(items, (item) =>
    isReadable(item) ? 'readable' : 'unreadable',
  )
  const groups = registerKinds.flatMap((kind) => {
    const isOfKind = (place: { kind: RegisterKind }): boolean => place.kind === kind
    return sweep(readable.filter(isOfKind), {
      sizeMax: Math.min(groupSize, readMax(kind)),
      gapMax,
      cuts: cuts.filter(isOfKind).map(({ address }) => address),
      alone: alone.filter(isOfKind),
      closed: closed.filter(isOfKind),
    })
  })
  return { groups, unreadable }
}

const isWellFormed = (item: ReadItem): boolean =>
  Number.isInteger(item.address) &&
  Number.isInteger(item.count) &&
  item.address >= 0 &&
  item.count >= 1 &&
  item.count <= readMax(item.kind) &&
  endOf(item) <= addressesMax
