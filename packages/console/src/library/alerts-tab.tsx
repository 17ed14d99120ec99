import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { BellPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { LevelMark } from '../alerting/alert-state.tsx'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { buttonClass } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { StateMark } from '../ui/feedback/state-mark.tsx'
import { Panel } from '../ui/layout/page.tsx'

/** Alerts that every device of this kind gets. */
export const AlertsTab = (): ReactNode => {
  const { id } = useParams({ from: '/shell/library/$id' })
  const { alerts, alertTemplates, library } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const query = useQuery(apiQuery('alertTemplates', 'list', { orgId }))
  const make = isManager && (
    <Link to="/alerts/new" search={{ for: 'kind', kind: id }} className={buttonClass('primary')}>
      {library.newAlert}
    </Link>
  )
  return (
    <Panel title={library.alerts} aside={make}>
      <Loaded query={query}>
        {(all) => {
          const own = all.filter(({ templateId }) => templateId === id)
          if (own.length === 0)
            return <EmptyState icon={BellPlus} title={library.noAlerts} help={library.noAlertsHelp} />
          return (
            <ul aria-label={library.alerts}>
              {own.map(({ id: alertId, name, logAs, isEnabled, deviceCount, alertCount }) => (
                <li
                  key={alertId}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
                >
                  <Link
                    to="/alerts/templates/$id"
                    params={{ id: alertId }}
                    className="min-w-40 flex-1 font-medium break-words underline-offset-4 hover:underline"
                  >
                    {name}
                  </Link>
                  {isEnabled ? <LevelMark level={logAs} isQuiet /> : <StateMark tone="muted">{alerts.off}</StateMark>}
                  <span className="text-quiet">
                    {alertTemplates.made({ alerts: alertCount, devices: deviceCount })}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Panel>
  )
}
