import { coverageMin } from '@busbar/charts/bar-model'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { dash, useAmount } from './figures/energy-format.ts'
import { changeOf, type EnergyFigures } from './figures.ts'

interface TrendProps {
  now: EnergyFigures | undefined
  earlier: EnergyFigures | undefined
}

/** Smaller changes count as none. */
const steady = 0.0005

/** How much more or less it is. More is neither good nor bad; what was not read enough is said. */
export const Trend = ({ now, earlier }: TrendProps): ReactNode => {
  const { energy } = useTexts()
  const { percent } = useAmount()
  const change = changeOf(now?.energy, earlier?.energy)
  if (change === null) return <span className="text-faint">{dash}</span>
  const Icon = Math.abs(change) < steady ? ArrowRight : change > 0 ? ArrowUpRight : ArrowDownRight
  const coverage = Math.min(now?.coverage ?? 0, earlier?.coverage ?? 0)
  const isPartly = coverage < coverageMin
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap ${isPartly ? 'text-unknown-text' : 'text-quiet'}`}
      title={isPartly ? energy.comparedPartly({ share: percent(coverage, 0) }) : undefined}
    >
      <Icon className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{change > 0 ? energy.more : energy.less} </span>
      {percent(Math.abs(change))}
      {isPartly && <span className="sr-only">{` (${energy.comparedPartly({ share: percent(coverage, 0) })})`}</span>}
    </span>
  )
}
