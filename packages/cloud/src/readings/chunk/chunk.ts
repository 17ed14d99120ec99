import { type Readings, readingsMax } from '../readings.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { seal, unseal } from './sealed.ts'
import { readTimes, writeTimes } from './times.ts'
import { readValues, writeValues } from './values.ts'

/** A time, a value and the place of a negative zero have at most eight bytes each: 21 MB is all that is inflated. */
const bodyBytesMax = 24 * readingsMax + 64

/** One day of readings of one parameter, in about a byte each. Every time and value comes back exactly. */
export function encodeChunk({ times, values }: Readings): Uint8Array {
  const count = times.length
  if (values.length !== count) throw new RangeError(`${count} times have ${values.length} values`)
  if (count > readingsMax) throw new RangeError(`a chunk has at most ${readingsMax} readings, not ${count}`)
  const to = new ByteWriter(16 * count + 64)
  to.varint(count)
  writeTimes(to, times)
  writeValues(to, values)
  return seal('readings', to.written())
}

/** The readings, or `DamagedChunk`. Whatever the bytes are, it makes no more than `readingsMax` readings of them. */
export function decodeChunk(bytes: Uint8Array): Readings {
  const from = new ByteReader(unseal('readings', bytes, bodyBytesMax))
  const count = from.count(readingsMax)
  const times = readTimes(from, count)
  const values = readValues(from, count)
  from.end()
  return { times, values }
}
