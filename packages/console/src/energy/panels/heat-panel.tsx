import { HeatMap } from '@busbar/charts/bars'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { useAmount, useDates } from '../figures/energy-format.ts'
import type { Period } from '../figures/period.rules.ts'
import { daysBetween } from '../figures/period.rules.ts'
import type { BranchNode, Profiles, Tree } from '../figures.ts'
import { useHistory } from '../use-history.ts'
import { heatOf } from './heat.rules.ts'

export interface HeatPanelProps {
  tree: Tree
  root: BranchNode
  period: Period
  unit: string | null
  now: number
}

/** More hours cannot be distinguished, and the service returns no more. */
const daysMax = 400

/** When energy is needed, hour by hour. */
export const HeatPanel = ({ tree, root, period, unit, now }: HeatPanelProps): ReactNode => {
  const { energy } = useTexts()
  const isLong = daysBetween(period.from, period.till) > daysMax
  return (
    <Panel title={energy.byHour} aside={<span className="truncate text-xs text-faint">{root.name}</span>}>
      {isLong ? (
        <p className="px-4 pb-4 text-sm text-quiet">{energy.hoursTooLong}</p>
      ) : (
        <HeatOfPeriod tree={tree} root={root} period={period} unit={unit} now={now} />
      )}
    </Panel>
  )
}

const HeatOfPeriod = ({ tree, root, period, unit, now }: HeatPanelProps): ReactNode => {
  const { query } = useHistory(tree, root, period, 'hour', 'alone')
  return <Loaded query={query}>{(data) => <Drawn tree={tree} root={root} data={data} unit={unit} now={now} />}</Loaded>
}

const Drawn = ({ tree, root, data, unit, now }: Omit<HeatPanelProps, 'period'> & { data: Profiles }): ReactNode => {
  const { energy } = useTexts()
  const format = useAmount()
  const heat = useMemo(() => {
    const edges = data.edges.map((edge) => Date.parse(edge))
    const profile = data.branches.find(({ branchId }) => branchId === root.branchId)
    return heatOf(tree.timeZone, edges, profile, now)
  }, [tree.timeZone, data, root.branchId, now])
  const dates = useDates(tree.timeZone)
  return (
    <HeatMap
      heat={heat}
      unit={unit}
      format={format}
      texts={{
        title: energy.byHour,
        range: (least, greatest) => energy.heatRange({ least, greatest }),
        readFor: (share) => energy.readFor({ share }),
        oddDay: (day, hours) => energy.oddDay({ day, hours }),
      }}
      shortDate={(from, isMonth) => dates.short(from, isMonth ? 'month' : 'day')}
      longDate={(from, till) => dates.long(from, till, 'hour')}
      day={dates.day}
    />
  )
}
