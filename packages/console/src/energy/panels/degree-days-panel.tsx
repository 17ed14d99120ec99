import { at } from '@busbar/kit/at'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import type { Period } from '../figures/period.rules.ts'
import { dash, useAmount } from '../figures/use-amount.ts'
import { useDates } from '../figures/use-dates.ts'
import { startOfDay } from '../figures/zone.rules.ts'
import { type BranchNode, changeOf, type Tree } from '../figures.ts'
import { useHistory } from '../use-history.ts'
import { DegreeDaysButton } from './degree-days-dialog.tsx'
import { type NormalisedEnergy, normalisedOf } from './normalise.rules.ts'

export interface DegreeDaysPanelProps {
  tree: Tree
  root: BranchNode
  unit: string | null
  period: Period
  other: Period
  comparedText: string
}

/** Energy compared by degree days, where a temperature is measured. */
export const DegreeDaysPanel = (props: DegreeDaysPanelProps): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const { tree } = props
  const { data } = useQuery(apiQuery('treeDegreeDays', 'get', { treeId: tree.id }))
  const mayEdit = useHasRole('manager')
  if (data === undefined || (data.setting === null && !mayEdit)) return null
  return (
    <Panel title={texts.degreeDays} aside={mayEdit && <DegreeDaysButton tree={tree} setting={data.setting} />}>
      {data.setting === null ? (
        <p className="px-4 pb-4 text-sm text-quiet">{texts.noTemperature}</p>
      ) : (
        <Compared {...props} base={data.setting.base} />
      )}
    </Panel>
  )
}

/** Days of a period with energy and weather; null until both are known. */
const useNormalised = (tree: Tree, root: BranchNode, period: Period): NormalisedEnergy | null => {
  const [from, till] = [period.from, period.till].map((day) => new Date(startOfDay(tree.timeZone, day)))
  const weather = useQuery(apiQuery('treeDegreeDays', 'read', { treeId: tree.id, from, till }))
  const { data } = useHistory(tree, root, period, 'day', 'alone')
  if (weather.data === undefined || data === undefined) return null
  const profile = data.branches.find(({ branchId }) => branchId === root.branchId)
  const indexes = new Map(data.edges.map((edge, index) => [Date.parse(edge), index]))
  return normalisedOf(
    weather.data.days.map(({ from: on, degreeDays }) => {
      const index = indexes.get(Date.parse(on))
      if (profile === undefined || index === undefined) return { energy: null, coverage: 0, degreeDays }
      return { energy: at(profile.energy, index), coverage: at(profile.coverage, index), degreeDays }
    }),
  )
}

const Compared = (props: DegreeDaysPanelProps & { base: number }): ReactNode => {
  const { tree, root, unit, period, other, comparedText, base } = props
  const { energy, energyPlans: texts } = useTexts()
  const { amount, percent } = useAmount()
  const dates = useDates(tree.timeZone)
  const own = useNormalised(tree, root, period)
  const earlier = useNormalised(tree, root, other)
  if (own === null || earlier === null) return <Skeleton className="mx-4 mb-4 h-20" />
  const change = changeOf(own.perDegreeDay, earlier.perDegreeDay)
  const changeText = change === null ? null : `${change > 0 ? energy.more : energy.less} ${percent(Math.abs(change))}`
  const columns = [energy.period, texts.counted, texts.energyOfDays, texts.degreeDaySum, texts.perDegreeDay]
  const rows = [
    [dates.period(period), own],
    [`${dates.period(other)} (${comparedText})`, earlier],
  ] as const
  return (
    <div className="flex flex-col gap-3 pb-3">
      <p className="px-4 text-sm font-medium">
        {changeText === null ? texts.tooFew : texts.normalised({ change: changeText })}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-sm" aria-label={texts.degreeDays}>
          <thead>
            <tr className="border-y border-line bg-sunken text-xs text-faint">
              {columns.map((title, index) => (
                <th
                  key={title}
                  scope="col"
                  className={`px-1.5 py-1.5 font-medium first:pl-4 last:pr-4 md:px-3 ${index === 0 ? 'text-left' : 'text-right'}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, one], index) => (
              <tr key={index === 0 ? 'own' : 'earlier'} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-1.5 py-1.5 pl-4 text-left font-normal md:px-3">
                  {title}
                </th>
                <td className="px-1.5 py-1.5 text-right md:px-3">{one.days}</td>
                <td className="px-1.5 py-1.5 text-right whitespace-nowrap md:px-3">
                  {one.days === 0 ? dash : amount(one.energy, unit)}
                </td>
                <td className="px-1.5 py-1.5 text-right md:px-3">{one.days === 0 ? dash : amount(one.degreeDays)}</td>
                <td className="px-1.5 py-1.5 pr-4 text-right font-medium whitespace-nowrap md:px-3">
                  {amount(one.perDegreeDay, unit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="px-4 text-xs text-faint">{texts.degreeDaysHelp({ base: amount(base, '°C') })}</p>
    </div>
  )
}
