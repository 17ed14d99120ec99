import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Value } from '../ui/layout/value.tsx'
import { CoverageStrip } from './coverage-strip.tsx'
import { useAmount, useDates } from './figures/energy-format.ts'
import { comparisons } from './figures/period.rules.ts'
import { type BranchLoad, type BranchNode, type EnergyFigures, unmeteredOf } from './figures.ts'
import { Trend } from './trend.tsx'
import type { TreeEnergy } from './use-tree-energy.ts'

export interface SummaryProps {
  zone: string
  root: BranchNode
  unit: string | null
  data: TreeEnergy
  /** Returns the same branch in the compared period. */
  earlier: (treeTotal: BranchNode | undefined) => EnergyFigures | undefined
  load: { query: UseQueryResult; own: BranchLoad | undefined }
  coverages: readonly (number | null)[]
}

/** The five figures that an energy manager wants first. */
export const Summary = ({ zone, root, unit, data, earlier, load, coverages }: SummaryProps): ReactNode => {
  const { energy } = useTexts()
  const { amount, percent } = useAmount()
  const { figures } = root
  const { energy: total } = figures
  const unmetered = unmeteredOf(root)
  return (
    <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line max-md:grid-cols-2 md:grid-cols-3 wide:grid-cols-5">
      <Figure title={energy.total} value={amount(total, unit)} className="max-md:col-span-2">
        {comparisons.map((one) => {
          const other = earlier(data.other[one].span.treeTotal)
          return (
            <p key={one} className="flex flex-wrap gap-x-2">
              {other?.energy != null && <Trend now={figures} earlier={other} />}
              <span>{energy.against[one]({ amount: amount(other?.energy, unit) })}</span>
            </p>
          )
        })}
        {total === null && typeof figures.metered === 'number' && (
          <p className="text-unknown-text">{energy.mainNotRead({ amount: amount(figures.metered, unit) })}</p>
        )}
      </Figure>
      <Figure title={energy.unmetered} value={amount(unmetered, unit)}>
        {unmetered === undefined ? (
          <p>{energy.noMainMeter}</p>
        ) : unmetered === null ? (
          <p className="text-unknown-text">{energy.unmeteredUnknown}</p>
        ) : (
          <p>{energy.ofTotal({ share: percent(total === null || total === 0 ? null : unmetered / total) })}</p>
        )}
      </Figure>
      <Peak zone={zone} load={load} />
      <Standby unit={unit} root={root} load={load} />
      <Figure title={energy.coverage} value={percent(figures.coverage)}>
        <CoverageStrip label={energy.coverageStrip({ share: percent(figures.coverage) })} coverages={coverages} />
        <p>{energy.sensorsOf({ known: figures.sensorsReported, all: figures.sensorsTotal })}</p>
      </Figure>
    </dl>
  )
}

interface FigureProps {
  title: string
  /** Undefined until it is known. */
  value: string | undefined
  className?: string
  children?: ReactNode
}

const Figure = ({ title, value, className = '', children }: FigureProps): ReactNode => (
  <div className={`flex min-w-0 flex-col gap-1 bg-surface px-4 py-3 ${className}`}>
    <dt className="text-sm text-quiet">{title}</dt>
    <dd className="flex flex-col gap-1.5">
      {value === undefined ? <Skeleton className="h-7 w-28" /> : <Value text={value} size="card" />}
      <div className="flex flex-col gap-1 text-xs text-faint">{children}</div>
    </dd>
  </div>
)

const Peak = ({ zone, load: { query, own } }: Pick<SummaryProps, 'zone' | 'load'>): ReactNode => {
  const { energy } = useTexts()
  const { amount } = useAmount()
  const dates = useDates(zone)
  const text = query.isPending ? undefined : amount(own?.peak?.power, own?.unit)
  return (
    <Figure title={energy.peak} value={text}>
      <LoadProblem load={{ query, own }} />
      {own?.peak != null && <p>{dates.moment(Date.parse(own.peak.on))}</p>}
    </Figure>
  )
}

const Standby = ({ unit, root, load: { query, own } }: Pick<SummaryProps, 'unit' | 'root' | 'load'>): ReactNode => {
  const { energy } = useTexts()
  const { amount, percent } = useAmount()
  const { energy: total } = root.figures
  const text = query.isPending ? undefined : amount(own?.standby, own?.unit)
  // As if it had been so all the time that is known.
  const base = own?.standby == null ? null : (own.standby * own.known) / 4
  return (
    <Figure title={energy.standby} value={text}>
      {base !== null && total !== null && total > 0 && (
        <p>{energy.standbyShare({ amount: amount(base, unit), share: percent(Math.min(1, base / total), 0) })}</p>
      )}
      <p>{energy.standbyHelp}</p>
    </Figure>
  )
}

const LoadProblem = ({ load: { query, own } }: Pick<SummaryProps, 'load'>): ReactNode => {
  const texts = useTexts()
  if (query.error !== null) return <p className="text-unknown-text">{errorText(texts, query.error)}</p>
  if (own?.isTooCoarse === true) return <p className="text-unknown-text">{texts.energy.tooCoarse}</p>
  return null
}
