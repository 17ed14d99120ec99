import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { alertTone } from '../../alerts/alert-tone.ts'
import { ConfirmAlert } from '../../alerts/confirm.tsx'
import { ConfirmedBy } from '../../alerts/confirmed-by.tsx'
import { HeldBack } from '../../alerts/held-back.tsx'
import { isMuted } from '../../alerts/is-muted.ts'
import { LevelMark } from '../../alerts/level-mark.tsx'
import { QuickMute } from '../../alerts/quick-mute.tsx'
import { useMay } from '../../api/use-org.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { edgeClass, StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type AlertRow, inOrder } from './alert-rows.rules.ts'

/** Active alerts. Changes are read aloud. */
export const ActiveList = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts } = useTexts()
  const { number } = useFormat()
  return (
    <Panel title={alerts.now} aside={<span className="text-sm text-quiet">{number(rows.length)}</span>}>
      <p role="status" className="sr-only">
        {alerts.activeCount(rows.length)}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={alerts.calm} help={alerts.calmHelp} />
      ) : (
        <ul aria-label={alerts.now}>
          {inOrder(rows).map((row) => (
            <ActiveAlert key={row.id} alert={row} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const ActiveAlert = ({ alert: { id, name, logAs, startedOn, confirmed, held } }: { alert: AlertRow }): ReactNode => {
  const { alerts, holds } = useTexts()
  const mayConfirm = useMay('operator')
  const isOpen = confirmed === undefined
  const isCalling = isOpen && !isMuted(held)
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-l-4 border-line px-4 py-3 text-sm last:border-b-0 ${isCalling ? edgeClass(alertTone(logAs)) : 'border-l-line-strong'} ${isMuted(held) ? 'text-quiet' : ''}`}
    >
      <span className="w-full shrink-0 font-medium sm:w-28">
        {isMuted(held) ? (
          <StateMark tone="muted">{holds.why[held?.why ?? 'mute']}</StateMark>
        ) : (
          <LevelMark level={logAs} />
        )}
      </span>
      <div className="min-w-40 flex-1">
        <Link to="/alerts/$id" params={{ id }} className="font-semibold break-words underline-offset-4 hover:underline">
          {name}
        </Link>
        <p className={isOpen ? '' : 'text-quiet'}>
          {alerts.began} <Ago iso={startedOn} />
        </p>
        {confirmed !== undefined && <ConfirmedBy confirmed={confirmed} />}
        {held !== undefined && (
          <p>
            {holds.title}: <HeldBack held={held} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isOpen && mayConfirm && <ConfirmAlert alertId={id} name={name} />}
        <QuickMute alertId={id} held={held} />
      </div>
    </li>
  )
}
