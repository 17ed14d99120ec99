import { Hatches } from '@busbar/charts/bars'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { CalendarOff, ListTree } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useHasRole } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { buttonClass } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Segmented } from '../ui/forms/segmented.tsx'
import { Panel } from '../ui/layout/page.tsx'
import { BudgetsPanel } from './budgets/budgets-panel.tsx'
import { type EnergySearch, type PeriodBounds, searchOf } from './figures/period.rules.ts'
import { PeriodBar } from './figures/period-bar.tsx'
import { type BranchNode, pathTo, type Tree } from './figures.ts'
import { BarsPanel } from './panels/bars-panel.tsx'
import { figuresById } from './panels/branch-rows.rules.ts'
import { BranchTable } from './panels/branch-table.tsx'
import { DegreeDaysPanel } from './panels/degree-days-panel.tsx'
import { HeatPanel } from './panels/heat-panel.tsx'
import { LoadPanel } from './panels/load-panel.tsx'
import { Sankey } from './panels/sankey.tsx'
import { SetAsideList } from './panels/set-aside.tsx'
import { Summary } from './summary.tsx'
import { CostPanel } from './tariff/cost-panel.tsx'
import { nodeInUnit, useConversion, useHistory, useIsConverted } from './use-history.ts'
import { type TreeEnergy, useTreeEnergy } from './use-tree-energy.ts'

const quarterMs = 900_000
/** Quarter-hours of all branches that the service looks at for one answer. */
const quartersMax = 400_000

/** The power of a branch, and of those right below it where there are not too many. */
const useLoad = (
  tree: Tree,
  { branchId, parts }: BranchNode,
  { from, till }: PeriodBounds,
): UseQueryResult<AnswerOf<'treeProfiles', 'load'>> => {
  const isFew = ((till - from) / quarterMs) * (parts.length + 1) <= quartersMax
  const isConverted = useIsConverted()
  return useQuery(
    apiQuery('treeProfiles', 'load', {
      treeId: tree.id,
      from: new Date(from),
      till: new Date(till),
      ...(branchId !== null && { branchId }),
      levels: isFew ? 1 : 0,
      ...(isConverted && { converted: true }),
    }),
  )
}

/** A tree in a period, as the address says. */
export const TreeView = ({ tree }: { tree: Tree }): ReactNode => {
  const { energy, energyEdit } = useTexts()
  const mayEdit = useHasRole('manager')
  const search = useSearch({ from: '/shell/energy/$treeId' })
  const navigate = useNavigate({ from: '/energy/$treeId' })
  const data = useTreeEnergy(tree, search)
  const go = (changes: EnergySearch): void => void navigate({ search: { ...search, ...changes } })
  if (tree.sensors.length === 0) {
    return (
      <Panel title={energy.flows}>
        <EmptyState
          icon={ListTree}
          title={energy.noSensors}
          help={energy.noSensorsHelp}
          action={
            mayEdit && (
              <Link to="/energy/$treeId/edit" params={{ treeId: tree.id }} className={buttonClass('primary')}>
                {energyEdit.edit}
              </Link>
            )
          }
        />
      </Panel>
    )
  }
  return (
    <>
      <Hatches />
      <PeriodBar
        zone={tree.timeZone}
        period={data.period}
        instants={data.instants}
        comparison={data.comparison}
        now={data.now}
        onPeriod={(period) => {
          const { to: _, by: __, ...rest } = search
          void navigate({ search: { ...rest, ...searchOf(period) } })
        }}
        onCompare={(vs) => go({ vs })}
      />
      <UnitChoice
        tree={tree}
        isConverted={search.unit === 'converted'}
        onChange={(isConverted) => {
          const { unit: _, ...rest } = search
          void navigate({ search: isConverted ? { ...rest, unit: 'converted' } : rest })
        }}
      />
      {data.instants.till <= data.instants.from ? (
        <Panel title={energy.flows}>
          <EmptyState icon={CalendarOff} title={energy.notYet} help={energy.notYetHelp} />
        </Panel>
      ) : (
        <Loaded query={data.span.query}>
          {() =>
            data.span.treeTotal !== undefined && (
              <Shown tree={tree} search={search} data={data} treeTotal={data.span.treeTotal} />
            )
          }
        </Loaded>
      )}
    </>
  )
}

interface UnitChoiceProps {
  tree: Tree
  isConverted: boolean
  onChange: (isConverted: boolean) => void
}

/** As it is metered, or as it is paid: m³ of gas, or kWh. */
const UnitChoice = ({ tree, isConverted, onChange }: UnitChoiceProps): ReactNode => {
  const { energyPlans } = useTexts()
  const conversion = useConversion(tree)
  if (conversion === null) return null
  return (
    <div className="flex items-center gap-2 text-sm text-quiet">
      <span aria-hidden="true">{energyPlans.shownIn}</span>
      <Segmented
        label={energyPlans.shownIn}
        isLabelHidden
        value={isConverted ? 'converted' : 'metered'}
        options={[
          ['metered', conversion.unit],
          ['converted', conversion.to],
        ]}
        onChange={(unit) => onChange(unit === 'converted')}
      />
    </div>
  )
}

interface ShownProps {
  tree: Tree
  search: EnergySearch
  data: TreeEnergy
  treeTotal: BranchNode
}

const Shown = ({ tree, search, data, treeTotal }: ShownProps): ReactNode => {
  const { energy } = useTexts()
  const router = useRouter()
  const { comparison, other, cadence, period, instants, knownTill, span } = data
  const path = pathTo(treeTotal, search.branch)
  const branch = path.at(-1) ?? treeTotal
  const history = useHistory(tree, branch, period, cadence, 'below')
  const root = useMemo(() => nodeInUnit(branch, history.powers), [branch, history.powers])
  const branchRanks = useMemo(() => branchRanksOf(root), [root])
  const { treeTotal: otherTotal } = other[comparison].span
  const earlier = useMemo(
    () => figuresById(otherTotal && nodeInUnit(otherTotal, history.powers)),
    [otherTotal, history.powers],
  )
  const compared = useHistory(tree, root, other[comparison].period, cadence, 'alone')
  const load = useLoad(tree, root, instants)
  const units = useMemo(
    () => new Map(history.data?.branches.map(({ branchId, unit }) => [branchId, unit])),
    [history.data],
  )
  const unit = units.get(root.branchId) ?? null
  const loads = load.data?.branches ?? []
  const comparedText = energy.comparisons[comparison]
  const setAside = span.setAside.filter(({ paramId }) => isBelow(tree, root, paramId))
  const hrefOf = useCallback(
    (branchId: string): string =>
      router.buildLocation({
        to: '/energy/$treeId',
        params: { treeId: tree.id },
        search: { ...search, branch: branchId },
      }).href,
    [router, tree.id, search],
  )
  const bars = history.bars({ root, branchRanks, compared: compared.data, setAside, now: knownTill })
  const courses = useMemo(() => history.courses(knownTill), [history.courses, knownTill])
  return (
    <>
      {path.length > 1 && (
        <nav aria-label={energy.way} className="flex flex-wrap items-center gap-1.5 text-sm">
          {path.slice(0, -1).map((part) => (
            <span key={part.branchId} className="flex items-center gap-1.5">
              <Link
                to="/energy/$treeId"
                params={{ treeId: tree.id }}
                search={
                  { ...search, branch: part === treeTotal ? undefined : (part.branchId ?? undefined) } as EnergySearch
                }
                className="text-accent underline-offset-3 hover:underline"
              >
                {part.name}
              </Link>
              <span aria-hidden="true" className="text-faint">
                ›
              </span>
            </span>
          ))}
          <span className="font-medium">{root.name}</span>
        </nav>
      )}
      {root.figures.mixedUnits !== undefined && (
        <Notice tone="warning">{energy.mixedUnits({ units: root.figures.mixedUnits.join(', ') })}</Notice>
      )}
      <Summary
        zone={tree.timeZone}
        root={root}
        unit={unit}
        data={data}
        earlier={(another) => figuresById(another).get(root.branchId)}
        load={{ query: load, own: loads.find(({ branchId }) => branchId === root.branchId) }}
        coverages={courses.get(root.branchId)?.coverages ?? []}
      />
      <SetAsideList tree={tree} setAside={setAside} />
      <Sankey root={root} unit={unit} hrefOf={hrefOf} />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <BarsPanel
          zone={tree.timeZone}
          search={search}
          period={period}
          cadence={cadence}
          query={history.query}
          bars={bars}
          unit={unit}
          comparedText={comparedText}
        />
        <HeatPanel tree={tree} root={root} period={period} unit={unit} now={knownTill} />
      </div>
      <Panel title={energy.load}>
        <Loaded query={load}>
          {({ branches }) => <LoadPanel zone={tree.timeZone} root={root} branchRanks={branchRanks} loads={branches} />}
        </Loaded>
      </Panel>
      <DegreeDaysPanel
        tree={tree}
        root={root}
        unit={unit}
        period={period}
        other={other[comparison].period}
        comparedText={comparedText}
      />
      <BudgetsPanel tree={tree} />
      <CostPanel tree={tree} root={root} branchRanks={branchRanks} instants={instants} />
      <Panel title={energy.byBranch}>
        <BranchTable
          treeId={tree.id}
          search={search}
          root={root}
          unit={unit}
          units={units}
          earlier={earlier}
          comparedText={comparedText}
          courses={courses}
        />
      </Panel>
    </>
  )
}

/** Returns true if the parameter is below the selected branch. */
const isBelow = ({ sensors }: Tree, root: BranchNode, paramId: number): boolean => {
  if (root.branchId === null) return true
  const ids = figuresById(root)
  return sensors.some((sensor) => sensor.paramId === paramId && ids.has(sensor.branchId))
}

/** Order of the branches right below, the largest first. */
const branchRanksOf = (root: BranchNode): ReadonlyMap<string | null, number> =>
  new Map(
    root.parts
      .toSorted((a, b) => (b.figures.energy ?? 0) - (a.figures.energy ?? 0))
      .map(({ branchId }, rank) => [branchId, rank]),
  )
