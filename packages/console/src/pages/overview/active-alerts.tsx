import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { alertTone } from '../../alerts/alert-tone.ts'
import { HeldBack } from '../../alerts/held-back.tsx'
import { isMuted } from '../../alerts/is-muted.ts'
import { QuickMute } from '../../alerts/quick-mute.tsx'
import type { AnswerOf } from '../../api/ask.ts'
import { useMay } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAct } from '../../ui/actions/use-act.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'

type Alert = AnswerOf<'alerts', 'states'>[number]

/** Active alerts, unconfirmed ones first, muted ones last. */
export const ActiveAlerts = ({ alerts }: { alerts: readonly Alert[] }): ReactNode => {
  const { overview } = useTexts()
  if (alerts.length === 0) return <EmptyState title={overview.allCalm} help={overview.noAlerts} />
  const rank = ({ confirmed, held }: Alert): number => (isMuted(held) ? 2 : confirmed === undefined ? 0 : 1)
  return (
    <ul className="max-h-96 overflow-y-auto">
      {alerts
        .toSorted((a, b) => rank(a) - rank(b))
        .map((alert) => (
          <ActiveAlert key={alert.id} alert={alert} />
        ))}
    </ul>
  )
}

const ActiveAlert = ({ alert: { id, name, logAs, startedOn, confirmed, held } }: { alert: Alert }): ReactNode => {
  const { overview } = useTexts()
  const mayConfirm = useMay('operator')
  const confirm = useAct('alerts', 'confirm', [['alerts']])
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-b border-line px-4 py-3 text-sm last:border-b-0">
      <div className="min-w-56 flex-1 break-words">
        <StateMark tone={isMuted(held) ? 'muted' : alertTone(logAs)}>
          <Link to="/alerts/$id" params={{ id }} className="font-medium text-ink underline-offset-4 hover:underline">
            {name}
          </Link>
        </StateMark>
        <p className="pl-4 text-quiet">
          <Ago iso={startedOn} />
        </p>
        {held !== undefined && (
          <p className="pl-4 text-quiet">
            <HeldBack held={held} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {confirmed !== undefined && <span className="text-quiet">{overview.confirmed}</span>}
        <QuickMute alertId={id} held={held} />
        {confirmed === undefined && mayConfirm && (
          <Button disabled={confirm.isPending} onClick={() => confirm.mutate({ alertId: id })}>
            {overview.confirm}
          </Button>
        )}
      </div>
    </li>
  )
}
