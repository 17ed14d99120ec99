import { type ByteReader, type ByteWriter, DamagedChunk } from '../bytes.ts'
import { differences, integerMax, readIntegers, sums, writeIntegers } from './integers.ts'

/** Values as whole numbers of 1 / `power`, which is 10^exponent. */
interface Decimals {
  exponent: number
  power: number
  integers: Float64Array
}

// Powers of ten to 10^22 are exact in a double, and a division rounds once: an integer over one of them is the double
// nearest to that decimal. Twelve places are enough for nine digits of a single near 0.001.
const powers = Array.from({ length: 13 }, (_, exponent) => 10 ** exponent)

/** Half of what a column holds: the difference of two is in range too. */
const scaledMax = Math.floor(integerMax / 2)

/** The values as decimals with the fewest places, or null unless each comes back exactly. A negative zero counts as 0. */
export function decimalsOf(values: Float64Array): Decimals | null {
  const exponent = exponentOf(values)
  const power = powers[exponent]
  if (power === undefined) return null
  const integers = new Float64Array(values.length)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    const integer = Math.round(value * power)
    if (integer / power !== value || Math.abs(integer) > scaledMax) return null
    integers[index] = integer
  }
  return { exponent, power, integers }
}

/** 10^exponent, when decimals may have it. */
export const powerOf = (exponent: number): number | undefined => powers[exponent]

// A decimal of few digits is also one of more digits, so the exponent only rises.
function exponentOf(values: Float64Array): number {
  let exponent = 0
  let power = 1
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    while (Math.round(value * power) / power !== value) {
      exponent += 1
      const next = powers[exponent]
      if (next === undefined) return exponent
      power = next
    }
  }
  return exponent
}

/** Some meters give -0 for a small power that flows back: their places, which no decimal tells. */
export function writeNegativeZeros(to: ByteWriter, values: Float64Array): void {
  const places: number[] = []
  for (let index = 0; index < values.length; index += 1) {
    if (Object.is(values[index], -0)) places.push(index)
  }
  to.varint(places.length)
  if (places.length > 0) writeIntegers(to, differences(Float64Array.from(places)))
}

/** Places among so many values. */
export function readZeroPlaces(from: ByteReader, valuesMax: number): Float64Array {
  const count = from.count(valuesMax)
  return count === 0 ? noPlaces : sums(readIntegers(from, count))
}

const noPlaces = new Float64Array(0)

/** Only the first `wanted` values are there. */
export function putNegativeZeros(values: Float64Array, places: Float64Array, wanted = values.length): void {
  for (const place of places) {
    if (place >= wanted && place < values.length) continue
    if (values[place] !== 0) throw new DamagedChunk('a negative zero is out of place')
    values[place] = -0
  }
}
