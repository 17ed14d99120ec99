import { decimalsOf } from './decimals.ts'

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
