import type { ConditionState, ReadValue } from '../alert-state.ts'
import { compareValues } from './compare.rules.ts'

/** Times and values in turn, oldest first: each value is beyond all that came after it. */
export type Extremes = readonly ReadValue[]

/** Two of each. */
const extremesMax = 64

/** Leaves out the one whose neighbours differ least: what is kept lies evenly, and a change is hardly underrated. */
function withoutFlattest(extremes: Extremes): ReadValue[] {
  let least = Number.POSITIVE_INFINITY
  let index = 2
  for (let at = 2; at + 3 < extremes.length; at += 2) {
    const step = Math.abs(Number(extremes[at - 1]) - Number(extremes[at + 3]))
    if (step < least) {
      least = step
      index = at
    }
  }
  return extremes.toSpliced(index, 2)
}

/**
 * Returns the highest (`sign` 1) or lowest (-1) values of each part of the span that ends with this reading. Values
 * that are older than the span, or can no longer be an extreme, are removed. The number is limited; the values left out
 * never make a change look larger.
 */
export function withReading(extremes: Extremes, sign: 1 | -1, on: number, value: ReadValue, spanMs: number): Extremes {
  let from = 0
  while (from < extremes.length && Number(extremes[from]) < on - spanMs) from += 2
  let till = extremes.length
  while (till > from && sign * compareValues(extremes[till - 1] ?? value, value) <= 0) till -= 2
  const values = [...extremes.slice(from, till), on, value]
  return values.length > extremesMax ? withoutFlattest(values) : values
}

/**
 * Returns the rise of a value within the span, or its fall as a negative number, from one extreme to the other. Null:
 * no readings.
 */
export function changeOf({ highs = [], lows = [] }: Pick<ConditionState, 'highs' | 'lows'>): number | null {
  const [highOn, high, lowOn, low] = [highs[0], highs[1], lows[0], lows[1]]
  if (high === undefined || low === undefined) return null
  const change = Number(high) - Number(low)
  return Number(highOn) >= Number(lowOn) ? change : -change
}
