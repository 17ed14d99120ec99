import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'
import { differences, sums } from './differences.ts'
import { readIntegers, writeIntegers } from './integers.ts'

/** Some meters give -0 for a small power that flows back: their places, which no decimal tells. */
export function writeNegativeZeros(to: ByteWriter, values: Float64Array): void {
  const places: number[] = []
  for (let index = 0; index < values.length; index += 1) {
    if (Object.is(values[index], -0)) places.push(index)
  }
  to.varint(places.length)
  if (places.length > 0) writeIntegers(to, differences(Float64Array.from(places)))
}

export function readNegativeZeros(from: ByteReader, values: Float64Array): void {
  const count = from.count(values.length)
  if (count === 0) return
  for (const place of sums(readIntegers(from, count))) {
    if (values[place] !== 0) throw new DamagedChunk('a negative zero is out of place')
    values[place] = -0
  }
}
