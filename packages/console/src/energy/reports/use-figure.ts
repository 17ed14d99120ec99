import { useMemo } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { dash, useAmount } from '../figures/use-amount.ts'
import { numberOf, type ReportBranch } from './report-bars.rules.ts'

/** How a figure of a branch is written: with the decimals that it asks for, without its unit. */
export const useFigure = (): ((value: string | null | undefined, branch: Pick<ReportBranch, 'decimals'>) => string) => {
  const { amount } = useAmount()
  const { decimal } = useFormat()
  return useMemo(
    () => (value, branch) => {
      const { decimals } = branch
      const number = numberOf(value)
      if (number === null) return dash
      return decimals === undefined ? amount(number) : decimal(number, { min: decimals, max: decimals })
    },
    [amount, decimal],
  )
}
