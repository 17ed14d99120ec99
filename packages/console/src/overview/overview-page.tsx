import { useStore } from '@busbar/ui/store'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { LayoutGrid, type LucideIcon, Map as MapIcon, Plus, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useLocale } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { useOwnZone } from '../data/state/preferences.ts'
import { serverNow } from '../data/state/server-time.ts'
import { useSession } from '../data/state/session.ts'
import { stored } from '../data/state/stored.ts'
import { TagFilter } from '../devices/tag-filter.tsx'
import { hasTag, useCards } from '../devices/use-cards.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { buttonClass } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ListSkeleton } from '../ui/feedback/skeleton.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { sortOf, sortText } from '../ui/layout/columns.ts'
import { Page, Panel } from '../ui/layout/page.tsx'
import { FirstNet } from './first-net.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NetCards } from './net-cards.tsx'
import { needsAttention } from './net-status.rules.ts'
import { type NetFigures, NetsTable, useKeyFacts } from './nets-table.tsx'
import { AlarmsPanel } from './rail/alarms-panel.tsx'
import { EnergyPanel, useEnergy } from './rail/energy-panel.tsx'
import { readVisits, withVisit } from './rail/rail.rules.ts'
import { SincePanel } from './rail/since-panel.tsx'
import { Summary } from './summary.tsx'
import { type NetRow, type Overview, useOverview } from './use-overview.ts'

const views = ['cards', 'table', 'map'] as const
type View = (typeof views)[number]

const icons: Readonly<Record<View, LucideIcon>> = { cards: LayoutGrid, table: Table2, map: MapIcon }

/** How networks are shown: each way has an address. */
const ViewChoice = (): ReactNode => {
  const { overview } = useTexts()
  const search = useSearch({ from: '/shell/overview' })
  return (
    <nav
      aria-label={overview.view}
      className="inline-flex overflow-hidden rounded-part border border-line-strong bg-line print:hidden"
    >
      {views.map((one) => {
        const Icon = icons[one]
        return (
          <Link
            key={one}
            to="/overview"
            search={{ ...search, view: one === 'cards' ? undefined : one }}
            replace
            aria-current={one === (search.view ?? 'cards') ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            className="inline-flex min-h-7.5 items-center gap-1.5 bg-surface px-2.5 text-sm font-medium text-quiet not-last:border-r not-last:border-line hover:bg-hover aria-[current=page]:bg-selected aria-[current=page]:text-accent focus-visible:-outline-offset-2 max-md:min-h-10"
          >
            <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
            {overview.views[one]}
          </Link>
        )
      })}
    </nav>
  )
}

const visits = stored('visits', readVisits)
const everyMs = 60_000

/** Returns the previous visit of this user to the organization in this browser, in ms; null on the first visit. */
const useLastVisit = (): number | null => {
  const { orgId } = useOrg()
  const key = `${useSession()?.email ?? ''} ${orgId}`
  const found = useStore(visits)[key]
  useEffect(() => {
    const noteVisit = (): void => {
      if (document.visibilityState === 'visible') visits.set(withVisit(visits.get(), key, serverNow()))
    }
    noteVisit()
    const timer = setInterval(noteVisit, everyMs)
    document.addEventListener('visibilitychange', noteVisit)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', noteVisit)
    }
  }, [key])
  return found?.before ?? null
}

const LazyMap = lazy(async () => ({ default: (await import('./nets-map.tsx')).NetsMap }))

/** How everything stands, live. */
export const OverviewPage = (): ReactNode => {
  const { overview, shell } = useTexts()
  const mayAdd = useHasRole('manager')
  const found = useOverview()
  const isEmpty = found.nets.data?.length === 0
  const actions = (
    <>
      {!isEmpty && <ViewChoice />}
      {mayAdd && !isEmpty && (
        <Link to="/nets/new" className={buttonClass('primary')}>
          <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {shell.newNet}
        </Link>
      )}
    </>
  )
  return (
    <Page title={useTitle(found)} name={overview.title} facts={<Clock />} actions={actions}>
      <Loaded query={found.nets}>{() => (isEmpty ? <FirstNet /> : <OverviewStatus overview={found} />)}</Loaded>
    </Page>
  )
}

/** Returns a summary of problems; the page name until loaded. */
const useTitle = ({ nets, rows }: Overview): string => {
  const { overview } = useTexts()
  if (nets.data?.length === 0) return overview.firstNet
  if (rows.length === 0 || rows.some(({ status }) => status === null)) return overview.title
  const count = rows.filter(({ status }) => needsAttention(status)).length
  return count === 0 ? overview.allInOrder({ count: rows.length }) : overview.attention({ count, all: rows.length })
}

const Clock = (): ReactNode => {
  const zone = useOwnZone()
  const now = useNow()
  const { locale, clock } = useLocale()
  const text = new Intl.DateTimeFormat(locale, {
    ...clock,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: zone,
  }).format(now)
  return (
    <>
      {text} · {zone}
    </>
  )
}

/** Alarms are first for who listens and on a phone; on a wide screen they are at the right. */
const OverviewStatus = ({ overview: { rows, alarms } }: { overview: Overview }): ReactNode => {
  const facts = useKeyFacts(rows)
  const energy = useEnergy().data?.tree
  const before = useLastVisit()
  const { view = 'cards' } = useSearch({ from: '/shell/overview' })
  const isWide = view === 'cards'
  return (
    <>
      <FirstSteps />
      <EmptyNets nets={rows} />
      <Undelivered />
      <div
        className={`grid items-start gap-4 ${isWide ? 'wide:grid-cols-[minmax(0,1fr)_21rem] wide:grid-rows-[auto_1fr]' : ''}`}
      >
        <div className={`min-w-0 ${isWide ? 'wide:col-start-2' : 'md:hidden'}`}>
          <AlarmsPanel alarms={alarms} links={rows.map(({ link }) => link)} />
        </div>
        <div
          className={`flex min-w-0 flex-col gap-4 ${isWide ? 'wide:col-start-1 wide:row-span-2 wide:row-start-1' : ''}`}
        >
          {isWide && <Summary rows={rows} energy={energy} />}
          <Networks rows={rows} facts={facts} />
        </div>
        {isWide && (energy !== undefined || before !== null) && (
          <div className="flex min-w-0 flex-col gap-4 wide:col-start-2">
            {energy !== undefined && <EnergyPanel tree={energy} />}
            {before !== null && <SincePanel before={before} />}
          </div>
        )}
      </div>
    </>
  )
}

const Networks = ({ rows: all, facts }: { rows: readonly NetRow[]; facts: NetFigures }): ReactNode => {
  const { many, overview } = useTexts()
  const search = useSearch({ from: '/shell/overview' })
  const navigate = useNavigate()
  const { tags, nets: cards } = useCards()
  const { tag } = search
  const rows = tag === undefined ? all : all.filter(({ net }) => hasTag(cards.get(net.id), tag))
  const filter = (
    <TagFilter
      tags={tags}
      tag={tag}
      onTag={(next) => void navigate({ to: '/overview', search: { ...search, tag: next }, replace: true })}
    />
  )
  const { view = 'cards', q = '' } = search
  const setText = (text: string): void =>
    void navigate({ to: '/overview', search: { ...search, q: text === '' ? undefined : text }, replace: true })
  if (view === 'map')
    return (
      <Suspense fallback={<ListSkeleton />}>
        <LazyMap rows={rows} />
      </Suspense>
    )
  if (view === 'cards')
    return (
      <>
        {(tags.length > 0 || tag !== undefined) && <div className="flex">{filter}</div>}
        {rows.length === 0 && tag !== undefined ? (
          <EmptyState title={many.tagged({ tag })} />
        ) : (
          <NetCards rows={rows} facts={facts} />
        )}
      </>
    )
  const aside = (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField label={overview.findNet} text={q} onText={setText} />
      {filter}
    </div>
  )
  return (
    <Panel title={overview.networks} aside={aside}>
      <NetsTable
        rows={rows}
        facts={facts}
        text={q}
        sort={sortOf(search.sort)}
        onSort={(sort) =>
          void navigate({ to: '/overview', search: { ...search, sort: sortText(sort) }, replace: true })
        }
      />
    </Panel>
  )
}

/** More are found in the list of networks. */
const shownMax = 3

/** Networks from which nothing can be read yet, with the way to change that. */
const EmptyNets = ({ nets }: { nets: readonly NetRow[] }): ReactNode => {
  const { overview } = useTexts()
  const mayAdd = useHasRole('manager')
  const empty = nets.filter(({ link }) => link?.devices.length === 0)
  return empty.slice(0, shownMax).map(({ net: { id, name } }) => (
    <Notice key={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 break-words">{overview.empty({ name })}</p>
        {mayAdd && (
          <Link to="/nets/new" search={{ net: id }} className={buttonClass()}>
            {overview.addDevices}
          </Link>
        )}
      </div>
    </Notice>
  ))
}

const refetchInterval = 60_000

/** Messages about alerts that were not delivered in the last days, with a link to the newest. */
const Undelivered = (): ReactNode => {
  const { overview, alerts } = useTexts()
  const { orgId } = useOrg()
  const { data = [] } = useQuery({ ...apiQuery('deliveries', 'undelivered', { orgId }), refetchInterval })
  const [newest] = data
  if (newest === undefined) return null
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 break-words">{overview.undelivered({ count: data.length })}</p>
        {newest.alertId !== undefined && (
          <Link to="/alerts/$id" params={{ id: newest.alertId }} className={buttonClass()}>
            {alerts.openAlert}
          </Link>
        )}
      </div>
    </Notice>
  )
}
