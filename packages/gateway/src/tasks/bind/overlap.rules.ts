import type { CompileCode } from '../compile/compile-error.ts'
import { wordsOf } from '../parse/def.parse.ts'
import type { Area } from '../parse/syntax.ts'
import type { Item } from './bound.ts'

/** Registers or bits of one unit that lie side by side. */
export interface Span {
  readonly unit: number
  readonly area: Area
  readonly address: number
  readonly count: number
}

/** Range of an item on the bus, or among the gateway's own registers. */
export const spanOf = ({ mapping, register, type, textBytes, length }: Item): Span | undefined => {
  const count = wordsOf(type, textBytes) * (length ?? 1)
  if (mapping !== undefined) return { unit: mapping.unit, area: mapping.area, address: mapping.address, count }
  return register === undefined ? undefined : { unit: gatewayItself, area: 'H', address: register, count }
}

/** In the place of a unit; no unit has this number. */
const gatewayItself = 256

export const isTouching = (a: Span, b: Span): boolean =>
  a.unit === b.unit && a.area === b.area && a.address < b.address + b.count && b.address < a.address + a.count

interface Overlap {
  /** The later of the two. */
  readonly item: Item
  readonly errorCode: CompileCode
  /** The mistake is that both are written. */
  readonly isWriters: boolean
}

/** Items of one file may share registers wholly, as two views of one value, and then one of them may be written. */
export function findOverlap(items: readonly Item[], written: ReadonlySet<number>): Overlap | undefined {
  for (const [at, item] of items.entries()) {
    const span = spanOf(item)
    if (span === undefined) continue
    for (const other of items.slice(0, at)) {
      const otherSpan = spanOf(other)
      if (otherSpan === undefined || !isTouching(span, otherSpan)) continue
      if (span.address !== otherSpan.address || span.count !== otherSpan.count) {
        return { item, errorCode: 'ERROR_MAPPED_PARAMETER_INTERSECT_PARTIALLY', isWriters: false }
      }
      const isShown = item.register !== undefined
      if (isShown || (written.has(item.id) && written.has(other.id))) {
        return { item, errorCode: 'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER', isWriters: !isShown }
      }
    }
  }
  return undefined
}
