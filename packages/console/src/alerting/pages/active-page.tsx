import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { BellOff, BellRing, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { Count } from '../../ui/feedback/count.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateShape, type Tone } from '../../ui/feedback/state-mark.tsx'
import { HeldBack } from '../alert-state.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import { ConfirmAlert } from '../confirm.tsx'
import { AlertList, AlertLocation, ConditionValue, Limit } from '../list/alert-list.tsx'
import { type AlertRow, inOrder } from '../list/order.rules.ts'
import { type RecentAlert, recentMax, useRecent } from '../list/use-recent.ts'
import { isMuted } from '../mute.rules.ts'
import { QuickMute } from '../quick-mute.tsx'
import { isShown } from './alert-list.rules.ts'
import { FilterBar } from './filter-bar.tsx'

/** Begins and ends come with the stream; this is for what others change of alerts themselves. */
const refetchInterval = refetchEvery(30_000)
const quietShown = 20

/** Firing alerts, most severe first, and below them normal ones with their last two days. */
export const ActivePage = (): ReactNode => {
  const { orgId } = useOrg()
  const alerts = useQuery({ ...apiQuery('alerts', 'states', { orgId }), refetchInterval })
  return (
    <AlertsFrame>
      <Loaded query={alerts}>{(rows) => (rows.length === 0 ? <NoAlerts /> : <Lists rows={rows} />)}</Loaded>
    </AlertsFrame>
  )
}

const NoAlerts = (): ReactNode => {
  const { alerts } = useTexts()
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={BellRing} title={alerts.none} help={alerts.noneHelp} />
    </div>
  )
}

const Lists = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts } = useTexts()
  const filters = useSearch({ from: '/shell/alerts' })
  const shown = inOrder(rows).filter((row) => isShown(row, filters))
  const active = shown.filter(({ isActive }) => isActive)
  const quiet = shown.filter(({ isActive }) => !isActive)
  const some = quiet.slice(0, quietShown)
  const recent = useRecent([...active.slice(0, recentMax - some.length), ...some].map(({ id }) => id))
  return (
    <>
      <p role="status" className="sr-only">
        {alerts.activeCount({ count: rows.filter(({ isActive }) => isActive).length })}
      </p>
      {active.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={BellOff} title={alerts.calm} />
        </div>
      ) : (
        <ActiveList rows={active} recent={recent} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          {alerts.notActive} <Count count={quiet.length} />
        </h2>
        <FilterBar filters={filters} hasState={false} />
      </div>
      <section aria-label={alerts.notActive} className="overflow-clip rounded-card border border-line bg-surface">
        {quiet.length === 0 ? (
          <EmptyState title={alerts.noneFound} />
        ) : (
          <AlertList label={alerts.notActive} rows={some} recent={recent} />
        )}
        <footer className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2 text-xs text-faint">
          <span>{alerts.stripHelp}</span>
          <Link to="/alerts/all" search={filters} className="text-sm text-accent underline-offset-4 hover:underline">
            {alerts.showAll({ count: shown.length })}
          </Link>
        </footer>
      </section>
    </>
  )
}

const ink: Readonly<Record<Tone, string>> = {
  ok: '',
  info: 'text-info-text',
  warning: 'text-warning-text',
  critical: 'text-critical-text',
  unknown: 'text-unknown-text',
  muted: 'text-quiet',
}

interface ActiveListProps {
  /** In their order. */
  rows: readonly AlertRow[]
  /** Undefined until it is known. */
  recent: ReadonlyMap<number, RecentAlert> | undefined
}

/** Firing alerts with location, duration, acknowledgement and actions. */
const ActiveList = ({ rows, recent }: ActiveListProps): ReactNode => {
  const { alerts } = useTexts()
  return (
    <ul aria-label={alerts.now} className="overflow-clip rounded-card border border-line bg-surface">
      {rows.map((row) => (
        <ActiveAlert key={row.id} alert={row} recent={recent?.get(row.id)} isLoading={recent === undefined} />
      ))}
    </ul>
  )
}

/** An alert that cannot be evaluated has an unknown state. */
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
