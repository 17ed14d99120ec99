import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { BellOff, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Count } from '../../ui/feedback/count.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import { AlertList } from '../list/alert-list.tsx'
import { type AlertRow, inOrder } from '../list/order.rules.ts'
import { recentMax, useRecent } from '../list/use-recent.ts'
import { ActiveList } from './active-list.tsx'
import { isShown } from './alert-rows.rules.ts'
import { FilterBar } from './filter-bar.tsx'

/** Begins and ends come with the stream; this is for what others change of alerts themselves. */
const refetchInterval = refetchEvery(30_000)
const quietShown = 20

/** What is wrong now, the worst first; below it what is not, with its last two days. */
export const ActivePage = (): ReactNode => {
  const { orgId } = useOrg()
  const alerts = useQuery({ ...apiQuery('alerts', 'states', { orgId }), refetchInterval })
  return (
    <AlertsFrame>
      <Loaded query={alerts}>{(rows) => (rows.length === 0 ? <NoAlerts /> : <Lists rows={rows} />)}</Loaded>
    </AlertsFrame>
  )
}

const NoAlerts = (): ReactNode => {
  const { alerts } = useTexts()
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={BellRing} title={alerts.none} help={alerts.noneHelp} />
    </div>
  )
}

const Lists = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts } = useTexts()
  const filters = useSearch({ from: '/shell/alerts' })
  const shown = inOrder(rows).filter((row) => isShown(row, filters))
  const active = shown.filter(({ isActive }) => isActive)
  const quiet = shown.filter(({ isActive }) => !isActive)
  const some = quiet.slice(0, quietShown)
  const recent = useRecent([...active.slice(0, recentMax - some.length), ...some].map(({ id }) => id))
  return (
    <>
      <p role="status" className="sr-only">
        {alerts.activeCount({ count: rows.filter(({ isActive }) => isActive).length })}
      </p>
      {active.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={BellOff} title={alerts.calm} />
        </div>
      ) : (
        <ActiveList rows={active} recent={recent} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          {alerts.notActive} <Count count={quiet.length} />
        </h2>
        <FilterBar filters={filters} hasState={false} />
      </div>
      <section aria-label={alerts.notActive} className="overflow-clip rounded-card border border-line bg-surface">
        {quiet.length === 0 ? (
          <EmptyState title={alerts.noneFound} />
        ) : (
          <AlertList label={alerts.notActive} rows={some} recent={recent} />
        )}
        <footer className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2 text-xs text-faint">
          <span>{alerts.stripHelp}</span>
          <Link to="/alerts/all" search={filters} className="text-sm text-accent underline-offset-4 hover:underline">
            {alerts.showAll({ count: shown.length })}
          </Link>
        </footer>
      </section>
    </>
  )
}
