import { type ByteReader, type ByteWriter, DamagedChunk } from '../bytes.ts'
import { differences, integerMax, readIntegers, sums, writeIntegers } from './integers.ts'

/** Values as multiples of 1 / `power`, which is 10^exponent. */
interface Decimals {
  exponent: number
  power: number
  integers: Float64Array
}

// Powers of ten up to 10^22 are exact in a double, and a division rounds once: an integer divided by one is the double
// nearest to that decimal. Twelve decimals suffice for nine digits of a single near 0.001.
const powers = Array.from({ length: 13 }, (_, exponent) => 10 ** exponent)

/** Half the range of a column, so that the difference of two values is in range, too. */
const scaledMax = Math.floor(integerMax / 2)

/**
 * Returns the values as decimals with the fewest digits, or null unless each survives the round trip. A negative zero
 * counts as 0.
 */
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

/** Returns 10^exponent for a valid exponent. */
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

/**
 * Writes the positions of negative zeros, which some meters return for a small reverse power and decimals cannot
 * represent.
 */
export function writeNegativeZeros(to: ByteWriter, values: Float64Array): void {
  const places: number[] = []
  for (let index = 0; index < values.length; index += 1) {
    if (Object.is(values[index], -0)) places.push(index)
  }
  to.varint(places.length)
  if (places.length > 0) writeIntegers(to, differences(Float64Array.from(places)))
}

/** Reads positions below the number of values. */
export function readZeroPlaces(from: ByteReader, valuesMax: number): Float64Array {
  const count = from.count(valuesMax)
  return count === 0 ? noPlaces : sums(readIntegers(from, count))
}

const noPlaces = new Float64Array(0)

/** Only the first `wanted` values are present. */
export function putNegativeZeros(values: Float64Array, places: Float64Array, wanted = values.length): void {
  for (const place of places) {
    if (place >= wanted && place < values.length) continue
    if (values[place] !== 0) throw new DamagedChunk('a negative zero is out of place')
    values[place] = -0
  }
}
