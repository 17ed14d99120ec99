import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { AlertState, ConfirmedBy, HeldBack, LevelMark } from '../alert-state.tsx'
import { ConditionsTable } from './conditions-table.tsx'

type Alert = AnswerOf<'alerts', 'get'>
type Status = AnswerOf<'alerts', 'status'>

/** A condition may come and go without the alert, of which the stream says nothing. */
const refetchInterval = 5000

/** How an alert stands: as a whole, and each of its conditions. */
export const StatusPanel = ({ alert }: { alert: Alert }): ReactNode => {
  const { alertForm } = useTexts()
  const status = useQuery({ ...apiQuery('alerts', 'status', { alertId: alert.id }), refetchInterval })
  return (
    <Panel title={alertForm.now}>
      <Loaded query={status}>
        {(found) => (
          <div className="grid lg:grid-cols-[minmax(16rem,1fr)_2fr]">
            <AlertStatus alert={alert} status={found} />
            <ConditionsTable alert={alert} status={found} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

const AlertStatus = ({ alert: { isEnabled, logAs }, status }: { alert: Alert; status: Status }): ReactNode => {
  const { alerts, alertForm, common, holds } = useTexts()
  const { isActive, isUnjudged, startedOn, closedOn, confirmed, undelivered, held } = status
  return (
    <Facts
      facts={[
        [
          common.state,
          <AlertState
            key="state"
            alert={{ isEnabled, isActive, isUnjudged, logAs, ...(confirmed && { confirmed }), ...(held && { held }) }}
          />,
        ],
        ...(held === undefined ? [] : [[holds.title, <HeldBack key="held" held={held} />] as const]),
        [alerts.level, <LevelMark key="level" level={logAs} isQuiet />],
        [isActive ? alerts.began : alerts.lastBegan, <Ago key="began" iso={startedOn} />],
        ...(isActive ? [] : [[alerts.lastOver, <Ago key="over" iso={closedOn} />] as const]),
        ...(confirmed === undefined || !isActive
          ? []
          : [[alerts.statuses.confirmed, <ConfirmedBy key="confirmed" confirmed={confirmed} />] as const]),
        ...(undelivered.length === 0
          ? []
          : [
              [
                alerts.undelivered,
                undelivered
                  .map(({ type, recepient = '' }) => `${alertForm.channels[type]} ${recepient}`.trim())
                  .join(', '),
              ] as const,
            ]),
      ]}
    />
  )
}
