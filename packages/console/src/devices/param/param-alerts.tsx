import { fill } from '@busbar/ui/messages'
import { Link } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { AlertState } from '../../alerting/alert-state.tsx'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ParamPage, type ParamTabProps, useAlertsOn, type WatchingAlert } from './param-page.tsx'

/** The alerts that watch a parameter, and how they stand. */
export const ParamAlertsPage = (): ReactNode => <ParamPage tab={Alerts} />

const Alerts = ({ param }: ParamTabProps): ReactNode => {
  const { alerts: alertTexts, param: texts } = useTexts()
  const isManager = useHasRole('manager')
  const { alerts, isPending } = useAlertsOn(param.id)
  const make = isManager && (
    <Link to="/alerts/new" search={{ param: param.id }} className={buttonClass('primary')}>
      {alertTexts.newAlert}
    </Link>
  )
  return (
    <Panel title={texts.alerts}>
      {isPending ? (
        <ListSkeleton />
      ) : alerts.length === 0 ? (
        <EmptyState icon={BellRing} title={texts.noAlerts} help={texts.noAlertsHelp} action={make} />
      ) : (
        <ul className="border-t border-line text-sm">
          {alerts.map((alert) => (
            <AlertRow key={alert.state.id} alert={alert} param={param} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const AlertRow = ({
  alert: { state, conditions },
  param,
}: {
  alert: WatchingAlert
  param: ParamTabProps['param']
}): ReactNode => {
  const { alertForm, alerts } = useTexts()
  const { number, span, moment } = useFormat()
  const now = useNow()
  const isTime = (kind: string): boolean => kind === 'no-data'
  const isBit = (kind: string): boolean => kind.startsWith('bit-')
  const on = state.isActive ? state.startedOn : state.closedOn
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 hover:bg-hover md:grid-cols-[1.4fr_1.4fr_1.4fr_1fr]">
      <Link
        to="/alerts/$id"
        params={{ id: state.id }}
        className="min-w-0 font-medium break-words underline-offset-3 hover:underline"
      >
        {state.name}
      </Link>
      <span>
        <AlertState alert={state} />
      </span>
      <span className="min-w-0 break-words text-quiet">
        {conditions
          .map(({ kind, value }) =>
            fill(alertForm.says[kind], {
              value: isTime(kind) ? span(value * 1000) : isBit(kind) ? number(value) : number(value, param.unitName),
            }),
          )
          .join(', ')}
      </span>
      <span className="text-quiet">
        {on !== undefined && `${state.isActive ? alerts.began : alerts.lastOver} ${moment(on, now)}`}
      </span>
    </li>
  )
}
