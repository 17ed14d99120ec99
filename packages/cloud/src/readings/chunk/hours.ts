import { readingsMax } from '../readings.ts'
import { ByteReader, ByteWriter, DamagedChunk } from './bytes.ts'
import { readValues, writeValues } from './format/columns.ts'
import { readIntegers, writeIntegers } from './format/integers.ts'
import { seal, unseal } from './format/sealed.ts'
import { type HourStats, hourMs, hoursOfDay } from './stats.ts'

// Ten columns of at most 24 rows. A row has at most eight bytes, and eight for the place of a negative zero.
const bodyBytesMax = 10 * (hoursOfDay * 16 + 32)

const valueColumns = ['first', 'last', 'min', 'max', 'sum'] as const

/** The hourly statistics of the day that begins on `dayMs`, in some hundred bytes. */
export function encodeHours(hours: readonly HourStats[], dayMs: number): Uint8Array {
  const to = new ByteWriter(bodyBytesMax)
  const integers = (of: (hour: HourStats) => number): void => writeIntegers(to, Float64Array.from(hours, of))
  const values = (of: (hour: HourStats) => number): void => writeValues(to, Float64Array.from(hours, of))
  to.varint(hours.reduce((set, { hour }) => set | (1 << hour), 0))
  values(({ count }) => count)
  values(({ hour, firstOn }) => firstOn - dayMs - hour * hourMs)
  values(({ lastOn, firstOn }) => lastOn - firstOn)
  integers(({ minOn, firstOn }) => minOn - firstOn)
  integers(({ maxOn, firstOn }) => maxOn - firstOn)
  for (const name of valueColumns) values((hour) => hour[name])
  return seal('hours', to.written())
}

/** The hours that have readings, in order, or `DamagedChunk`. */
export function decodeHours(bytes: Uint8Array, dayMs: number): HourStats[] {
  const from = new ByteReader(unseal('hours', bytes, bodyBytesMax))
  const set = from.count(2 ** hoursOfDay - 1)
  const present = Array.from({ length: hoursOfDay }, (_, hour) => hour).filter((hour) => (set >> hour) & 1)
  const rows = present.length
  const counts = readValues(from, rows)
  const firstOn = readValues(from, rows)
  const lastOn = readValues(from, rows)
  const minOn = readIntegers(from, rows)
  const maxOn = readIntegers(from, rows)
  const [first, last, min, max, sum] = valueColumns.map(() => readValues(from, rows))
  from.end()
  return present.map((hour, row) => {
    const at = (column: Float64Array | undefined): number => column?.[row] ?? 0
    const startMs = dayMs + hour * hourMs + within(at(firstOn), 0, hourMs - 1)
    const lengthMs = within(at(lastOn), 0, hourMs - 1 - at(firstOn))
    return {
      hour,
      count: within(at(counts), 1, readingsMax),
      sum: at(sum),
      min: at(min),
      minOn: startMs + within(at(minOn), 0, lengthMs),
      max: at(max),
      maxOn: startMs + within(at(maxOn), 0, lengthMs),
      first: at(first),
      firstOn: startMs,
      last: at(last),
      lastOn: startMs + lengthMs,
    }
  })
}

function within(integer: number, min: number, max: number): number {
  if (Number.isInteger(integer) && integer >= min && integer <= max) return integer
  throw new DamagedChunk(`an hour has ${integer} where ${min} to ${max} is possible`)
}
