import type { Limit } from './board.ts'

/** The worst of the ranges that a value is in; null while it is normal. */
export const limitOf = (limits: readonly Limit[], value: string | undefined): Limit | null => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  if (Number.isNaN(number)) return null
  const matching = limits.filter(({ from = -Infinity, till = Infinity }) => number >= from && number <= till)
  return matching.find(({ level }) => level === 'critical') ?? matching[0] ?? null
}
