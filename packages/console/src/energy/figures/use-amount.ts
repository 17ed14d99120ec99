import type { ChartFormat } from '@busbar/charts/bar-model'
import { useMemo } from 'react'
import { useFormat } from '../../data/format/use-format.ts'

/** Four digits or more; what is before the point is never cut. */
const decimalsFor = (value: number): number => {
  const size = Math.abs(value)
  return size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
}

export const dash = '–'

/** How amounts and shares are written. */
export const useAmount = (): ChartFormat => {
  const { quantity, quantityParts, percent, ticks } = useFormat()
  return useMemo(
    () => ({
      ticks,
      amount(value, unit, scale) {
        if (value === null || value === undefined) return dash
        const options = { unit, decimals: { min: 0, max: decimalsFor(value) }, ...(scale && { scale }) }
        return unit === null || unit === undefined ? quantityParts(value, options).number : quantity(value, options)
      },
      percent: (share, decimals = 1) => (share === null ? dash : percent(share, decimals)),
    }),
    [quantity, quantityParts, percent, ticks],
  )
}
