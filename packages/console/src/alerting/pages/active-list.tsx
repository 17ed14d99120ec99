import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { StateShape, type Tone } from '../../ui/feedback/state-mark.tsx'
import { ConfirmAlert } from '../confirm.tsx'
import { HeldBack } from '../held-back.tsx'
import { isMuted } from '../is-muted.ts'
import type { AlertRow } from '../list/order.rules.ts'
import type { RecentAlert } from '../list/use-recent.ts'
import { AlertLocation, ConditionValue, Limit } from '../list/watched-condition.tsx'
import { QuickMute } from '../quick-mute.tsx'

const ink: Readonly<Record<Tone, string>> = {
  ok: '',
  info: 'text-info-text',
  warning: 'text-warning-text',
  critical: 'text-critical-text',
  unknown: 'text-unknown-text',
  muted: 'text-quiet',
}

export interface ActiveListProps {
  /** In their order. */
  rows: readonly AlertRow[]
  /** Undefined until it is known. */
  recent: ReadonlyMap<number, RecentAlert> | undefined
}

/** Active alerts: what is wrong where, for how long, who knows of it, and what can be done. */
export const ActiveList = ({ rows, recent }: ActiveListProps): ReactNode => {
  const { alerts } = useTexts()
  return (
    <ul aria-label={alerts.now} className="overflow-clip rounded-card border border-line bg-surface">
      {rows.map((row) => (
        <ActiveAlert key={row.id} alert={row} recent={recent?.get(row.id)} isLoading={recent === undefined} />
      ))}
    </ul>
  )
}

/** By what an alert looks: one that cannot be judged is not known to go on. */
const toneOf = ({ held, isUnjudged, logAs }: AlertRow): Tone =>
  isMuted(held) ? 'muted' : isUnjudged ? 'unknown' : alertTone(logAs)

interface ActiveAlertProps {
  alert: AlertRow
  recent: RecentAlert | undefined
  isLoading: boolean
}

const ActiveAlert = ({ alert, recent, isLoading }: ActiveAlertProps): ReactNode => {
  const { alerts } = useTexts()
  const mayConfirm = useHasRole('operator')
  const { id, name, logAs, startedOn, confirmed, held, isUnjudged } = alert
  const tone = toneOf(alert)
  const [looked] = recent?.conditions ?? []
  return (
    <li className="grid min-h-16 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 text-sm last:border-b-0 md:grid-cols-[1.25rem_minmax(0,2.2fr)_minmax(7rem,1fr)_minmax(7rem,0.9fr)_minmax(8rem,1.2fr)_auto]">
      <StateShape tone={tone} className="size-3" />
      <div className="min-w-0">
        <Link to="/alerts/$id" params={{ id }} className="font-semibold break-words underline-offset-4 hover:underline">
          {name}
        </Link>
        <p className="break-words text-quiet">
          <span className="sr-only">{alerts.levels[logAs]}, </span>
          <AlertLocation recent={recent} isLoading={isLoading} />
          {isUnjudged && `, ${alerts.unjudged}`}
        </p>
      </div>
      <div className="text-right">
        {looked !== undefined && (
          <>
            <ConditionValue condition={looked} className={ink[tone]} size="card" />
            <p className="text-xs text-faint">
              <Limit condition={looked} isBeginning={false} />
            </p>
          </>
        )}
      </div>
      <Lasting startedOn={startedOn} />
      <div className="min-w-0 text-quiet max-md:col-span-2 max-md:col-start-2">
        {confirmed === undefined ? (
          !isMuted(held) && <span className="text-faint">{alerts.nobodyConfirmed}</span>
        ) : (
          <Confirmed confirmed={confirmed} />
        )}
        {held !== undefined && (
          <p>
            <HeldBack held={held} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-span-2 max-md:col-start-2 md:justify-end">
        {confirmed === undefined && mayConfirm && <ConfirmAlert alertId={id} name={name} className="max-md:flex-1" />}
        <QuickMute alertId={id} held={held} times={['hour']} className="max-md:flex-1" />
      </div>
    </li>
  )
}

const Lasting = ({ startedOn }: { startedOn: string | undefined }): ReactNode => {
  const { alerts } = useTexts()
  const { span, moment, time } = useFormat()
  const now = useNow()
  if (startedOn === undefined) return <span />
  return (
    <div className="max-md:col-span-2 max-md:col-start-2">
      <p className="font-medium max-md:inline">
        {alerts.lasting({ span: span(Math.max(0, now - Date.parse(startedOn))) })}
      </p>{' '}
      <time dateTime={startedOn} title={time(startedOn)} className="text-quiet">
        {alerts.since({ time: moment(startedOn, now) })}
      </time>
    </div>
  )
}

const Confirmed = ({
  confirmed: { from, on, comment },
}: {
  confirmed: NonNullable<AlertRow['confirmed']>
}): ReactNode => {
  const { alerts } = useTexts()
  const { moment, time } = useFormat()
  const now = useNow()
  return (
    <span className="break-words">
      <Check className="mr-1 inline size-4 align-text-bottom" strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{alerts.confirmedBy({ who: from })}, </span>
      <span aria-hidden="true">{from}, </span>
      <time dateTime={on} title={time(on)}>
        {moment(on, now)}
      </time>
      {comment !== undefined && <q className="ml-1">{comment}</q>}
    </span>
  )
}
