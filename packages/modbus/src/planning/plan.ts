import { type RegisterKind, readMax, registerKinds } from '../tables.ts'
import { type Extent, endOf, isTouching } from './extent.ts'
import type { ReadGroup, ReadItem } from './group.ts'
import { sweep } from './sweep.ts'

export interface PlanOptions {
  /** The most registers of one request (1-255); the protocol's own limit holds too. */
  readonly groupSize: number
  /** A gap of up to so many registers that were not asked for is read along; 16 unless said. */
  readonly gapMax?: number
  /** Registers that are never to be read, `till` included. */
  readonly forbidden?: readonly { readonly kind: RegisterKind; readonly from: number; readonly till: number }[]
}

/** What a device has taught about reading it. */
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
