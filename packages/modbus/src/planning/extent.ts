import type { RegisterKind } from '../tables.ts'

/** Registers (or bits) that lie side by side in one table. */
export interface Extent {
  readonly kind: RegisterKind
  readonly address: number
  readonly count: number
}

/** The address after the last. */
export const endOf = ({ address, count }: Extent): number => address + count

export const isSameExtent = (a: Extent, b: Extent): boolean =>
  a.kind === b.kind && a.address === b.address && a.count === b.count

export const isTouching = (a: Extent, b: Extent): boolean =>
  a.kind === b.kind && a.address < endOf(b) && b.address < endOf(a)

/** Orders by address; of items with the same address the longest is first. */
export const byAddress = (a: Extent, b: Extent): number => a.address - b.address || b.count - a.count
