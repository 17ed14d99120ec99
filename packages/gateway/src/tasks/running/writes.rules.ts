import type { Request } from '@busbar/modbus'
import type { Span } from '../bind/overlap.rules.ts'
import { limits } from '../limits.ts'

/** Registers or bits that get new values. */
export interface Change extends Omit<Span, 'count'> {
  readonly words: readonly number[]
}

/** Changed values of an item, each as a separate change. `width` is the number of registers per value. */
export function changesOf(
  place: Omit<Span, 'count'>,
  width: number,
  before: readonly number[],
  after: readonly number[],
): Change[] {
  const changes: Change[] = []
  for (let at = 0; at < after.length; at += width) {
    const words = after.slice(at, at + width)
    if (words.every((word, n) => word === before[at + n])) continue
    changes.push({ ...place, address: place.address + at, words })
  }
  return changes
}

/** Side by side they go together, as far as one request carries. What lies between is never written. */
export function joined(changes: readonly Change[]): Change[] {
  const sorted = changes.toSorted((a, b) => a.unit - b.unit || a.area.localeCompare(b.area) || a.address - b.address)
  const groups: { -readonly [Key in keyof Change]: Change[Key] }[] = []
  for (const change of sorted) {
    const last = groups.at(-1)
    const max = change.area === 'C' ? limits.mappedBits : limits.mappedWords
    const isNext =
      last?.unit === change.unit && last.area === change.area && last.address + last.words.length === change.address
    if (isNext && last.words.length + change.words.length <= max) last.words = [...last.words, ...change.words]
    else groups.push({ ...change })
  }
  return groups
}

/** Single registers and coils use the functions that every device supports; several use one write of all. */
export function writeOf({ area, address, words }: Change): Request {
  const [first = 0] = words
  if (area === 'C') return words.length === 1 ? { fn: 5, address, on: first !== 0 } : { fn: 15, address, bits: words }
  return words.length === 1 ? { fn: 6, address, word: first } : { fn: 16, address, words }
}
