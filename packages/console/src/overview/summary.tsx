import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { StateMark } from '../ui/feedback/state-mark.tsx'
import { Value } from '../ui/layout/value.tsx'
import { deviceCounts } from './net-status.rules.ts'
import type { EnergyTree } from './rail/energy-panel.tsx'
import { energySum } from './rail/rail.rules.ts'
import type { NetRow } from './use-overview.ts'

interface SummaryProps {
  rows: readonly NetRow[]
  energy: EnergyTree | undefined
}

/** The numbers that an operator wants first. */
export const Summary = ({ rows, energy }: SummaryProps): ReactNode => {
  const { overview } = useTexts()
  const { quantity, number } = useFormat()
  const counts = deviceCounts(rows.map(({ link }) => link))
  const on = rows.filter(({ link }) => link?.disabledOn === undefined)
  const connected = on.filter(({ link }) => link?.connected === true).length
  const energyText = (hours: EnergyTree['today']): string | undefined => {
    const sum = energySum(hours)
    if (sum === null) return undefined
    return quantity(sum, { unit: energy?.unit, decimals: { min: 0, max: Math.abs(sum) < 100 ? 1 : 0 } })
  }
  const troubles = counts && [
    ...(counts.silent > 0 ? [overview.silent({ count: counts.silent })] : []),
    ...(counts.paused > 0 ? [overview.pausedCount({ count: counts.paused })] : []),
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line empty:hidden md:grid-flow-col md:auto-cols-fr md:grid-cols-none">
      <Figure title={overview.devicesRead}>
        {counts === null ? null : (
          <>
            <Part some={number(counts.read)} all={overview.of({ all: number(counts.all) })} />
            {troubles !== null && troubles.length > 0 && (
              <StateMark tone={counts.silent > 0 ? 'unknown' : 'muted'}>{troubles.join(' · ')}</StateMark>
            )}
          </>
        )}
      </Figure>
      <Figure title={overview.netsConnected}>
        {counts === null ? null : (
          <>
            <Part some={number(connected)} all={overview.of({ all: number(on.length) })} />
            {connected < on.length && (
              <StateMark tone="unknown">{overview.notConnected({ count: on.length - connected })}</StateMark>
            )}
          </>
        )}
      </Figure>
      {energy !== undefined && (
        <>
          <Figure title={overview.energyToday}>
            <Value text={energyText(energy.today)} size="card" />
          </Figure>
          <Figure title={overview.energyYesterday}>
            <Value text={energyText(energy.yesterday)} size="card" />
          </Figure>
        </>
      )}
    </dl>
  )
}

const Part = ({ some, all }: { some: string; all: string }): ReactNode => (
  <span className="font-medium whitespace-nowrap">
    <span className="text-2xl">{some}</span> <span className="text-base font-normal text-faint">{all}</span>
  </span>
)

/** Without anything in it: not known yet. */
const Figure = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <div className="flex min-h-20 flex-col gap-0.5 bg-surface px-4 py-3">
    <dt className="text-xs text-quiet">{title}</dt>
    <dd className="flex flex-col gap-0.5 text-xs">{children ?? <Skeleton className="h-7 w-20" />}</dd>
  </div>
)
