import { add, type Decimal, decimalOf, multiply } from '@busbar/modbus/decimal'
import type { Readings } from '@busbar/series'
import { numberAt } from '../number-at.ts'

export const quarterMs = 900_000
export const dayMs = 86_400_000
export const quartersPerDay = 96

/** A reading holds until the next, but no longer than three periods or a quarter of an hour. What is beyond is a gap. */
export const holdMsOf = (periodSec: number): number => Math.max(3000 * periodSec, quarterMs)

export interface QuarterProducts {
  /** Covered time of each quarter-hour. */
  coveredMs: Float64Array
  /** Value x milliseconds; null where nothing held. */
  products: (Decimal | null)[]
}

const places = 1000
const placesScale = 3
/** Sums of so much are still exact. */
const exactMax = 2 ** 52

/** Integrates readings over quarter-hours from `from`, up to now: each value times its duration. */
export const holdReadings = (
  { times, values }: Readings,
  from: number,
  quarterCount: number,
  holdMs: number,
  now: number,
): QuarterProducts => {
  const coveredMs = new Float64Array(quarterCount)
  const thousandths = new Float64Array(quarterCount)
  const rest = new Map<number, Decimal>()
  const end = Math.min(now, from + quarterCount * quarterMs)
  const put = (quarter: number, value: number, ms: number): void => {
    coveredMs[quarter] = numberAt(coveredMs, quarter) + ms
    const digits = Math.round(value * places)
    const product = digits * ms
    const sum = numberAt(thousandths, quarter) + product
    const isExact = digits / places === value && Math.abs(product) < exactMax && Math.abs(sum) < exactMax
    // Most values have few decimals, and whole numbers are added at no cost.
    if (isExact) thousandths[quarter] = sum
    else rest.set(quarter, add(rest.get(quarter) ?? nothing, multiply(decimalOf(value), decimalOf(ms))))
  }
  for (let index = 0; index < times.length; index += 1) {
    const on = numberAt(times, index)
    const till = Math.min(times[index + 1] ?? Infinity, on + holdMs, end)
    for (let begin = Math.max(on, from); begin < till; ) {
      const quarter = Math.floor((begin - from) / quarterMs)
      const next = Math.min(till, from + (quarter + 1) * quarterMs)
      put(quarter, numberAt(values, index), next - begin)
      begin = next
    }
  }
  const products = Array.from(coveredMs, (ms, quarter) =>
    ms === 0
      ? null
      : add({ digits: BigInt(numberAt(thousandths, quarter)), scale: placesScale }, rest.get(quarter) ?? nothing),
  )
  return { coveredMs, products }
}

const nothing: Decimal = { digits: 0n, scale: 0 }
