import { decimalsOf } from './format/decimals.ts'
import type { Readings } from './readings.ts'

/** Statistics that are available without decoding readings. */
export interface DayStats {
  count: number
  sum: number
  min: number
  max: number
  first: number
  firstOn: number
  last: number
  lastOn: number
}

/** `hour` is from 0 to 23. */
export interface HourStats extends DayStats {
  hour: number
}

export const hourMs = 3_600_000
export const hoursOfDay = 24

/** The statistics of each hour that has readings. All readings are of the day that begins on `dayMs`. */
export function hoursOf({ times, values }: Readings, dayMs: number): HourStats[] {
  if (times.length !== values.length) throw new RangeError(`${times.length} times have ${values.length} values`)
  const hours: HourStats[] = []
  for (let from = 0; from < times.length; ) {
    const hour = Math.floor(((times[from] ?? 0) - dayMs) / hourMs)
    if (!(hour >= 0 && hour < hoursOfDay)) throw new RangeError(`reading ${from} is not of the day ${dayMs}`)
    const till = endOf(times, from, dayMs + (hour + 1) * hourMs)
    hours.push({ hour, ...statsOf(times.subarray(from, till), values.subarray(from, till)) })
    from = till
  }
  return hours
}

/** The statistics of a chunk, which has at least one reading. */
export function dayStats(hours: readonly HourStats[]): DayStats {
  const stats = mergeStats(hours)
  if (stats === null) throw new RangeError('a day without readings has no statistics')
  return stats
}

/**
 * The statistics of all parts together, in whatever order they come. The sum is that of the parts' sums: of decimals
 * exactly that of all readings.
 */
export function mergeStats(parts: readonly DayStats[]): DayStats | null {
  const [one] = parts
  if (one === undefined) return null
  const { min, max, first, firstOn, last, lastOn } = one
  const all = { count: 0, sum: 0, min, max, first, firstOn, last, lastOn }
  for (const part of parts) {
    all.count += part.count
    if (part.min < all.min) all.min = part.min
    if (part.max > all.max) all.max = part.max
    if (part.firstOn < all.firstOn) {
      all.first = part.first
      all.firstOn = part.firstOn
    }
    if (part.lastOn > all.lastOn) {
      all.last = part.last
      all.lastOn = part.lastOn
    }
  }
  all.sum = sumOf(Float64Array.from(parts, (part) => part.sum))
  return all
}

/** The first place from `from` on whose time is not before `end`; times that do not ascend are refused. */
function endOf(times: Float64Array, from: number, end: number): number {
  let before = -Infinity
  let till = from
  for (; till < times.length; till += 1) {
    const time = times[till] ?? 0
    if (time >= end) break
    if (!Number.isInteger(time) || time <= before) throw new RangeError('times must be whole ms, strictly ascending')
    before = time
  }
  return till
}

function statsOf(times: Float64Array, values: Float64Array): DayStats {
  const end = values.length - 1
  let min = values[0] ?? 0
  let max = min
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (value < min) min = value
    if (value > max) max = value
  }
  return {
    count: values.length,
    sum: sumOf(values),
    min,
    max,
    first: values[0] ?? 0,
    firstOn: times[0] ?? 0,
    last: values[end] ?? 0,
    lastOn: times[end] ?? 0,
  }
}

/**
 * The same numbers in the same order give the same sum, to the last bit. Decimals are added as whole numbers: ten times
 * 0.1 is 1, in whatever order, as long as the digits fit in 2^53. Others are added with Neumaier's compensation: what
 * each addition rounds off is gathered beside the sum and added at the end, so that the error does not grow with the
 * count.
 */
export const sumOf = (values: Float64Array): number => decimalSum(values) ?? compensatedSum(values)

function decimalSum(values: Float64Array): number | null {
  const decimals = decimalsOf(values)
  if (decimals === null) return null
  let sum = 0
  for (let index = 0; index < values.length; index += 1) {
    sum += decimals.integers[index] ?? 0
    if (Math.abs(sum) > Number.MAX_SAFE_INTEGER) return null
  }
  return sum / decimals.power
}

function compensatedSum(values: Float64Array): number {
  let sum = 0
  let lost = 0
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return Number.isFinite(sum) ? sum + lost : sum
}
