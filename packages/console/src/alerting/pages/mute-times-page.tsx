import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateShape } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import { HeldBack } from '../held-back.tsx'
import { isMuted } from '../is-muted.ts'
import type { AlertRow } from '../list/order.rules.ts'
import { QuickMute } from '../quick-mute.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { NetsPanel } from './nets-panel.tsx'

/** When no messages are sent, and why: alerts that are muted now, planned maintenance, and quiet times of networks. */
export const MuteTimesPage = (): ReactNode => {
  const { orgId } = useOrg()
  const alerts = useQuery(apiQuery('alerts', 'states', { orgId }))
  return (
    <AlertsFrame>
      <Loaded query={alerts}>
        {(rows) => (
          <>
            <MutedPanel rows={rows.filter(({ held }) => isMuted(held))} />
            <MaintenancePanel rows={rows} />
          </>
        )}
      </Loaded>
      <NetsPanel />
    </AlertsFrame>
  )
}

const MutedPanel = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts, holds } = useTexts()
  return (
    <Panel title={holds.mutedNow}>
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-quiet">{holds.noneMuted}</p>
      ) : (
        <ul aria-label={holds.mutedNow}>
          {rows.map(({ id, name, isActive, held }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
            >
              <StateShape tone="muted" className="size-3" />
              <div className="min-w-40 flex-1">
                <RowLink href={`/alerts/${id}`}>{name}</RowLink>
                <p className="text-quiet">
                  {isActive ? alerts.active : alerts.quiet}
                  {held !== undefined && (
                    <>
                      . <HeldBack held={held} />
                    </>
                  )}
                </p>
              </div>
              {held?.why === 'mute' && <QuickMute alertId={id} held={held} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
