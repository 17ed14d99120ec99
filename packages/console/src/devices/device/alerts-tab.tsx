import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AlertList } from '../../alerting/list/alert-list.tsx'
import { type AlertRow, inOrder } from '../../alerting/list/order.rules.ts'
import { recentMax, useRecent } from '../../alerting/list/use-recent.ts'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ProposedAlerts } from './proposed-alerts.tsx'

const refetchInterval = refetchEvery(30_000)

/** Alerts that look at a device, and those that devices of its kind begin with. */
export const AlertsTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { alerts } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const there = useQuery(apiQuery('alerts', 'ofDevice', { deviceId }))
  const states = useQuery({ ...apiQuery('alerts', 'states', { orgId }), refetchInterval })
  const ids = new Set(there.data?.map(({ alertId }) => alertId))
  const make = isManager && (
    <Link to="/alerts/new" className={buttonClass()}>
      {alerts.newAlert}
    </Link>
  )
  return (
    <>
      <Panel title={alerts.title} aside={make}>
        <Loaded query={there}>
          {() => (
            <Loaded query={states}>
              {(rows) => <DeviceAlerts rows={inOrder(rows.filter(({ id }) => ids.has(id)))} />}
            </Loaded>
          )}
        </Loaded>
      </Panel>
      {isManager && there.data && <ProposedAlerts key={deviceId} deviceId={deviceId} there={there.data} />}
    </>
  )
}

const DeviceAlerts = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts, device } = useTexts()
  const some = rows.slice(0, recentMax)
  const recent = useRecent(some.map(({ id }) => id))
  if (rows.length === 0) return <EmptyState title={device.noAlerts} help={device.noAlertsHelp} />
  return (
    <>
      <AlertList label={alerts.title} rows={some} recent={recent} />
      {rows.length > some.length && (
        <p className="border-t border-line px-4 py-2 text-sm">
          <Link to="/alerts/all" className="underline underline-offset-4">
            {alerts.showAll({ count: rows.length })}
          </Link>
        </p>
      )}
    </>
  )
}
