import { at, missingElement } from '@busbar/kit'
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
  let [minIndex, maxIndex] = [0, 0]
  let min = at(values, 0)
  let max = min
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index] ?? missingElement(values, index)
    if (value < min) [min, minIndex] = [value, index]
    if (value > max) [max, maxIndex] = [value, index]
  }
  return { min, minOn: at(times, minIndex), max, maxOn: at(times, maxIndex) }
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
