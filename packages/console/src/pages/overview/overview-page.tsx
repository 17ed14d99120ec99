import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useMay, useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { ActiveAlerts } from './active-alerts.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { EmptyNets } from './empty-nets.tsx'
import { NetsPanel } from './nets-panel.tsx'
import { Summary } from './summary.tsx'
import { Undelivered } from './undelivered.tsx'
import { useOverview } from './use-overview.ts'

/** How everything stands, live. */
export const OverviewPage = (): ReactNode => {
  const { overview } = useTexts()
  const { orgId } = useOrg()
  const { nets, netRows, deviceRows } = useOverview()
  const alerts = useQuery(ask('alerts', 'states', { orgId }))
  const active = alerts.data?.filter(({ isActive }) => isActive)
  return (
    <Page title={overview.title}>
      <Loaded query={nets}>
        {(list) =>
          list.length === 0 ? (
            <NoNets />
          ) : (
            <>
              <EmptyNets nets={netRows} />
              <Undelivered />
              <Summary nets={netRows} devices={deviceRows} alerts={active} />
              <div className="grid gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <NetsPanel nets={netRows} />
                <Panel title={overview.alerts}>
                  <Loaded query={alerts}>{() => <ActiveAlerts alerts={active ?? []} />}</Loaded>
                </Panel>
              </div>
              <DevicesPanel rows={deviceRows} isKnown={netRows.every(({ statistics }) => statistics !== undefined)} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const NoNets = (): ReactNode => {
  const { overview, shell } = useTexts()
  const mayAdd = useMay('manager')
  const add = (
    <Link to="/nets/new" className={buttonClass('primary')}>
      {shell.newNet}
    </Link>
  )
  return (
    <Panel title={overview.networks}>
      <EmptyState title={overview.noNets} help={overview.noNetsHelp} action={mayAdd ? add : undefined} />
    </Panel>
  )
}
