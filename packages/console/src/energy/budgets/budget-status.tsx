import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { dash, useAmount } from '../figures/energy-format.ts'
import { type Budget, barOf } from './budget.rules.ts'

/** How a month stands against its plan, in words and as a bar. */
export const BudgetStatus = ({ budget: { status, planOf, tolerancePercent } }: { budget: Budget }): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const { amount } = useAmount()
  const { decimal } = useFormat()
  if (status === null) return <p className="text-sm text-unknown-text">{texts.noFigures}</p>
  if (Number(status.plan) === 0) return <p className="text-sm text-quiet">{texts.noPlanNow}</p>
  const shown = (value: string | null): string => {
    if (value === null) return dash
    return planOf === 'cost' ? decimal(value, { min: 2, max: 2 }, status.unit) : amount(Number(value), status.unit)
  }
  const { soFar, expected, plan } = barOf(status)
  const isAbove = status.percent !== null && status.percent > tolerancePercent
  return (
    <div className="flex flex-col gap-1.5">
      <p className={`flex items-center gap-1.5 text-sm font-medium ${isAbove ? 'text-warning-text' : ''}`}>
        {isAbove && <TriangleAlert className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />}
        <Outlook percent={status.percent} />
      </p>
      <div
        role="img"
        aria-label={texts.bar({
          soFar: shown(status.soFar),
          expected: shown(status.expected),
          plan: shown(status.plan),
        })}
        className="relative h-3 w-full rounded-mark bg-sunken"
      >
        <div
          className={`absolute inset-y-0 left-0 rounded-mark opacity-40 ${isAbove ? 'bg-warning' : 'bg-accent'}`}
          style={{ width: `${expected}%` }}
        />
        <div
          className={`absolute inset-y-0 left-0 rounded-mark ${isAbove ? 'bg-warning' : 'bg-accent'}`}
          style={{ width: `${soFar}%` }}
        />
        <div className="absolute -inset-y-0.5 w-0.5 -translate-x-1/2 bg-ink" style={{ left: `${plan}%` }} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-xs text-faint">
        <span>{texts.soFar({ amount: shown(status.soFar) })}</span>
        <span>{texts.expected({ amount: shown(status.expected) })}</span>
        <span>{texts.ofPlan({ amount: shown(status.plan) })}</span>
      </p>
    </div>
  )
}

const Outlook = ({ percent }: { percent: number | null }): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const { percent: shown } = useAmount()
  if (percent === null) return texts.notKnown
  if (percent === 0) return texts.onPlan
  const share = shown(Math.abs(percent) / 100, 0)
  return percent > 0 ? texts.above({ percent: share }) : texts.below({ percent: share })
}
