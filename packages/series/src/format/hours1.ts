import { ByteReader, DamagedChunk } from '../bytes.ts'
import { readingsMax } from '../readings.ts'
import { type HourStats, hourMs, hoursOfDay } from '../stats.ts'
import { readValues } from './columns.ts'
import { readIntegers } from './integers.ts'
import { unseal } from './sealed.ts'

// Ten columns of at most 24 rows, with up to eight bytes per row and eight for the position of a negative zero.
const bodyBytesMax = 10 * (hoursOfDay * 16 + 32)

/**
 * Decodes hours of version 1: deflated columns with the times of least and greatest reading, which are in the chunk's
 * row now.
 */
export function decodeHours1(bytes: Uint8Array, dayMs: number): HourStats[] {
  const from = new ByteReader(unseal('hours', bytes, bodyBytesMax))
  const set = from.count(2 ** hoursOfDay - 1)
  const present = Array.from({ length: hoursOfDay }, (_, hour) => hour).filter((hour) => (set >> hour) & 1)
  const rows = present.length
  const counts = readValues(from, rows)
  const firstOn = readValues(from, rows)
  const lastOn = readValues(from, rows)
  const minOn = readIntegers(from, rows)
  const maxOn = readIntegers(from, rows)
  const [first, last, min, max, sum] = Array.from({ length: 5 }, () => readValues(from, rows))
  from.end()
  return present.map((hour, row) => {
    const at = (column: Float64Array | undefined): number => column?.[row] ?? 0
    const startMs = dayMs + hour * hourMs + within(at(firstOn), 0, hourMs - 1)
    const lengthMs = within(at(lastOn), 0, hourMs - 1 - at(firstOn))
    within(at(minOn), 0, lengthMs)
    within(at(maxOn), 0, lengthMs)
    return {
      hour,
      count: within(at(counts), 1, readingsMax),
      sum: at(sum),
      min: at(min),
      max: at(max),
      first: at(first),
      firstOn: startMs,
      last: at(last),
      lastOn: startMs + lengthMs,
    }
  })
}

export function within(integer: number, min: number, max: number): number {
  if (Number.isInteger(integer) && integer >= min && integer <= max) return integer
  throw new DamagedChunk(`an hour has ${integer} where ${min} to ${max} is possible`)
}
