import { crc32, deflateRawSync } from 'node:zlib'
import { ByteReader, ByteWriter, DamagedChunk } from './bytes.ts'
import { writePlanes } from './format/columns.ts'
import { decimalsOf, powerOf } from './format/decimals.ts'
import { decodeHours1, within } from './format/hours1.ts'
import { readPacked, writePacked } from './format/packed.ts'
import { deflate } from './format/sealed.ts'
import { readDoubles } from './format/v2.ts'
import { readingsMax } from './readings.ts'
import { type HourStats, hourMs, hoursOfDay } from './stats.ts'

export { type HourStats, hourMs, hoursOf, mergeStats, sumOf } from './stats.ts'

// Format: version, checksum of the rest (4 bytes), the hours with readings (varint, one bit each), and columns with a
// row for each of these hours: counts, time of the first reading after the start of the hour, and time of the last one
// after the first. Then the encoding of values (1 byte) and five columns of values. Decimals are stored as residuals:
// the last reading from the first of the next hour, least and greatest from first and last, the sum from the mean of
// least and greatest.
const version = 3
const checkedFrom = 5
const doubles = 33
const residualMax = 2 ** 50

/** The hourly statistics of the day that begins on `dayMs`, in a hundred bytes or two. */
export function encodeHours(hours: readonly HourStats[], dayMs: number): Uint8Array {
  const to = new ByteWriter(512)
  to.bytes(Uint8Array.of(version, 0, 0, 0, 0))
  to.varint(hours.reduce((set, { hour }) => set | (1 << hour), 0))
  const integers = (of: (hour: HourStats) => number): void => writePacked(to, Float64Array.from(hours, of))
  integers(({ count }) => count)
  integers(({ hour, firstOn }) => firstOn - dayMs - hour * hourMs)
  integers(({ lastOn, firstOn }) => lastOn - firstOn)
  writeFigures(to, hours)
  const bytes = to.written()
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(1, crc32(bytes.subarray(checkedFrom)), true)
  return bytes
}

const names = ['first', 'last', 'min', 'max', 'sum'] as const
type Columns = Record<(typeof names)[number], Float64Array>

function writeFigures(to: ByteWriter, hours: readonly HourStats[]): void {
  const all = Float64Array.from(names.flatMap((name) => hours.map((hour) => hour[name])))
  const decimals = all.some((value) => Object.is(value, -0)) ? null : decimalsOf(all)
  const counts = hours.map(({ count }) => count)
  const residuals = decimals && residualsOf(columnsOf(decimals.integers, hours.length), counts)
  if (decimals === null || residuals === null) {
    const planes = new ByteWriter(8 * all.length)
    writePlanes(planes, all)
    to.u8(doubles)
    return to.bytes(deflateRawSync(planes.written(), deflate))
  }
  to.u8(decimals.exponent)
  for (const name of names) writePacked(to, residuals[name])
}

/** Returns residuals from known values; null if one is not an exact integer. */
function residualsOf({ first, last, min, max, sum }: Columns, counts: readonly number[]): Columns | null {
  const at = (column: Float64Array, row: number): number => column[row] ?? 0
  const rows = (of: (row: number) => number): Float64Array => first.map((_, row) => of(row))
  const residuals = {
    first,
    last: rows((row) => at(last, row) - at(first, nextRow(first, row))),
    min: rows((row) => Math.min(at(first, row), at(last, row)) - at(min, row)),
    max: rows((row) => at(max, row) - Math.max(at(first, row), at(last, row))),
    sum: rows((row) => at(sum, row) - middleSum(counts[row] ?? 0, at(min, row), at(max, row))),
  }
  return Object.values(residuals).every((column) => column.every((integer) => Math.abs(integer) < residualMax))
    ? residuals
    : null
}

/** The next hour's, or that of the last hour itself. */
const nextRow = (column: Float64Array, row: number): number => Math.min(row + 1, column.length - 1)

/** The sum, if readings were about evenly between the least and the greatest. */
const middleSum = (count: number, min: number, max: number): number => Math.floor((count * (min + max)) / 2)

const columnsOf = (all: Float64Array, rows: number): Columns => {
  const column = (place: number): Float64Array => all.subarray(place * rows, (place + 1) * rows)
  return { first: column(0), last: column(1), min: column(2), max: column(3), sum: column(4) }
}

/** The hours that have readings, in order, or `DamagedChunk`. */
export function decodeHours(bytes: Uint8Array, dayMs: number): HourStats[] {
  if (bytes[0] !== version) return decodeHours1(bytes, dayMs)
  const from = new ByteReader(bytes)
  from.skip(checkedFrom)
  if (new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true) !== crc32(bytes.subarray(checkedFrom))) {
    throw new DamagedChunk('the checksum is wrong')
  }
  const set = from.count(2 ** hoursOfDay - 1)
  const present = Array.from({ length: hoursOfDay }, (_, hour) => hour).filter((hour) => (set >> hour) & 1)
  const rows = present.length
  const counts = readPacked(from, rows)
  const firstOn = readPacked(from, rows)
  const lastOn = readPacked(from, rows)
  const { first, last, min, max, sum } = readFigures(from, counts)
  from.end()
  return present.map((hour, row) => {
    const at = (column: Float64Array): number => column[row] ?? 0
    const startMs = dayMs + hour * hourMs + within(at(firstOn), 0, hourMs - 1)
    return {
      hour,
      count: within(at(counts), 1, readingsMax),
      sum: at(sum),
      min: at(min),
      max: at(max),
      first: at(first),
      firstOn: startMs,
      last: at(last),
      lastOn: startMs + within(at(lastOn), 0, hourMs - 1 - at(firstOn)),
    }
  })
}

function readFigures(from: ByteReader, counts: Float64Array): Columns {
  const rows = counts.length
  const kind = from.u8()
  const all = new Float64Array(names.length * rows)
  const columns = columnsOf(all, rows)
  if (kind === doubles) {
    readDoubles(from, all)
    return columns
  }
  const power = powerOf(kind)
  if (power === undefined) throw new DamagedChunk(`no values are kept in way ${kind}`)
  for (const name of names) columns[name].set(readPacked(from, rows))
  for (let row = rows - 1; row >= 0; row -= 1) addResiduals(columns, row, counts[row] ?? 0)
  for (let at = 0; at < all.length; at += 1) all[at] = (all[at] ?? 0) / power
  return columns
}

/** Replaces the residuals of a row by its values. */
function addResiduals({ first, last, min, max, sum }: Columns, row: number, count: number): void {
  const begin = first[row] ?? 0
  const end = (last[row] ?? 0) + (first[nextRow(first, row)] ?? 0)
  const least = Math.min(begin, end) - (min[row] ?? 0)
  const greatest = Math.max(begin, end) + (max[row] ?? 0)
  last[row] = end
  min[row] = least
  max[row] = greatest
  sum[row] = (sum[row] ?? 0) + middleSum(count, least, greatest)
}
