import { branchColours, colourOf, coverageMin } from '@busbar/charts/bar-model'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { dash, useAmount } from '../figures/energy-format.ts'
import type { PeriodBounds } from '../figures/period.rules.ts'
import { type BranchNode, type Tree } from '../figures.ts'

type Costs = AnswerOf<'tariffs', 'cost'>
type BranchCost = Costs['branches'][number]

export interface CostPanelProps {
  tree: Tree
  root: BranchNode
  branchRanks: ReadonlyMap<string | null, number>
  instants: PeriodBounds
}

const useCosts = (tree: Tree, { branchId }: BranchNode, { from, till }: PeriodBounds): UseQueryResult<Costs> =>
  useQuery(
    apiQuery('tariffs', 'cost', {
      treeId: tree.id,
      from: new Date(from),
      till: new Date(till),
      ...(branchId !== null && { branchId }),
      levels: 1,
    }),
  )

/** Cost by tariff zones and branches, and CO2. */
export const CostPanel = ({ tree, root, branchRanks, instants }: CostPanelProps): ReactNode => {
  const { tariff: texts } = useTexts()
  const costs = useCosts(tree, root, instants)
  const mayEdit = useHasRole('manager')
  const link = (
    <Link to="/energy/$treeId/tariff" params={{ treeId: tree.id }} className={buttonClass()}>
      {texts.title}
    </Link>
  )
  const hasTariff = costs.data !== undefined && costs.data.currency !== null
  return (
    <Panel title={texts.cost} aside={mayEdit && hasTariff && link}>
      <Loaded query={costs}>
        {(found) =>
          found.currency === null ? (
            <EmptyState icon={Coins} title={texts.none} help={texts.noneHelp} action={mayEdit && link} />
          ) : (
            <Shown costs={found} currency={found.currency} root={root} branchRanks={branchRanks} />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Money to the cent: the service has counted exactly. */
const useMoney = (currency: string): ((cost: string | null) => string) => {
  const { decimal } = useFormat()
  return (cost) => (cost === null ? dash : decimal(cost, { min: 2, max: 2 }, currency))
}

interface ShownProps extends Pick<CostPanelProps, 'root' | 'branchRanks'> {
  costs: Costs
  currency: string
}

const Shown = ({ costs, currency, root, branchRanks }: ShownProps): ReactNode => {
  const { tariff: texts } = useTexts()
  const { amount, percent } = useAmount()
  const money = useMoney(currency)
  const own = costs.branches.find(({ branchId }) => branchId === root.branchId)
  const colours = branchColours(root.parts)
  const names = new Map(root.parts.map(({ branchId, name }) => [branchId, name]))
  const below = costs.branches
    .filter((one) => one !== own)
    .toSorted((a, b) => (branchRanks.get(a.branchId) ?? 0) - (branchRanks.get(b.branchId) ?? 0))
  return (
    <div className="flex flex-col gap-4 pb-2">
      <div className="flex flex-wrap items-start gap-x-10 gap-y-3 px-4">
        <Figure title={texts.energyCost} text={money(own?.cost ?? null)} />
        {costs.fixed !== null && <Figure title={texts.fixedPart} text={money(costs.fixed)} />}
        <Figure title="CO₂" text={amount(own?.co2 == null ? null : Number(own.co2), 'kg')} />
        {own !== undefined && <Zones own={own} unit={costs.unit} money={money} />}
      </div>
      <Doubts
        own={own}
        isPriced={costs.isPriced}
        coverage={percent(root.figures.coverage)}
        isLow={root.figures.coverage < coverageMin}
      />
      {below.length > 0 && (
        <table className="w-full text-sm" aria-label={texts.byBranch}>
          <thead>
            <tr className="border-y border-line bg-sunken text-xs text-faint">
              {[texts.branch, costs.unit ?? texts.amount, texts.cost, 'CO₂, kg'].map((title, at) => (
                <th
                  key={title}
                  scope="col"
                  className={`px-1.5 py-1.5 font-medium first:pl-4 last:pr-4 md:px-3 ${at === 0 ? 'text-left' : 'text-right'}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {below.map((one) => (
              <tr key={one.branchId} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-1.5 py-1.5 pl-4 text-left font-normal md:px-3">
                  <span className="inline-flex items-center gap-1.5">
                    <span
                      className="size-2.5 shrink-0 rounded-[2px]"
                      style={{ background: colourOf(colours.get(one.branchId) ?? 0) }}
                      aria-hidden="true"
                    />
                    <span className="max-w-[190px] truncate">{names.get(one.branchId)}</span>
                  </span>
                  {!one.isOfUnit && <span className="block text-xs text-unknown-text">{texts.otherUnit}</span>}
                </th>
                <td className="px-1.5 py-1.5 text-right md:px-3">{amount(one.amount)}</td>
                <td className="px-1.5 py-1.5 text-right font-medium whitespace-nowrap md:px-3">{money(one.cost)}</td>
                <td className="px-1.5 py-1.5 pr-4 text-right md:px-3">
                  {amount(one.co2 === null ? null : Number(one.co2))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const Figure = ({ title, text }: { title: string; text: string }): ReactNode => (
  <p className="flex flex-col">
    <span className="text-sm text-quiet">{title}</span>
    <Value text={text} size="card" />
  </p>
)

interface ZonesProps {
  own: BranchCost
  unit: string | null
  money: (cost: string | null) => string
}

const Zones = ({ own, unit, money }: ZonesProps): ReactNode => {
  const { tariff: texts } = useTexts()
  const { amount } = useAmount()
  return (
    <ul aria-label={texts.zones} className="flex flex-col gap-0.5 text-sm">
      {own.zones.map(({ name, amount: used, cost }) => (
        <li key={name} className="flex flex-wrap gap-x-3">
          <span className="min-w-24">{name}</span>
          <span className="text-quiet">{amount(used, unit)}</span>
          <span className="font-medium">{money(cost)}</span>
        </li>
      ))}
    </ul>
  )
}

interface DoubtsProps {
  own: BranchCost | undefined
  isPriced: boolean
  coverage: string
  isLow: boolean
}

/** Why the cost may be too small. */
const Doubts = ({ own, isPriced, coverage, isLow }: DoubtsProps): ReactNode => {
  const { energy, tariff: texts } = useTexts()
  const doubts = [
    own?.isOfUnit === false ? texts.otherUnit : null,
    isPriced ? null : texts.notPriced,
    isLow ? energy.readFor({ share: coverage }) : null,
  ].filter((one) => one !== null)
  if (doubts.length === 0) return null
  return <p className="px-4 text-sm text-unknown-text">{doubts.join(' · ')}</p>
}
