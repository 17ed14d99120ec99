import { useMemo } from 'react'
import { useFormat } from '../format/use-format.ts'

/** Four digits or more; what is before the point is never cut. */
const decimalsFor = (value: number): number => {
  const size = Math.abs(value)
  return size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
}

export interface AmountFormat {
  /** With its unit; a dash where nothing is known, which is not nought. */
  amount: (value: number | null | undefined, unit?: string | null) => string
  percent: (share: number | null, decimals?: number) => string
}

export const dash = '–'

/** How amounts and shares are written. */
export const useAmount = (): AmountFormat => {
  const { decimal, percent } = useFormat()
  return useMemo(
    () => ({
      amount: (value, unit) =>
        value === null || value === undefined
          ? dash
          : decimal(value, { min: 0, max: decimalsFor(value) }, unit ?? undefined),
      percent: (share, decimals = 1) => (share === null ? dash : percent(share, decimals)),
    }),
    [decimal, percent],
  )
}
