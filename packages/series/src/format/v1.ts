import { ByteReader } from '../bytes.ts'
import { type Readings, readingsMax } from '../readings.ts'
import { readTimes, readValues } from './columns.ts'
import { unseal } from './sealed.ts'

/** Chunks were once a whole day in columns that were deflated together. Those that are stored are read, and become blocks when rewritten. */
export const v1Version = 1

/** A time, a value and the place of a negative zero have at most eight bytes each: 21 MB is all that is inflated. */
const bodyBytesMax = 24 * readingsMax + 64

export function decodeV1(bytes: Uint8Array): Readings {
  const from = new ByteReader(unseal('readings', bytes, bodyBytesMax))
  const count = from.count(readingsMax)
  const times = readTimes(from, count)
  const values = readValues(from, count)
  from.end()
  return { times, values }
}
