import { at } from '@busbar/kit/at'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery, type RequestOf } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { dash, useAmount, useDates } from '../figures/energy-format.ts'
import type { Period } from '../figures/period.rules.ts'
import { startOfDay } from '../figures/period.rules.ts'
import { type BranchNode, changeOf, type Tree } from '../figures.ts'
import { useHistory } from '../use-history.ts'
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

type Setting = NonNullable<RequestOf<'treeDegreeDays', 'change'>['setting']>

interface DegreeDaysButtonProps {
  tree: Tree
  setting: Setting | null
}

/** Temperature and base of degree days. */
const DegreeDaysButton = ({ tree, setting }: DegreeDaysButtonProps): ReactNode => {
  const { energyPlans: texts, common } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [paramId, setParamId] = useState<number | null>(setting?.paramId ?? null)
  const [kind, setKind] = useState<Setting['kind']>(setting?.kind ?? 'heating')
  const [base, setBase] = useState(String(setting?.base ?? 15))
  const change = useAction('treeDegreeDays', 'change', [['treeDegreeDays']])
  const store = (next: Setting | null): void =>
    change.mutate({ treeId: tree.id, setting: next }, { onSuccess: () => setIsOpen(false) })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (paramId !== null) store({ paramId, kind, base: Number(base) })
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{setting === null ? texts.choose : texts.temperature}</Button>
      <Dialog title={texts.degreeDays} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={save} className="flex flex-col gap-4">
          <ParamSearch label={texts.temperature} paramId={paramId} onChoose={({ id }) => setParamId(id)} />
          <Choice
            label={texts.kind}
            value={kind}
            options={[
              ['heating', texts.kinds.heating],
              ['cooling', texts.kinds.cooling],
            ]}
            onChange={setKind}
          />
          <NumberField label={texts.base} min={-20} max={40} required value={base} onChange={setBase} />
          <div className="flex flex-wrap justify-end gap-2">
            {setting !== null && (
              <Button variant="danger" isBusy={change.isPending} onClick={() => store(null)}>
                {texts.takeAway}
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={paramId === null} isBusy={change.isPending}>
              {common.save}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
