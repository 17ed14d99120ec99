import type { BarSeries } from '@busbar/charts/bar-model'
import { BarChart, type BarChartProps } from '@busbar/charts/bars'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAmount, useDates } from './energy-format.ts'
import type { Cadence } from './period.rules.ts'

export const useSeriesName = (): ((series: BarSeries) => string) => {
  const { energy } = useTexts()
  return ({ kind, name }) =>
    ({ branch: name, own: energy.own, rest: energy.unmetered, unknown: energy.unmeteredOrUnread })[kind]
}

export interface EnergyBarsProps extends Pick<BarChartProps, 'bars' | 'unit' | 'comparedText' | 'marks'> {
  zone: string
  cadence: Cadence
}

/** Energy by time, stacked by branch, with dates of the place. */
export const EnergyBars = ({ zone, cadence, ...rest }: EnergyBarsProps): ReactNode => {
  const { energy } = useTexts()
  const format = useAmount()
  const dates = useDates(zone)
  const nameOf = useSeriesName()
  return (
    <BarChart
      {...rest}
      format={format}
      texts={{
        keys: energy.barsKeys,
        total: energy.total,
        nameOf,
        readFor: (share) => energy.readFor({ share }),
        setAside: (count) => energy.setAsideCount({ count }),
      }}
      shortDate={(from) => dates.short(from, cadence)}
      labelPx={cadence === 'day' ? 26 : 52}
      longDate={(from, till) => dates.long(from, till, cadence)}
    />
  )
}
