import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AlertLog } from '../../alerts/alert-log.tsx'
import { ask } from '../../api/ask.ts'
import { useMay, useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { ActiveList } from './active-list.tsx'
import { AllAlerts } from './all-alerts.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'

/** Begins and ends come with the stream; this is for what others change of alerts themselves. */
const refetchInterval = 30_000

/** Active alerts, all alerts, and the log. */
export const AlertsPage = (): ReactNode => {
  const { alerts: texts } = useTexts()
  const { orgId } = useOrg()
  const mayMake = useMay('manager')
  const alerts = useQuery({ ...ask('alerts', 'states', { orgId }), refetchInterval })
  const make = mayMake && (
    <Link to="/alerts/new" className={buttonClass('primary')}>
      {texts.newAlert}
    </Link>
  )
  return (
    <Page title={texts.title} actions={make}>
      <Loaded query={alerts}>
        {(rows) =>
          rows.length === 0 ? (
            <Panel title={texts.all}>
              <EmptyState title={texts.none} help={texts.noneHelp} action={make} />
            </Panel>
          ) : (
            <>
              <ActiveList rows={rows.filter(({ isActive }) => isActive)} />
              <AllAlerts rows={rows} />
              <MaintenancePanel rows={rows} />
            </>
          )
        }
      </Loaded>
      <AlertLog />
    </Page>
  )
}
