import type { Scale } from '@busbar/ui/quantity'
import { useMemo } from 'react'
import { useFormat } from '../../data/format/use-format.ts'

/** Four digits or more; what is before the point is never cut. */
const decimalsFor = (value: number): number => {
  const size = Math.abs(value)
  return size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
}

export interface AmountFormat {
  /** With its unit and an SI prefix. Without a unit it is as given, or in a scale that is named beside it. An unknown amount is a dash, never 0. */
  amount: (value: number | null | undefined, unit?: string | null, scale?: Scale) => string
  percent: (share: number | null, decimals?: number) => string
}

export const dash = '–'

/** How amounts and shares are written. */
export const useAmount = (): AmountFormat => {
  const { quantity, quantityParts, percent } = useFormat()
  return useMemo(
    () => ({
      amount(value, unit, scale) {
        if (value === null || value === undefined) return dash
        const options = { unit, decimals: { min: 0, max: decimalsFor(value) }, ...(scale && { scale }) }
        return unit === null || unit === undefined ? quantityParts(value, options).number : quantity(value, options)
      },
      percent: (share, decimals = 1) => (share === null ? dash : percent(share, decimals)),
    }),
    [quantity, quantityParts, percent],
  )
}
