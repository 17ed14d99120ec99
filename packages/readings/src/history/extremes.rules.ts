import { at } from '@busbar/kit'
import type { Readings } from '@busbar/series'

/** `minOn` and `maxOn` are the first times of these values. */
export interface Extremes {
  min: number
  minOn: number
  max: number
  maxOn: number
}

export function extremesOf({ times, values }: Readings): Extremes | null {
  if (times.length === 0) return null
  let min = 0
  let max = 0
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (value < (values[min] ?? 0)) min = index
    if (value > (values[max] ?? 0)) max = index
  }
  return { min: at(values, min), minOn: at(times, min), max: at(values, max), maxOn: at(times, max) }
}

export function mergeExtremes(parts: readonly (Extremes | null)[]): Extremes | null {
  let all: Extremes | null = null
  for (const part of parts) {
    if (part === null) continue
    all ??= { ...part }
    if (part.min < all.min || (part.min === all.min && part.minOn < all.minOn)) {
      all.min = part.min
      all.minOn = part.minOn
    }
    if (part.max > all.max || (part.max === all.max && part.maxOn < all.maxOn)) {
      all.max = part.max
      all.maxOn = part.maxOn
    }
  }
  return all
}
