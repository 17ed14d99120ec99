import { type AxisTicks, axisTicks, tickGapPx } from '@busbar/charts/bars'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { axisTop, energyDifference, energySum } from './rail.rules.ts'

const width = 300
const height = 112
const fontPx = 11
const base = 92

/** Today by the hour over yesterday. The present hour is pale, and one that is not wholly known is hatched. */
export const EnergyPanel = ({ tree }: { tree: EnergyTree }): ReactNode => {
  const { overview } = useTexts()
  const { quantity } = useFormat()
  const { today, yesterday, unit, name, timeZone } = tree
  const whole = (value: number): string =>
    quantity(value, { unit, decimals: { min: 0, max: Math.abs(value) < 100 ? 1 : 0 } })
  const top = axisTop([...today, ...yesterday].map(({ energy }) => energy ?? 0))
  const axis = axisTicks(useFormat(), [0, top / 2, top], unit, fontPx)
  const sum = energySum(today)
  const difference = energyDifference(today, yesterday)
  return (
    <Panel title={overview.energyToday} aside={<span className="text-xs text-faint">{name}</span>}>
      <div className="px-4 pb-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Value text={sum === null ? undefined : whole(sum)} size="card" />
          {difference !== null && (
            <span className="text-xs text-quiet">
              {overview.vsYesterday({ difference: `${difference > 0 ? '+' : ''}${whole(difference)}` })}
            </span>
          )}
        </div>
        <Bars tree={tree} axis={axis} label={overview.energyByHour({ sum: sum === null ? '—' : whole(sum) })} />
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-quiet">
          <span className="inline-flex items-center gap-1.5">
            <span className="size-2.5 rounded-xs bg-(--series-1)" aria-hidden="true" />
            {overview.todayPerHour({ unit: axis.unit })}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span className="size-2.5 rounded-xs border border-dashed border-edge" aria-hidden="true" />
            {overview.yesterday}
          </span>
          <span className="text-faint">{timeZone}</span>
        </p>
      </div>
    </Panel>
  )
}

interface BarsProps {
  tree: EnergyTree
  axis: AxisTicks
  label: string
}

const Bars = ({ tree: { today, yesterday }, axis, label }: BarsProps): ReactNode => {
  const count = Math.max(24, yesterday.length, today.length)
  const left = axis.widthPx
  const top = axis.ticks.at(-1)?.value ?? 1
  const x = (hour: number): number => left + (hour / count) * (width - left)
  const y = (energy: number): number => base - (Math.max(0, energy) / top) * (base - 8)
  const barPx = ((width - left) / count) * 0.78
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="mt-2 w-full text-2xs">
      <defs>
        <pattern id="energy-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="4" className="fill-(--series-1)" />
        </pattern>
      </defs>
      {axis.ticks.map(({ value, label: text }) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="stroke-line" />
          <text x={left - tickGapPx} y={y(value) + 3} textAnchor="end" className="fill-faint">
            {text}
          </text>
        </g>
      ))}
      {yesterday.map(({ from, energy }, hour) =>
        energy === null ? null : (
          <rect
            key={from}
            x={x(hour) + 1}
            y={y(energy)}
            width={barPx}
            height={Math.max(0, base - y(energy))}
            className="fill-none stroke-edge"
            strokeWidth="0.8"
            strokeDasharray="2 2"
          />
        ),
      )}
      {today.map(({ from, energy, isComplete }, hour) => {
        if (energy === null) return null
        const isRunning = hour === today.length - 1
        return (
          <rect
            key={from}
            x={x(hour) + 1}
            y={y(energy)}
            width={barPx}
            height={Math.max(0, base - y(energy))}
            className={isRunning || isComplete ? 'fill-(--series-1)' : ''}
            {...(!isRunning && !isComplete && { fill: 'url(#energy-hatch)' })}
            opacity={isRunning ? 0.5 : 1}
          />
        )
      })}
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={x(hour)} y={height - 6} className="fill-faint">
          {String(hour).padStart(2, '0')}
        </text>
      ))}
    </svg>
  )
}

export type EnergyTree = NonNullable<AnswerOf<'overview', 'energy'>['tree']>

const refetchInterval = 300_000

/** The energy of today and yesterday; no tree where there is none. */
export const useEnergy = (): UseQueryResult<AnswerOf<'overview', 'energy'>> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('overview', 'energy', { orgId }), refetchInterval, staleTime: refetchInterval / 2 })
}
